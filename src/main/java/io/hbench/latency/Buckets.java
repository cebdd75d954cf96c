package io.hbench.latency;

import org.HdrHistogram.Histogram;

/** Counts of latencies by the buckets of a histogram of 3 digits. */
interface Buckets {
  /** Consumer of the counts above zero, by the index of each bucket, ascending. */
  interface Counts {
    void accept(int bucket, long count);
  }

  /** Passes the index and the count of each bucket that has one. */
  void each(Counts counts);

  /** Sum of all counts. */
  long total();

  /** Size in memory, in bytes. */
  long footprint();

  default Histogram toHistogram() {
    Histogram histogram = new Histogram(EncodedHistogram.SIGNIFICANT_DIGITS);
    int[] last = new int[1];
    each((bucket, count) -> last[0] = bucket);
    if (total() > 0) { // else each value would be a new maximum, which is an atomic update
      histogram.recordValueWithCount(EncodedHistogram.value(last[0]), 0);
    }
    each((bucket, count) -> histogram.recordValueWithCount(EncodedHistogram.value(bucket), count));
    return histogram;
  }
}
