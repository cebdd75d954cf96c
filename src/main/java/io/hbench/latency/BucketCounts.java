package io.hbench.latency;

/**
 * Counts of the buckets of a histogram of 3 digits, by index. Counting is no more than that: an
 * HdrHistogram keeps minimum, maximum and total with each value, besides, which is most of its
 * time. Buckets without counts take memory by the block, so that a few requests take a few
 * kilobytes, however long they were, and a second of usual ones some 50.
 */
final class BucketCounts implements Buckets {
  private static final int BLOCK_BITS = 8;
  private static final int BLOCK = 1 << BLOCK_BITS;

  /** By the index without its last bits; null for blocks without counts. */
  private final long[][] blocks = new long[EncodedHistogram.MAX_COUNTS >> BLOCK_BITS][];

  private int used;
  private long total;

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

  @Override
  public void each(Counts counts) {
    for (int i = 0; i < blocks.length; i++) {
      long[] block = blocks[i];
      for (int j = 0; block != null && j < BLOCK; j++) {
        if (block[j] > 0) {
          counts.accept((i << BLOCK_BITS) + j, block[j]);
        }
      }
    }
  }

  @Override
  public long total() {
    return total;
  }

  @Override
  public long footprint() {
    return (long) (blocks.length + used * BLOCK) * Long.BYTES;
  }
}
