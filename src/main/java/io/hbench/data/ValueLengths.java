package io.hbench.data;

import java.util.Locale;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;

public enum ValueLengths {
  /** Always the maximum. */
  FIXED,
  /** From 0 to below the maximum, uniformly distributed. */
  UNIFORM,
  /**
   * From 1 to below the maximum, most of them short: Zipf's law with PerformanceEvaluation's
   * exponent. For a maximum of 1,000 bytes the mean is 72 and the median 7.
   */
  ZIPFIAN,
  /** The distribution of a {@link LengthHistogram}. */
  HISTOGRAM;

  private static final double EXPONENT = 1.2;

  /**
   * The length of one value, in bytes.
   *
   * @param max length, 0 or more
   * @param hash the length is a function of it
   */
  int length(int max, long hash) {
    return switch (this) {
      case FIXED -> max;
      case UNIFORM -> max == 0 ? 0 : (int) Math.floorMod(Seeds.derive(hash, 0), (long) max);
      case ZIPFIAN ->
          max < 2
              ? max
              : RejectionInversionZipfSampler.of(
                      RandomSource.SPLIT_MIX_64.create(hash), max - 1, EXPONENT)
                  .sample();
      case HISTOGRAM -> throw new UnsupportedOperationException("see LengthHistogram.length");
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
