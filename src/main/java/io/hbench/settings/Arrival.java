package io.hbench.settings;

import io.hbench.engine.RatePlan;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Arrival process of the requests at a given rate. */
public enum Arrival {
  /** Equal gaps between intended times. */
  CONSTANT {
    @Override
    public DoubleSupplier indexes(long lane, long lanes, long seed) {
      return new DoubleSupplier() {
        private long next = lane;

        @Override
        public double getAsDouble() {
          long index = next;
          next += lanes;
          return (double) index;
        }
      };
    }
  },
  /**
   * As from many users who know nothing of each other. Every lane is a Poisson process of its own;
   * together they are one of the whole rate.
   */
  POISSON {
    @Override
    public DoubleSupplier indexes(long lane, long lanes, long seed) {
      var gaps =
          ZigguratSampler.Exponential.of(
              RandomSource.XO_RO_SHI_RO_128_PP.create(seed), (double) lanes);
      return new DoubleSupplier() {
        private double index;

        @Override
        public double getAsDouble() {
          index += gaps.sample();
          return index;
        }
      };
    }
  };

  /**
   * The indexes, in the sequence of all requests of all lanes, of one lane's requests; ascending.
   * For a {@link RatePlan}.
   */
  public abstract DoubleSupplier indexes(long lane, long lanes, long seed);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
