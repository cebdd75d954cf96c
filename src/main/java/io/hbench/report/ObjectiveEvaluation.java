package io.hbench.report;

import io.hbench.figure.FigureKey;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.Timing;
import io.hbench.report.ObjectiveReport.ObjectiveInterval;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.settings.Objective;
import io.hbench.spec.Measurement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;

/**
 * Evaluation of a run's objectives, over the window and in each interval.
 *
 * @param report of the run, without its objectives
 * @param trusted false for an invalid run, which meets no objective
 */
public record ObjectiveEvaluation(
    RunRecords records, RunReport report, Measurement measurement, boolean trusted) {
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  /** Part of an interval in the window from which it is judged without a request. */
  private static final double MIN_PART = 0.5;

  /** One report for each objective, in their order. */
  List<ObjectiveReport> evaluate(List<Objective> objectives) throws IOException {
    if (objectives.isEmpty()) {
      return List.of();
    }
    Map<Objective, Map<Integer, ObjectiveInterval>> intervals = new HashMap<>();
    Map<Objective, Set<ObjectiveInterval>> down = new HashMap<>();
    objectives.forEach(objective -> intervals.put(objective, new HashMap<>()));
    objectives.forEach(objective -> down.put(objective, new HashSet<>()));
    records.eachInterval( // one pass: the intervals of a long run do not fit into memory
        (index, all) ->
            intervals.forEach(
                (objective, own) -> {
                  own.put(index, interval(objective, index, all));
                  if (isDown(objective, of(objective, all))) {
                    down.get(objective).add(own.get(index));
                  }
                }));
    return objectives.stream()
        .map(one -> evaluate(one, relevant(one, intervals.get(one)), down.get(one)))
        .toList();
  }

  /**
   * The report of an objective.
   *
   * @param intervals the relevant ones
   * @param down those with failed requests and too few answers
   */
  private ObjectiveReport evaluate(
      Objective objective, List<ObjectiveInterval> intervals, Set<ObjectiveInterval> down) {
    ObjectiveInterval worst =
        intervals.stream()
            .filter(s -> s.value() != null)
            .max(Comparator.comparing(s -> severity(objective, s.value())))
            .orElse(null);
    if (objective.isOfIntervals()) {
      worst = intervals.stream().filter(down::contains).findFirst().orElse(worst);
    }
    Double value = figure(objective, of(objective, records.totals), measurement, seconds());
    if (!objective.figure().isOfRequests()) {
      value = ofRun(objective);
      intervals = List.of();
      worst = null;
    }
    boolean met = value != null && objective.isMetBy(value);
    if (objective.isOfIntervals()) {
      value = worst == null ? null : worst.value();
      met = value != null && objective.isMetBy(value);
    }
    String server = null;
    if (objective.ofEachServer()) {
      server = worstServer(objective).orElse(null);
      value = server == null ? null : ofServer(objective, server);
      met = value != null && objective.isMetBy(value);
    }
    return new ObjectiveReport(
        objective.text(),
        objective.figure().unit().toString(),
        value,
        objective.limit(),
        trusted && met,
        server,
        worst,
        intervals);
  }

  /** The server with the worst value, or that has none; empty if none has enough requests. */
  private Optional<String> worstServer(Objective objective) {
    return records.servers.keySet().stream()
        .filter(
            server ->
                ofServer(objective, server) != null
                    || isDown(objective, of(objective, records.servers.get(server))))
        .max(
            Comparator.comparing(
                server -> ofServer(objective, server), Comparator.nullsLast(Double::compare)));
  }

  /** Whether a latency is unknown as requests failed, of which there were enough. */
  private static boolean isDown(Objective objective, SeriesSet set) {
    return objective.figure().isLatency()
        && !hasEnough(objective, times(objective, set).count())
        && hasEnough(objective, set.failed().count());
  }

  private Double ofServer(Objective objective, String server) {
    return figure(objective, of(objective, records.servers.get(server)), measurement, seconds());
  }

  /** Null if it is unknown. */
  private Double ofRun(Objective objective) {
    String of =
        switch (objective.figure().scope()) {
          case TABLE -> FigureKey.TABLE;
          case SERVERS -> FigureKey.SERVERS;
          default ->
              objective
                  .operation()
                  .or(() -> report.all().map(OperationReport::operation))
                  .orElse("");
        };
    RunFigures.Value value = RunFigures.of(report).get(new FigureKey(of, objective.figure()));
    return value == null ? null : (Double) value.value();
  }

  /**
   * Evaluates an objective of every interval in one interval.
   *
   * @return message with the missed objective and its value; empty if it is met
   */
  public static Optional<String> breach(
      Objective objective, int interval, SeriesSet all, Measurement measurement) {
    double seconds = seconds(measurement);
    Double value = figure(objective, of(objective, all), measurement, seconds);
    boolean missed =
        value == null ? isDown(objective, of(objective, all)) : !objective.isMetBy(value);
    if (interval * seconds < grace(objective) || !missed) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "'%s' is missed: %s in the interval at %.1f s",
            objective.text(),
            value == null
                ? "too few answers"
                : objective.figure().unit().text(value, objective.limit()),
            interval * seconds));
  }

  /** Length of the window. */
  private double seconds() {
    return report.window().seconds();
  }

  /** The part of the window that is in an interval. */
  private double secondsOf(int interval) {
    return records.measured.secondsOf(interval, 1, measurement, report.window());
  }

  /** Length of an interval. */
  private static double seconds(Measurement measurement) {
    return measurement.interval().toNanos() / NANOS;
  }

  /** The grace time in seconds. */
  private static double grace(Objective objective) {
    return objective.grace().map(g -> g.toNanos() / NANOS).orElse(0.0);
  }

  private static double severity(Objective objective, double value) {
    return objective.figure().moreIsBetter() ? -value : value;
  }

  /**
   * The intervals after the grace time, including those without requests; but not the rest of an
   * interval at the edge of the window in which there was only an answer left to wait for.
   */
  private List<ObjectiveInterval> relevant(
      Objective objective, Map<Integer, ObjectiveInterval> byInterval) {
    List<ObjectiveInterval> intervals = new ArrayList<>();
    double interval = seconds(measurement);
    double end = records.measured.seconds(measurement, report.window());
    for (int i = 0; i * interval < end; i++) {
      if (secondsOf(i) <= 0) {
        continue; // drops and late requests from before the window
      }
      ObjectiveInterval one = byInterval.get(i);
      one = one == null ? interval(objective, i, new SeriesSet()) : one;
      boolean mayBeEmpty = secondsOf(i) < MIN_PART * interval;
      if (i * interval >= grace(objective) && (one.count() > 0 || !mayBeEmpty)) {
        intervals.add(one);
      }
    }
    return intervals;
  }

  private ObjectiveInterval interval(Objective objective, int index, SeriesSet all) {
    SeriesSet set = of(objective, all);
    return new ObjectiveInterval(
        index * seconds(measurement),
        figure(objective, set, measurement, secondsOf(index)),
        requests(objective, set),
        exceeding(objective, set, measurement));
  }

  private static SeriesSet of(Objective objective, SeriesSet all) {
    return objective
        .operation()
        .map(name -> all.byOperation().getOrDefault(name, new SeriesSet()))
        .orElse(all);
  }

  /** Null if there are no requests, or too few for the percentile. */
  private static Double figure(
      Objective objective, SeriesSet set, Measurement measurement, double seconds) {
    if (objective.figure().isLatency()) {
      return micros(objective, times(objective, set).latencies());
    }
    return RunFigures.ofRequests(
        objective.figure(), OperationReport.counts(set, measurement, seconds), Timing.SERVICE);
  }

  private static Double micros(Objective objective, Histogram nanos) {
    if (!hasEnough(objective, nanos.getTotalCount())) {
      return null;
    }
    double value =
        switch (objective.figure()) {
          case MIN -> nanos.getMinValue();
          case MAX -> nanos.getMaxValue();
          case MEAN -> nanos.getMean();
          default -> nanos.getValueAtPercentile(objective.percentile());
        };
    return value / NANOS_PER_MICRO;
  }

  /** Whether a percentile is that of enough requests, by the rule of LatencySummary. */
  private static boolean hasEnough(Objective objective, long requests) {
    double needed = 1 / (1 - objective.percentile() / 100);
    return requests > 0 && requests >= needed - 1e-6;
  }

  private static LatencyRecord times(Objective objective, SeriesSet set) {
    if (objective.timing().isEmpty()) {
      return set.latency();
    }
    return objective.timing().get() == Timing.RESPONSE ? set.response() : set.ok();
  }

  private static long requests(Objective objective, SeriesSet set) {
    if (objective.figure().isLatency()) {
      return times(objective, set).count();
    }
    return switch (objective.figure()) {
      case AVAILABILITY, UNAVAILABLE, DROPPED -> set.sent() + set.dropped();
      default -> set.sent();
    };
  }

  /** Requests that failed, or exceeded the limit by more than the histogram's precision. */
  private static long exceeding(Objective objective, SeriesSet set, Measurement measurement) {
    if (objective.figure().isLatency()) {
      Histogram times = times(objective, set).latencies();
      long limit = Math.round(objective.limit() * NANOS_PER_MICRO);
      return times.getMaxValue() <= limit
          ? 0
          : times.getTotalCount() - times.getCountBetweenValues(0, limit);
    }
    return switch (objective.figure()) {
      case AVAILABILITY, UNAVAILABLE ->
          requests(objective, set) - OperationReport.counts(set, measurement, 1).inTime();
      case DROPPED -> set.dropped();
      case ERRORS -> set.failed().count();
      default -> 0;
    };
  }
}
