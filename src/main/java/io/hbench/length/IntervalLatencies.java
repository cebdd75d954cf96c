package io.hbench.length;

import io.hbench.latency.LatencyRecord;
import java.util.Arrays;

/**
 * The latencies of one interval, counted in bins of half a percent: smaller than a histogram, and
 * precise enough for the width of an interval. Latencies are logarithms of nanoseconds.
 */
final class IntervalLatencies {
  private static final double BIN_WIDTH = 0.005;

  private int first;
  private long[] counts = {};
  private long total;

  void add(LatencyRecord latencies) {
    latencies.eachLatency((nanos, count) -> add(bin(nanos), count));
  }

  void add(IntervalLatencies other) {
    for (int i = 0; i < other.counts.length; i++) {
      if (other.counts[i] > 0) {
        add(other.first + i, other.counts[i]);
      }
    }
  }

  /** Counts requests without bins. */
  void count(long requests) {
    total += requests;
  }

  private static int bin(long nanos) {
    return (int) (Math.log((double) Math.max(1, nanos)) / BIN_WIDTH);
  }

  private void add(int bin, long count) {
    if (counts.length == 0) {
      first = bin;
      counts = new long[1];
    } else if (bin < first) {
      int more = Math.max(first - bin, Math.min(first, counts.length / 2)); // grows in steps
      long[] wider = new long[counts.length + more];
      System.arraycopy(counts, 0, wider, more, counts.length);
      first -= more;
      counts = wider;
    } else if (bin >= first + counts.length) {
      counts = Arrays.copyOf(counts, Math.max(bin - first + 1, counts.length * 3 / 2));
    }
    counts[bin - first] += count;
    total += count;
  }

  long total() {
    return total;
  }

  /** The latency that a share of all latencies does not exceed, interpolated in its bin. */
  double quantile(double share) {
    double rank = share * total;
    double below = 0;
    int last = 0;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0 && below + counts[i] >= rank) {
        return (first + i + (rank - below) / counts[i]) * BIN_WIDTH;
      }
      below += counts[i];
      last = counts[i] > 0 ? i + 1 : last;
    }
    return (first + last) * BIN_WIDTH;
  }

  double above(double latency) {
    double edge = latency / BIN_WIDTH - first;
    double above = 0;
    for (int i = Math.max(0, (int) Math.floor(edge)); i < counts.length; i++) {
      above += counts[i] * Math.min(1, i + 1 - edge);
    }
    return above;
  }
}
