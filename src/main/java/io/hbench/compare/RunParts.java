package io.hbench.compare;

import java.util.Arrays;

/**
 * One operation of a run, in parts: its intervals, or its tasks. They can be put together again in
 * another selection, thousands of times.
 *
 * <p>Latencies are counted in bins of 2 %, and a percentile is interpolated in its bin: that is for
 * how far selections lie from each other, not for the figures themselves. Counts are added up from
 * part to part, so that a block of parts is a difference, however long it is.
 */
final class RunParts {
  private static final double WIDTH = 0.02;
  static final int BINS = bin(Long.MAX_VALUE) + 1;

  private final int size;

  /** The next three up to each part, without it. */
  private final double[] seconds;

  private final double[] requests;
  private final long[][] bins;

  private final int firstBin;

  /**
   * @param seconds how long each part was
   * @param requests that did not fail, of each part
   * @param latencies of each part, by {@link #bin}
   */
  RunParts(double[] seconds, long[] requests, long[][] latencies) {
    this.size = seconds.length;
    this.seconds = new double[size + 1];
    this.requests = new double[size + 1];
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
      for (int bin = 0; bin < bins[i].length; bin++) {
        bins[i + 1][bin] = bins[i][bin] + latencies[i][Math.min(BINS - 1, first + bin)];
      }
    }
  }

  /** Where a latency is counted. */
  static int bin(long nanos) {
    return (int) (Math.log((double) Math.max(1, nanos)) / WIDTH);
  }

  int size() {
    return size;
  }

  /** The logarithms of the figures, by {@link ComparedFigure}, of all parts together. */
  double[] figures() {
    return figures(new int[] {0}, size);
  }

  /**
   * The same of a selection of as many parts.
   *
   * @param starts of blocks; those that reach beyond the last part go on with the first
   * @param length of each block; the last one is cut where there are parts enough
   */
  double[] figures(int[] starts, int length) {
    long[] sum = new long[bins[0].length];
    double time = 0;
    double count = 0;
    int left = size;
    for (int start : starts) {
      int end = start + Math.min(length, left);
      left -= end - start;
      int to = Math.min(end, size);
      int rest = end - to;
      time += seconds[to] - seconds[start] + seconds[rest];
      count += requests[to] - requests[start] + requests[rest];
      for (int bin = 0; bin < sum.length; bin++) {
        sum[bin] += bins[to][bin] - bins[start][bin] + bins[rest][bin];
      }
    }
    return figures(time, count, sum);
  }

  private double[] figures(double time, double count, long[] sum) {
    double[] figures = new double[ComparedFigure.values().length];
    double all = Arrays.stream(sum).sum();
    double below = 0;
    int bin = 0;
    for (ComparedFigure figure : ComparedFigure.values()) { // percentiles ascend
      if (figure == ComparedFigure.THROUGHPUT) {
        figures[figure.column()] = Math.log(Math.max(count, 0.5) / time);
        continue;
      }
      double rank = figure.share() * all;
      while (bin < sum.length - 1 && below + sum[bin] < rank) {
        below += sum[bin++];
      }
      double within = sum[bin] == 0 ? 0 : (rank - below) / sum[bin];
      figures[figure.column()] = (firstBin + bin + within) * WIDTH;
    }
    return figures;
  }

  /** The requests of each part that took longer than a percentile of all; or all of them. */
  double[] above(ComparedFigure figure) {
    double[] above = new double[size];
    double edge = figures()[figure.column()] / WIDTH - firstBin;
    for (int i = 0; i < size; i++) {
      if (figure == ComparedFigure.THROUGHPUT) {
        above[i] = requests[i + 1] - requests[i];
        continue;
      }
      for (int bin = Math.max(0, (int) edge); bin < bins[i].length; bin++) {
        above[i] += (bins[i + 1][bin] - bins[i][bin]) * Math.min(1, bin + 1 - edge);
      }
    }
    return above;
  }

  /**
   * What each part does to a figure, but for a factor: by how many requests above it the part has
   * more than its share. (The influence of a part on a quantile; its autocorrelation is that of the
   * figure's noise.)
   */
  double[] influence(ComparedFigure figure) {
    double[] influence = above(figure);
    double rate = requests[size] / seconds[size];
    for (int i = 0; i < size; i++) {
      if (figure == ComparedFigure.THROUGHPUT) {
        influence[i] -= rate * (seconds[i + 1] - seconds[i]);
        continue;
      }
      double all = 0;
      for (int bin = 0; bin < bins[i].length; bin++) {
        all += bins[i + 1][bin] - bins[i][bin];
      }
      influence[i] -= (1 - figure.share()) * all;
    }
    return influence;
  }
}
