package io.hbench.data;

import java.util.Locale;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;

public enum ScanLengths {
  /** Always the maximum. */
  FIXED,
  /** From 1 to the maximum, uniformly distributed. */
  UNIFORM,
  /** From 1 to the maximum, most of them short: Zipf's law with YCSB's exponent. */
  ZIPFIAN;

  private static final double EXPONENT = 0.99;

  /**
   * The number of rows of one scan.
   *
   * @param max 1 or more
   * @param hash the number is a function of it
   */
  public int rows(int max, long hash) {
    return switch (this) {
      case FIXED -> max;
      case UNIFORM -> 1 + (int) Math.floorMod(Seeds.derive(hash, 0), (long) max);
      case ZIPFIAN ->
          RejectionInversionZipfSampler.of(RandomSource.SPLIT_MIX_64.create(hash), max, EXPONENT)
              .sample();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
