package io.hbench.report.phase;

import io.hbench.figure.Figure;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * The band of the figures of intervals before an event: throughput is not lower, latency not
 * higher, and the share of failed requests not larger than there.
 *
 * <p>An end of the band is the median ± 3 robust standard deviations (1.4826 times the median
 * absolute deviation) of the logarithms, at least 5 % from the median. A hiccup before the event
 * moves neither. The figures are back if nine of ten intervals are in the band, and the median of
 * the ten is in its inner half. It assumes that the logarithms of intervals are about normal, and
 * that nothing drifts.
 *
 * @param percentile of the latency: p99 if intervals have enough requests
 * @param minOpsPerSecond lower end for successful requests per second
 * @param maxLatencyUs upper end for the percentile
 * @param maxErrorShare the largest share of failed or dropped requests before the event
 * @param minTypicalOps lower end for the median of several intervals
 * @param maxTypicalLatencyUs upper end for the median of several intervals
 * @see <a href="https://doi.org/10.1080/01621459.1993.10476339">Davies and Gather, The
 *     identification of multiple outliers (1993)</a>, the Hampel identifier
 */
public record Band(
    String percentile,
    double minOpsPerSecond,
    double maxLatencyUs,
    double maxErrorShare,
    double minTypicalOps,
    double maxTypicalLatencyUs) {
  /** Intervals of the shortest part that gives a band. */
  static final int MIN_INTERVALS = 10;

  /** Consecutive intervals that make a return. */
  private static final int WINDOW = 10;

  /** How many of them may be out of the band: a hiccup. */
  private static final int MAX_OUT = 1;

  private static final double DEVIATIONS = 3;
  private static final double TYPICAL_DEVIATIONS = 1.5;
  private static final double NORMAL = 1.4826;

  /** A smaller change does not matter. */
  private static final double MIN_WIDTH = 0.05;

  /** The band of the intervals before an event; empty if they are too few or idle. */
  static Optional<Band> of(List<IntervalLevel> before) {
    if (before.size() < MIN_INTERVALS) {
      return Optional.empty();
    }
    Figure percentile = IntervalLevel.percentile(before);
    double[] ops = before.stream().mapToDouble(IntervalLevel::opsPerSecond).toArray();
    double[] latencies = before.stream().mapToDouble(level -> level.latency(percentile)).toArray();
    double typicalOps = new Median().evaluate(ops);
    double typicalLatency = new Median().evaluate(latencies);
    if (typicalOps <= 0 || !Double.isFinite(typicalLatency) || typicalLatency <= 0) {
      return Optional.empty();
    }
    double opsDeviation = deviation(ops);
    double latencyDeviation = deviation(latencies);
    return Optional.of(
        new Band(
            percentile.toString(),
            typicalOps * Math.exp(-reach(DEVIATIONS * opsDeviation)),
            typicalLatency * Math.exp(reach(DEVIATIONS * latencyDeviation)),
            before.stream().mapToDouble(IntervalLevel::errorShare).max().orElse(0),
            typicalOps * Math.exp(-reach(TYPICAL_DEVIATIONS * opsDeviation)),
            typicalLatency * Math.exp(reach(TYPICAL_DEVIATIONS * latencyDeviation))));
  }

  /** The robust standard deviation of the logarithms. */
  private static double deviation(double[] values) {
    double[] logs =
        DoubleStream.of(values).map(v -> Math.log(Math.max(v, Double.MIN_NORMAL))).toArray();
    double median = new Median().evaluate(logs);
    return NORMAL
        * new Median().evaluate(DoubleStream.of(logs).map(v -> Math.abs(v - median)).toArray());
  }

  /** The distance of an end from the median, as a logarithm. */
  private static double reach(double distance) {
    return Math.max(distance, Math.log1p(MIN_WIDTH));
  }

  /** Whether the figures are as before from the first of some intervals on. */
  private boolean isBack(List<IntervalLevel> window) {
    long out = window.stream().filter(level -> !contains(level)).count();
    double ops = median(window, IntervalLevel::opsPerSecond);
    double latency = median(window, level -> level.latency(figure()));
    return contains(window.get(0))
        && out <= MAX_OUT
        && ops >= minTypicalOps
        && latency <= maxTypicalLatencyUs;
  }

  /**
   * The first interval not before another from which on the figures are as before; empty if there
   * is none.
   */
  Optional<Integer> back(List<IntervalLevel> levels, int from) {
    return IntStream.rangeClosed(from, levels.size() - WINDOW)
        .boxed()
        .filter(i -> isBack(levels.subList(i, i + WINDOW)))
        .findFirst();
  }

  private static double median(List<IntervalLevel> levels, ToDoubleFunction<IntervalLevel> figure) {
    return new Median().evaluate(levels.stream().mapToDouble(figure).toArray());
  }

  private Figure figure() {
    return Figure.named(percentile).orElseThrow();
  }

  boolean contains(IntervalLevel level) {
    return level.opsPerSecond() >= minOpsPerSecond
        && level.latency(figure()) <= maxLatencyUs
        && level.errorShare() <= maxErrorShare;
  }
}
