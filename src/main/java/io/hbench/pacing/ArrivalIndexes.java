package io.hbench.pacing;

import io.hbench.settings.Arrival;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Ascending indexes of one thread's requests among all requests of a {@link RatePlan}. */
final class ArrivalIndexes {
  private ArrivalIndexes() {}

  /**
   * Makes the indexes of one thread.
   *
   * @param thread number of the thread among those of all tasks
   * @param threads number of threads of all tasks
   */
  static DoubleSupplier of(Arrival arrival, long thread, long threads, long seed) {
    return switch (arrival) {
      case CONSTANT -> constant(thread, threads);
      case POISSON -> poisson(threads, seed);
    };
  }

  /** Requests of all threads alternate. */
  private static DoubleSupplier constant(long thread, long threads) {
    return new DoubleSupplier() {
      private long next = thread;

      @Override
      public double getAsDouble() {
        long index = next;
        next += threads;
        return (double) index;
      }
    };
  }

  /** Each thread is a Poisson process; together they are one of the whole rate. */
  private static DoubleSupplier poisson(long threads, long seed) {
    var gaps =
        ZigguratSampler.Exponential.of(
            RandomSource.XO_RO_SHI_RO_128_PP.create(seed), (double) threads);
    return new DoubleSupplier() {
      private double index;

      @Override
      public double getAsDouble() {
        index += gaps.sample();
        return index;
      }
    };
  }
}
