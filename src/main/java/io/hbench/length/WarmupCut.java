package io.hbench.length;

import java.util.Arrays;

/**
 * The end of the initial transient of a series, by the rule MSER-5: the means of five values each
 * are cut where the squared standard error of the mean of the rest is smallest. It assumes that the
 * transient is in the first half of the series; whether the rest is steady has to be tested.
 *
 * <p>The rule also cuts off a short stall, and with it what the figure is about. So a cut counts
 * only if what it removes is unlike the rest from its start on: if the median of its first half is
 * beyond nine tenths of the rest.
 *
 * @see <a href="https://doi.org/10.1177/003754979706900601">White, An effective truncation
 *     heuristic for bias reduction in simulation output (1997)</a>
 * @see <a href="https://doi.org/10.1109/WSC.2008.4736139">Franklin and White, Stationarity tests
 *     and MSER-5 (2008)</a>
 */
final class WarmupCut {
  private static final int BATCH = 5;

  /** Share of the rest on either side, beyond which the start is unlike it. */
  private static final double UNLIKE = 0.05;

  private WarmupCut() {}

  /** The number of values before the part that may be steady: half of them at most. */
  static int of(double[] series) {
    int batches = series.length / BATCH;
    int rest = series.length % BATCH; // only the oldest values may be left out
    double[] means = new double[batches];
    for (int i = 0; i < batches * BATCH; i++) {
      means[i / BATCH] += series[rest + i] / BATCH;
    }
    double sum = 0;
    double squares = 0;
    double least = Double.POSITIVE_INFINITY;
    int cut = 0;
    double origin = batches == 0 ? 0 : means[batches - 1]; // keeps the squares exact
    for (int i = batches - 1; i >= 0; i--) {
      double value = means[i] - origin;
      sum += value;
      squares += value * value;
      int n = batches - i;
      double statistic = (squares - sum * sum / n) / ((double) n * n);
      if (i <= batches / 2 && statistic <= least) { // a later minimum is often a pause of stalls
        least = statistic;
        cut = i;
      }
    }
    int values = rest + cut * BATCH;
    return cut > 0 && isUnlike(series, values) ? values : 0;
  }

  private static boolean isUnlike(double[] series, int cut) {
    double[] start = Arrays.copyOf(series, (cut + 1) / 2);
    double[] rest = Arrays.copyOfRange(series, cut, series.length);
    Arrays.sort(start);
    Arrays.sort(rest);
    double median = start[start.length / 2];
    int tail = (int) (UNLIKE * rest.length);
    return median < rest[tail] || median > rest[rest.length - 1 - tail];
  }
}
