package io.hbench.data;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.UniformLongSampler;

/** Key sequences that request some rows more often than others. */
final class SkewedKeys {
  /** Room for new rows in the ranks of the newest rows: 1/64 of the rows. */
  private static final int ROOM_SHIFT = 6;

  private SkewedKeys() {}

  /** Ranks by Zipf's law, scattered over the rows in the same order for all threads. */
  static KeySequence zipfian(KeySpace space, double exponent) {
    DiscreteSampler ranks =
        RejectionInversionZipfSampler.of(
            space.random(), Math.toIntExact(space.rows().size()), exponent);
    Permutation order = space.permutation();
    return () -> order.row(ranks.sample() - 1L);
  }

  /**
   * The newest row minus a distance by Zipf's law.
   *
   * <p>The number of rows grows all the time, and a new sampler for each number would cost more
   * than the sample. Rejecting ranks of rows that do not exist gives Zipf's law for the existing
   * rows.
   */
  static KeySequence latest(KeySpace space, double exponent) {
    NewestRows newest = space.newest();
    UniformRandomProvider random = space.random();
    return new KeySequence() {
      private long ranked;
      private DiscreteSampler ranks;

      @Override
      public long next() {
        long count = newest.count();
        if (count > ranked && ranked < Integer.MAX_VALUE) {
          ranked = Math.min(count + (count >> ROOM_SHIFT), Integer.MAX_VALUE);
          ranks = RejectionInversionZipfSampler.of(random, (int) ranked, exponent);
        }
        long back;
        do {
          back = ranks.sample() - 1L;
        } while (back >= count);
        return newest.row(back);
      }
    };
  }

  /** The first rows are hot, as in YCSB; hot and cold rows are each uniformly distributed. */
  static KeySequence hotspot(KeySpace space, double data, double operations) {
    KeyRange rows = space.rows();
    // both groups have at least one row
    long hot = Math.max(1, Math.min(rows.size() - 1, (long) (rows.size() * data)));
    if (hot == rows.size()) {
      return rows::first;
    }
    UniformRandomProvider random = space.random();
    long border = rows.first() + hot;
    var hotRows = UniformLongSampler.of(random, rows.first(), border - 1);
    var coldRows = UniformLongSampler.of(random, border, rows.end() - 1);
    return () -> (random.nextDouble() < operations ? hotRows : coldRows).sample();
  }

  /**
   * The newest row minus an exponentially distributed distance, as in YCSB.
   *
   * @param percentile of the distances is within {@code share} of the loaded rows
   */
  static KeySequence exponential(KeySpace space, double percentile, double share) {
    NewestRows newest = space.newest();
    double mean = space.rows().size() * share / -Math.log1p(-percentile);
    UniformRandomProvider random = space.random();
    return () -> {
      long count = newest.count();
      // the inverse of the distribution, truncated at the number of rows
      double within = Math.expm1(-count / mean);
      double back = -mean * Math.log1p(random.nextDouble() * within);
      return newest.row(Math.min((long) back, count - 1)); // rounding may give one too many
    };
  }
}
