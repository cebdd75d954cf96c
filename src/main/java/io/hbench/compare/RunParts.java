package io.hbench.compare;

import io.hbench.figure.Figure;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/**
 * One operation of a run, divided into parts: intervals or tasks.
 *
 * <p>Latencies are counted in bins of 2 % width, and percentiles are interpolated within a bin.
 * This is precise enough for the influence of the parts; the reported figures come from the
 * histograms.
 */
final class RunParts {
  /** The compared figures of which the parts of a run show the noise: percentiles ascend. */
  static final List<Figure> FIGURES =
      Arrays.stream(Figure.values())
          .filter(figure -> figure.isOfRequests() || figure.isCost())
          .filter(Figure::isCompared)
          .toList();

  private static final double BIN_WIDTH = 0.02;

  /** So that no cost has a level, too: a nanosecond, or as little of a byte. */
  private static final double LEAST_COST = 1e-9;

  static final int BINS = bin(Long.MAX_VALUE) + 1;

  private final List<Part> parts;
  private final double[] seconds;
  private final Map<Figure, double[]> costs;

  /** The bins between which all latencies are. */
  private final int firstBin;

  private final int endBin;

  /**
   * @param seconds length of each part
   * @param costs what the requests of each part cost the servers; without figures that are unknown
   */
  RunParts(List<Part> parts, double[] seconds, Map<Figure, double[]> costs) {
    this.parts = List.copyOf(parts);
    this.seconds = seconds;
    this.costs = Map.copyOf(costs);
    int first = BINS - 1;
    int last = 0;
    for (Part part : parts) {
      for (int bin = 0; bin < BINS; bin++) {
        if (part.latencies[bin] > 0) {
          first = Math.min(first, bin);
          last = Math.max(last, bin);
        }
      }
    }
    firstBin = first;
    endBin = Math.max(first, last) + 1;
  }

  /** Parts that are as long as each other and whose costs are not known, such as tasks. */
  static RunParts equallyLong(List<Part> parts) {
    return new RunParts(parts, equal(parts.size()), Map.of());
  }

  private static double[] equal(int size) {
    double[] equal = new double[size];
    Arrays.fill(equal, 1);
    return equal;
  }

  /** The index of a figure in the arrays of levels. */
  static int column(Figure figure) {
    return FIGURES.indexOf(figure);
  }

  static int bin(long nanos) {
    return (int) (Math.log((double) Math.max(1, nanos)) / BIN_WIDTH);
  }

  int size() {
    return parts.size();
  }

  double seconds() {
    return Arrays.stream(seconds).sum();
  }

  /** The levels of the figures of all parts together, by {@link RunParts#FIGURES}. */
  double[] figures() {
    return figures(equal(size()));
  }

  /**
   * The levels of the figures if each part counts by its weight.
   *
   * @param weights 0 or more
   */
  double[] figures(double[] weights) {
    double[] sum = new double[endBin - firstBin];
    for (int i = 0; i < size(); i++) {
      long[] latencies = parts.get(i).latencies;
      for (int bin = 0; bin < sum.length; bin++) {
        sum[bin] += weights[i] * latencies[firstBin + bin];
      }
    }
    double time = sum(seconds, weights);
    double count = sum(part -> part.requests, weights);
    double failures = sum(part -> part.failed, weights);
    double drops = sum(part -> part.dropped, weights);
    double[] figures = new double[FIGURES.size()];
    figures[column(Figure.THROUGHPUT)] = Math.log(Math.max(count, 0.5) / time);
    figures[column(Figure.ROWS_PER_SECOND)] =
        Math.log(Math.max(sum(part -> part.rows, weights), 0.5) / time);
    figures[column(Figure.ERRORS)] = without(failures, count + failures);
    figures[column(Figure.DROPPED)] = without(drops, count + failures + drops);
    figures[column(Figure.UNAVAILABLE)] =
        without(failures + drops + sum(part -> part.late, weights), count + failures + drops);
    costs.forEach(
        (figure, cost) ->
            figures[column(figure)] =
                Math.log(
                    Math.max(sum(cost, weights), LEAST_COST) / Math.max(count + failures, 0.5)));
    percentiles(sum, sum(Part::slowest, weights), figures);
    return figures;
  }

  private double sum(ToDoubleFunction<Part> count, double[] weights) {
    return sum(parts.stream().mapToDouble(count).toArray(), weights);
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
      ToDoubleFunction<Part> count =
          switch (figure) {
            case ERRORS -> part -> part.failed;
            case DROPPED -> part -> part.dropped;
            case UNAVAILABLE -> part -> part.failed + part.dropped + part.late;
            default -> part -> part.requests;
          };
      return parts.stream().mapToDouble(count).toArray();
    }
    double edge = figures()[column(figure)] / BIN_WIDTH;
    return parts.stream().mapToDouble(part -> part.above(edge)).toArray();
  }

  static final class Part {
    private final Timing timing;
    private final long inTime;

    /** Successful requests. */
    long requests;

    long failed;
    long dropped;

    /** Successful requests that were not answered in time. */
    long late;

    long rows;

    /** Counts of latencies, by {@link #bin}. */
    final long[] latencies = new long[BINS];

    Part(Timing timing, OptionalLong outageAfter) {
      this.timing = timing;
      inTime = outageAfter.orElse(Long.MAX_VALUE);
    }

    void add(Series series, LatencyRecord record) {
      if (series.timing() == Timing.SERVICE) {
        requests += series.isOk() ? record.count() : 0;
        failed += series.isOk() ? 0 : record.count();
        rows += series.isOk() ? record.rows() : 0;
      } else if (series.outcome().equals(Series.DROPPED)) {
        dropped += record.count();
      }
      if (series.timing() == timing && series.isOk()) {
        late += record.count() - record.countUpTo(inTime);
      }
      if (series.isLatency(timing)) {
        record.eachLatency((nanos, count) -> latencies[bin(nanos)] += count);
      }
    }

    boolean isBusy() {
      return requests + failed > 0;
    }

    /**
     * Failed requests that have no latency here and are slower than all others; response times are
     * those of all requests.
     */
    private long slowest() {
      return timing == Timing.SERVICE ? failed : 0;
    }

    /** The number of requests above an edge between or in bins. */
    private double above(double edge) {
      double above = slowest();
      for (int bin = Math.max(0, (int) edge); bin < BINS; bin++) {
        above += latencies[bin] * Math.min(1, bin + 1 - edge);
      }
      return above;
    }
  }
}
