package io.hbench.latency;

import org.HdrHistogram.Histogram;

/**
 * Counts of the buckets of a histogram of 3 digits, by index. Counting is no more than that: an
 * HdrHistogram keeps minimum, maximum and total with each value, besides, which is most of its
 * time. Buckets without counts take memory by the block, so that a few requests take a few
 * kilobytes, however long they were, and a second of usual ones some 50.
 */
final class BucketCounts {
  private static final int BLOCK_BITS = 8;
  private static final int BLOCK = 1 << BLOCK_BITS;

  /** By the index without its last bits; null for blocks without counts. */
  private final long[][] blocks = new long[EncodedHistogram.MAX_COUNTS >> BLOCK_BITS][];

  private int used;
  private long total;

  /** Adds to the count of a bucket. */
  void add(int bucket, long count) {
    long[] block = blocks[bucket >> BLOCK_BITS];
    if (block == null) {
      block = new long[BLOCK];
      blocks[bucket >> BLOCK_BITS] = block;
      used++;
    }
    block[bucket & (BLOCK - 1)] += count;
    total += count;
  }

  void add(BucketCounts other) {
    other.each(this::add);
  }

  /** Passes the index and the count of each bucket that has one. */
  void each(EncodedHistogram.Counts counts) {
    for (int i = 0; i < blocks.length; i++) {
      long[] block = blocks[i];
      for (int j = 0; block != null && j < BLOCK; j++) {
        if (block[j] > 0) {
          counts.accept((i << BLOCK_BITS) + j, block[j]);
        }
      }
    }
  }

  /** Sum of all counts. */
  long total() {
    return total;
  }

  /** Size in bytes. */
  long footprint() {
    return (long) (blocks.length + used * BLOCK) * Long.BYTES;
  }

  /** Makes the histogram of all that was added. */
  Histogram toHistogram() {
    Histogram histogram = new Histogram(EncodedHistogram.SIGNIFICANT_DIGITS);
    if (total > 0) { // else each value would be a new maximum, which is an atomic update
      histogram.recordValueWithCount(EncodedHistogram.value(last()), 0);
    }
    each((bucket, count) -> histogram.recordValueWithCount(EncodedHistogram.value(bucket), count));
    return histogram;
  }

  /** Index of the last bucket with a count. */
  private int last() {
    int i = blocks.length - 1;
    while (blocks[i] == null) {
      i--;
    }
    int j = BLOCK - 1;
    while (blocks[i][j] == 0) {
      j--;
    }
    return (i << BLOCK_BITS) + j;
  }
}
