package io.hbench.latency;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Sum of encoded histograms, by the index of each bucket. A histogram's own adding computes each
 * index from its value and keeps minimum, maximum and total with each count, which took half of the
 * time of a merge.
 */
final class BucketCounts {
  private long[] counts = new long[0];

  void add(int bucket, long count) {
    if (bucket >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(bucket + 1, 2 * counts.length));
    }
    counts[bucket] += count;
  }

  /** Makes the histogram of all that was added. */
  Histogram toHistogram() {
    Histogram histogram = new Histogram(EncodedHistogram.SIGNIFICANT_DIGITS);
    int end = counts.length;
    while (end > 0 && counts[end - 1] == 0) {
      end--;
    }
    if (end > 0) { // else each value would be a new maximum, which is an atomic update
      histogram.recordValueWithCount(EncodedHistogram.value(end - 1), 0);
    }
    for (int bucket = 0; bucket < end; bucket++) {
      if (counts[bucket] > 0) {
        histogram.recordValueWithCount(EncodedHistogram.value(bucket), counts[bucket]);
      }
    }
    return histogram;
  }
}
