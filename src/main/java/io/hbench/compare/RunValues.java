package io.hbench.compare;

import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.latency.Timing;
import io.hbench.report.RunFigures;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.settings.Command;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The figures of a run.
 *
 * <p>Percentiles of service times, which only successful requests have, count failed requests as
 * slower than all others: where the slowest requests time out, the percentiles of the rest get
 * better, and the service does not.
 *
 * @param values by figure; without those that the run does not have
 * @param latencies of each operation, in nanoseconds, without failed requests if they are service
 *     times
 */
record RunValues(MeasuredRun run, Map<FigureKey, Double> values, Map<String, Histogram> latencies) {
  private static final double NANOS_PER_MICRO = 1e3;

  /** Failed share of the requests above a percentile from which on it is none. */
  private static final double MAX_FAILED = 0.5;

  /**
   * @param timings kind of latency of each wanted operation, by name
   */
  static RunValues read(MeasuredRun run, Map<String, Timing> timings) throws IOException {
    Map<String, Histogram> latencies = run.latencies(timings);
    Map<FigureKey, Double> values = new HashMap<>();
    boolean load =
        Command.LOAD.toString().equals(run.report().settings().get(Settings.COMMAND.name()));
    timings.forEach(
        (name, timing) -> {
          OperationReport operation = run.operation(name).orElseThrow();
          for (Figure figure : RunParts.FIGURES) {
            Double value =
                figure.isCost()
                    ? run.cost(name, figure)
                    : figure.isPercentile() && timing == Timing.SERVICE && operation.errors() > 0
                        ? amongFailed(figure, operation, latencies.get(name))
                        : RunFigures.ofRequests(figure, operation, timing);
            if (value == null && (figure == Figure.ERRORS || figure == Figure.DROPPED)) {
              value = 0.0; // of no request
            }
            boolean asked = load || figure != Figure.ROWS_PER_SECOND;
            if (asked && value != null && figure.hasLevel(value)) {
              values.put(new FigureKey(name, figure), value);
            }
          }
        });
    return new RunValues(run, values, latencies);
  }

  /**
   * A percentile of all requests; null if half or more of the requests above it failed, because a
   * little more of them would make it that of a failed one; null if there are too few requests.
   */
  private static Double amongFailed(
      Figure figure, OperationReport operation, Histogram successful) {
    if (successful == null || RunFigures.ofRequests(figure, operation, Timing.SERVICE) == null) {
      return null;
    }
    double count = successful.getTotalCount();
    double all = count + operation.errors();
    return isOfFailed(figure, operation.errors(), all)
        ? null
        : successful.getValueAtPercentile(100 * figure.share() * all / count) / NANOS_PER_MICRO;
  }

  /** Whether half or more of the requests above a percentile failed. */
  static boolean isOfFailed(Figure percentile, long errors, double all) {
    return errors > 0 && errors >= MAX_FAILED * (1 - percentile.share()) * all;
  }

  Optional<Double> value(FigureKey key) {
    return Optional.ofNullable(values.get(key));
  }

  double level(FigureKey key) {
    return key.figure().level(values.get(key));
  }

  /** Whether a percentile is missing because of failed requests. */
  boolean lacksForFailed(FigureKey key, Timing timing) {
    return key.figure().isPercentile()
        && !values.containsKey(key)
        && run.operation(key.of())
            .map(
                operation ->
                    RunFigures.ofRequests(key.figure(), operation, timing) != null
                        || (operation.errors() > 0 && operation.errors() == operation.count()))
            .orElse(false);
  }

  /**
   * Variance of the level of a share if each request goes wrong by itself, at least that of one.
   */
  double leastVariance(FigureKey key) {
    OperationReport operation = run.operation(key.of()).orElseThrow();
    double all = Math.max(1, operation.scheduled());
    return (values.get(key) * all + 1) / (all * all);
  }
}
