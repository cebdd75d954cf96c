package io.hbench.data;

import java.util.Locale;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;

/** How many rows scans ask for. */
public enum ScanLengths {
  /** All of them as many as the longest. */
  FIXED {
    @Override
    public int rows(int most, long hash) {
      return most;
    }
  },
  /** From 1 to the longest; each number is equally likely. */
  UNIFORM {
    @Override
    public int rows(int most, long hash) {
      return 1 + (int) Math.floorMod(Seeds.derive(hash, 0), (long) most);
    }
  },
  /** From 1 to the longest, most of them short: Zipf's law with YCSB's exponent. */
  ZIPFIAN {
    @Override
    public int rows(int most, long hash) {
      return RejectionInversionZipfSampler.of(
              RandomSource.SPLIT_MIX_64.create(hash), most, EXPONENT)
          .sample();
    }
  };

  private static final double EXPONENT = 0.99;

  /**
   * The length of one scan.
   *
   * @param most 1 or more
   * @param hash decides it: the same hash, the same length
   */
  public abstract int rows(int most, long hash);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
