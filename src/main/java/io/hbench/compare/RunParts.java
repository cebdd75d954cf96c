package io.hbench.compare;

import java.util.Arrays;

/**
 * One operation of a run, divided into parts (intervals or tasks) for resampling.
 *
 * <p>Latencies are counted in bins of 2 % width, and percentiles are interpolated within a bin.
 * This is precise enough for the differences between resamples; the reported figures come from the
 * histograms. Counts are cumulative over the parts, so that the sum of a block of any length is one
 * subtraction.
 */
final class RunParts {
  private static final double BIN_WIDTH = 0.02;
  static final int BINS = bin(Long.MAX_VALUE) + 1;

  private final int size;

  /** Cumulative: the sum of all parts before the index; likewise the next four. */
  private final double[] seconds;

  private final double[] requests;
  private final double[] failed;
  private final double[] dropped;
  private final long[][] bins;

  private final int firstBin;
  private final boolean failedAreSlowest;

  /**
   * @param seconds length of each part
   * @param requests number of successful requests of each part
   * @param failed number of failed requests of each part
   * @param dropped number of dropped requests of each part
   * @param latencies counts of latencies of each part, by {@link #bin}
   * @param failedAreSlowest whether failed requests, which have no latency here, are slower than
   *     all others
   */
  RunParts(
      double[] seconds,
      long[] requests,
      long[] failed,
      long[] dropped,
      long[][] latencies,
      boolean failedAreSlowest) {
    this.failedAreSlowest = failedAreSlowest;
    this.size = seconds.length;
    this.seconds = new double[size + 1];
    this.requests = new double[size + 1];
    this.failed = new double[size + 1];
    this.dropped = new double[size + 1];
    int first = BINS - 1;
    int last = 0;
    for (long[] part : latencies) {
      for (int bin = 0; bin < BINS; bin++) {
        if (part[bin] > 0) {
          first = Math.min(first, bin);
          last = Math.max(last, bin);
        }
      }
    }
    firstBin = first;
    bins = new long[size + 1][Math.max(1, last - first + 1)];
    for (int i = 0; i < size; i++) {
      this.seconds[i + 1] = this.seconds[i] + seconds[i];
      this.requests[i + 1] = this.requests[i] + requests[i];
      this.failed[i + 1] = this.failed[i] + failed[i];
      this.dropped[i + 1] = this.dropped[i] + dropped[i];
      for (int bin = 0; bin < bins[i].length; bin++) {
        bins[i + 1][bin] = bins[i][bin] + latencies[i][Math.min(BINS - 1, first + bin)];
      }
    }
  }

  /** The bin of a latency. */
  static int bin(long nanos) {
    return (int) (Math.log((double) Math.max(1, nanos)) / BIN_WIDTH);
  }

  int size() {
    return size;
  }

  /** The levels of the figures of all parts together, by {@link ComparedFigure}. */
  double[] figures() {
    return figures(new int[] {0}, size);
  }

  /**
   * The levels of the figures of a resample with the same number of parts.
   *
   * @param starts first part of each block; a block that reaches the last part continues with the
   *     first
   * @param length of each block; the last block is cut at the number of parts
   */
  double[] figures(int[] starts, int length) {
    long[] sum = new long[bins[0].length];
    double time = 0;
    double count = 0;
    double failures = 0;
    double drops = 0;
    int left = size;
    for (int start : starts) {
      int end = start + Math.min(length, left);
      left -= end - start;
      int to = Math.min(end, size);
      int rest = end - to;
      time += seconds[to] - seconds[start] + seconds[rest];
      count += requests[to] - requests[start] + requests[rest];
      failures += failed[to] - failed[start] + failed[rest];
      drops += dropped[to] - dropped[start] + dropped[rest];
      for (int bin = 0; bin < sum.length; bin++) {
        sum[bin] += bins[to][bin] - bins[start][bin] + bins[rest][bin];
      }
    }
    double[] figures = new double[ComparedFigure.values().length];
    figures[ComparedFigure.THROUGHPUT.column()] = Math.log(Math.max(count, 0.5) / time);
    figures[ComparedFigure.ERRORS.column()] = without(failures, count + failures);
    figures[ComparedFigure.DROPPED.column()] = without(drops, count + failures + drops);
    percentiles(sum, failedAreSlowest ? failures : 0, figures);
    return figures;
  }

  /** The level of a share that went wrong. */
  private static double without(double wrong, double all) {
    return wrong == 0 ? 0 : Math.log(Math.max(all - wrong, 0.5) / all);
  }

  /**
   * Percentiles; that of a request without latency is the largest latency.
   *
   * @param slower requests without latency
   */
  private void percentiles(long[] sum, double slower, double[] figures) {
    double all = Arrays.stream(sum).sum() + slower;
    double below = 0;
    int bin = 0;
    for (ComparedFigure figure : ComparedFigure.values()) { // percentiles ascend
      if (!figure.isPercentile()) {
        continue;
      }
      double rank = figure.share() * all;
      while (bin < sum.length - 1 && below + sum[bin] < rank) {
        below += sum[bin++];
      }
      double within = sum[bin] == 0 ? 0 : Math.min(1, (rank - below) / sum[bin]);
      figures[figure.column()] = (firstBin + bin + within) * BIN_WIDTH;
    }
  }

  /**
   * The number of requests of each part above a percentile of all; for throughput, all successful
   * requests; for a share, those that went wrong.
   */
  double[] above(ComparedFigure figure) {
    if (!figure.isPercentile()) {
      return each(
          switch (figure) {
            case ERRORS -> failed;
            case DROPPED -> dropped;
            default -> requests;
          });
    }
    double[] above = failedAreSlowest ? each(failed) : new double[size];
    double edge = figures()[figure.column()] / BIN_WIDTH - firstBin;
    for (int i = 0; i < size; i++) {
      for (int bin = Math.max(0, (int) edge); bin < bins[i].length; bin++) {
        above[i] += (bins[i + 1][bin] - bins[i][bin]) * Math.min(1, bin + 1 - edge);
      }
    }
    return above;
  }

  /**
   * The influence of each part on a figure, up to a constant factor: the number of requests above
   * the figure minus the expected number (the influence function of a quantile). Its
   * autocorrelation is that of the figure's noise.
   */
  double[] influence(ComparedFigure figure) {
    double[] influence = above(figure);
    if (!figure.isPercentile()) {
      double[] of = each(figure.isShare() ? requests : seconds);
      double rate = Arrays.stream(influence).sum() / Math.max(1, Arrays.stream(of).sum());
      Arrays.setAll(influence, i -> influence[i] - rate * of[i]);
      return influence;
    }
    for (int i = 0; i < size; i++) {
      double all = failedAreSlowest ? failed[i + 1] - failed[i] : 0;
      for (int bin = 0; bin < bins[i].length; bin++) {
        all += bins[i + 1][bin] - bins[i][bin];
      }
      influence[i] -= (1 - figure.share()) * all;
    }
    return influence;
  }

  /** The values of the single parts. */
  private double[] each(double[] cumulative) {
    double[] each = new double[size];
    Arrays.setAll(each, i -> cumulative[i + 1] - cumulative[i]);
    return each;
  }
}
