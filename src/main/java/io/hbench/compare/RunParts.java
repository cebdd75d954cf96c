package io.hbench.compare;

import io.hbench.figure.Figure;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.HistogramIterationValue;

/**
 * One operation of a run, divided into parts: intervals or tasks.
 *
 * <p>Latencies are counted in bins of 2 % width, and percentiles are interpolated within a bin.
 * This is precise enough for the influence of the parts; the reported figures come from the
 * histograms.
 */
final class RunParts {
  /** The figures of which the parts of a run show the noise: percentiles ascend. */
  static final List<Figure> FIGURES =
      List.of(
          Figure.THROUGHPUT,
          Figure.ROWS_PER_SECOND,
          Figure.P50,
          Figure.P75,
          Figure.P90,
          Figure.P95,
          Figure.P99,
          Figure.P999,
          Figure.P9999,
          Figure.P99999,
          Figure.ERRORS,
          Figure.DROPPED,
          Figure.UNAVAILABLE,
          Figure.SERVER_CPU,
          Figure.ALLOCATED);

  private static final double BIN_WIDTH = 0.02;

  /** So that no cost has a level, too: a nanosecond, or as little of a byte. */
  private static final double LEAST_COST = 1e-9;

  static final int BINS = bin(Long.MAX_VALUE) + 1;

  private final double[] seconds;
  private final double[] requests;
  private final double[] failed;
  private final double[] dropped;
  private final double[] late;
  private final double[] rows;
  private final Map<Figure, double[]> costs;
  private final long[][] bins;
  private final int firstBin;
  private final boolean failedAreSlowest;

  /**
   * @param seconds length of each part
   * @param requests number of successful requests of each part
   * @param failed number of failed requests of each part
   * @param dropped number of dropped requests of each part
   * @param late number of successful requests of each part that were not answered in time
   * @param rows number of rows of each part
   * @param costs what the requests of each part cost the servers; without figures that are unknown
   * @param latencies counts of latencies of each part, by {@link #bin}
   * @param failedAreSlowest whether failed requests, which have no latency here, are slower than
   *     all others
   */
  RunParts(
      double[] seconds,
      long[] requests,
      long[] failed,
      long[] dropped,
      long[] late,
      long[] rows,
      Map<Figure, double[]> costs,
      long[][] latencies,
      boolean failedAreSlowest) {
    this.seconds = seconds;
    this.requests = doubles(requests);
    this.failed = doubles(failed);
    this.dropped = doubles(dropped);
    this.late = doubles(late);
    this.rows = doubles(rows);
    this.costs = Map.copyOf(costs);
    this.failedAreSlowest = failedAreSlowest;
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
    int end = Math.max(first, last) + 1;
    bins =
        Arrays.stream(latencies)
            .map(part -> Arrays.copyOfRange(part, firstBin, end))
            .toArray(long[][]::new);
  }

  private static double[] doubles(long[] counts) {
    return Arrays.stream(counts).asDoubleStream().toArray();
  }

  /** The index of a figure in the arrays of levels. */
  static int column(Figure figure) {
    return FIGURES.indexOf(figure);
  }

  /** The bin of a latency. */
  static int bin(long nanos) {
    return (int) (Math.log((double) Math.max(1, nanos)) / BIN_WIDTH);
  }

  int size() {
    return seconds.length;
  }

  /** The length of all parts. */
  double seconds() {
    return Arrays.stream(seconds).sum();
  }

  /** The levels of the figures of all parts together, by {@link RunParts#FIGURES}. */
  double[] figures() {
    double[] equal = new double[size()];
    Arrays.fill(equal, 1);
    return figures(equal);
  }

  /**
   * The levels of the figures if each part counts by its weight.
   *
   * @param weights 0 or more
   */
  double[] figures(double[] weights) {
    double[] sum = new double[bins.length == 0 ? 1 : bins[0].length];
    for (int part = 0; part < bins.length; part++) {
      for (int bin = 0; bin < sum.length; bin++) {
        sum[bin] += weights[part] * bins[part][bin];
      }
    }
    double time = sum(seconds, weights);
    double count = sum(requests, weights);
    double failures = sum(failed, weights);
    double drops = sum(dropped, weights);
    double[] figures = new double[FIGURES.size()];
    figures[column(Figure.THROUGHPUT)] = Math.log(Math.max(count, 0.5) / time);
    figures[column(Figure.ROWS_PER_SECOND)] = Math.log(Math.max(sum(rows, weights), 0.5) / time);
    figures[column(Figure.ERRORS)] = without(failures, count + failures);
    figures[column(Figure.DROPPED)] = without(drops, count + failures + drops);
    figures[column(Figure.UNAVAILABLE)] =
        without(failures + drops + sum(late, weights), count + failures + drops);
    costs.forEach(
        (figure, cost) ->
            figures[column(figure)] =
                Math.log(
                    Math.max(sum(cost, weights), LEAST_COST) / Math.max(count + failures, 0.5)));
    percentiles(sum, failedAreSlowest ? failures : 0, figures);
    return figures;
  }

  private static double sum(double[] counts, double[] weights) {
    double sum = 0;
    for (int part = 0; part < counts.length; part++) {
      sum += weights[part] * counts[part];
    }
    return sum;
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
  private void percentiles(double[] sum, double slower, double[] figures) {
    double all = Arrays.stream(sum).sum() + slower;
    double below = 0;
    int bin = 0;
    for (Figure figure : FIGURES) { // percentiles ascend
      if (!figure.isPercentile()) {
        continue;
      }
      double rank = figure.share() * all;
      while (bin < sum.length - 1 && below + sum[bin] < rank) {
        below += sum[bin++];
      }
      double within = sum[bin] == 0 ? 0 : Math.min(1, (rank - below) / sum[bin]);
      figures[column(figure)] = (firstBin + bin + within) * BIN_WIDTH;
    }
  }

  /**
   * The number of requests of each part above a percentile of all; for throughput, all successful
   * requests; for a share, those that went wrong.
   */
  double[] above(Figure figure) {
    if (!figure.isPercentile()) {
      return switch (figure) {
        case ERRORS -> failed.clone();
        case DROPPED -> dropped.clone();
        case UNAVAILABLE -> {
          double[] wrong = new double[size()];
          Arrays.setAll(wrong, part -> failed[part] + dropped[part] + late[part]);
          yield wrong;
        }
        default -> requests.clone();
      };
    }
    double[] above = failedAreSlowest ? failed.clone() : new double[size()];
    double edge = figures()[column(figure)] / BIN_WIDTH - firstBin;
    for (int part = 0; part < size(); part++) {
      for (int bin = Math.max(0, (int) edge); bin < bins[part].length; bin++) {
        above[part] += bins[part][bin] * Math.min(1, bin + 1 - edge);
      }
    }
    return above;
  }

  /** Response times of all requests, or service times of successful requests. */
  static boolean isWanted(Series series, Timing wanted) {
    return series.timing() == wanted && (wanted == Timing.RESPONSE || series.isOk());
  }

  /** The requests of an operation, counted by part. */
  static final class Counts {
    private final Timing timing;
    private final long inTime;
    private final long[] requests;
    private final long[] failed;
    private final long[] dropped;
    private final long[] late;
    private final long[] rows;
    private final long[][] latencies;

    Counts(Timing timing, int parts, OptionalLong outageAfter) {
      this.timing = timing;
      inTime = outageAfter.orElse(Long.MAX_VALUE);
      requests = new long[parts];
      failed = new long[parts];
      dropped = new long[parts];
      late = new long[parts];
      rows = new long[parts];
      latencies = new long[parts][BINS];
    }

    void add(int part, Series series, LatencyRecord record) {
      if (series.timing() == Timing.SERVICE) {
        (series.isOk() ? requests : failed)[part] += record.count();
        rows[part] += series.isOk() ? record.rows() : 0;
      } else if (series.outcome().equals(Series.DROPPED)) {
        dropped[part] += record.count();
      }
      if (series.timing() == timing && series.isOk()) {
        late[part] += record.count() - record.countUpTo(inTime);
      }
      if (isWanted(series, timing)) {
        for (HistogramIterationValue value : record.latencies().recordedValues()) {
          latencies[part][bin(value.getValueIteratedTo())] +=
              value.getCountAddedInThisIterationStep();
        }
      }
    }

    RunParts parts(double[] seconds, Map<Figure, double[]> costs) {
      return new RunParts(
          seconds, requests, failed, dropped, late, rows, costs, latencies, failedAreSlowest());
    }

    /** Response times are those of all requests. */
    private boolean failedAreSlowest() {
      return timing == Timing.SERVICE;
    }

    /** The parts with requests. */
    List<Integer> busy() {
      List<Integer> busy = new ArrayList<>();
      for (int i = 0; i < requests.length; i++) {
        if (requests[i] + failed[i] > 0) {
          busy.add(i);
        }
      }
      return busy;
    }

    /** These parts, each as long as any other. */
    RunParts parts(List<Integer> order) {
      double[] equal = new double[order.size()];
      Arrays.fill(equal, 1);
      return new RunParts(
          equal,
          order.stream().mapToLong(i -> requests[i]).toArray(),
          order.stream().mapToLong(i -> failed[i]).toArray(),
          order.stream().mapToLong(i -> dropped[i]).toArray(),
          order.stream().mapToLong(i -> late[i]).toArray(),
          order.stream().mapToLong(i -> rows[i]).toArray(),
          Map.of(), // the servers do not tell who used them
          order.stream().map(i -> latencies[i]).toArray(long[][]::new),
          failedAreSlowest());
    }
  }
}
