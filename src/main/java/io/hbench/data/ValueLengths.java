package io.hbench.data;

import java.util.Locale;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;

/** How long the values of cells are. */
public enum ValueLengths {
  /** All of them as long as the largest. */
  FIXED {
    @Override
    int length(int largest, long hash) {
      return largest;
    }
  },
  /** From 0 up to, but not including, the largest; each length is equally likely. */
  UNIFORM {
    @Override
    int length(int largest, long hash) {
      return largest == 0 ? 0 : (int) Math.floorMod(Seeds.derive(hash, 0), (long) largest);
    }
  },
  /**
   * From 1 up to, but not including, the largest, most of them short: Zipf's law with the exponent
   * of PerformanceEvaluation. For 1,000 bytes the mean is 72 and the median 7.
   */
  ZIPFIAN {
    @Override
    int length(int largest, long hash) {
      return largest < 2
          ? largest
          : RejectionInversionZipfSampler.of(
                  RandomSource.SPLIT_MIX_64.create(hash), largest - 1, EXPONENT)
              .sample();
    }
  },
  /** As a {@link LengthHistogram} says. */
  HISTOGRAM {
    @Override
    int length(int largest, long hash) {
      throw new UnsupportedOperationException("the histogram knows");
    }
  };

  private static final double EXPONENT = 1.2;

  /**
   * The length of one value.
   *
   * @param hash decides it: the same hash, the same length
   */
  abstract int length(int largest, long hash);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
