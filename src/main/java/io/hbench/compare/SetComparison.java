package io.hbench.compare;

import io.hbench.compare.Comparison.CurvePoint;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunLine;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Timing;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;

/** The comparison of one set of runs: baseline and candidate of the same load. */
final class SetComparison {
  /** Runs of both sides together that are needed to estimate the variance between runs. */
  static final int MIN_RUNS = 4;

  /** Resamples of each run where the variance between runs is known and decides. */
  private static final int RESAMPLES = 250;

  /** Resamples of each run where only the variance within runs is known. */
  private static final int RESAMPLES_WITHOUT_REPEATS = 2_000;

  /** Points of a percentile curve for each halving of the distance to 100 %. */
  private static final int CURVE_TICKS = 5;

  private static final double NANOS_PER_MICRO = 1e3;

  private final String name;
  private final List<MeasuredRun> baseline;
  private final List<MeasuredRun> candidate;

  /** Operations that all runs have, with the kind of latency that is compared. */
  private final Map<String, Timing> timings = new LinkedHashMap<>();

  /** Figures without an interval, which are not estimated, with the reason. */
  private final Map<FigureKey, String> reasons = new LinkedHashMap<>();

  private final List<FigureKey> figureKeys = new ArrayList<>();
  private final DifferenceEstimate estimate;

  /**
   * Reads the histograms of the runs and resamples them.
   *
   * @param name of the set
   */
  SetComparison(String name, List<MeasuredRun> baseline, List<MeasuredRun> candidate)
      throws IOException {
    this.name = name;
    this.baseline = baseline;
    this.candidate = candidate;
    findOperations();
    findFigureKeys();
    estimate = estimate();
  }

  private Stream<MeasuredRun> all() {
    return Stream.concat(baseline.stream(), candidate.stream());
  }

  /** Whether there are enough repeats to estimate the variance between runs. */
  private boolean runVarianceKnown() {
    return baseline.size() + candidate.size() >= MIN_RUNS;
  }

  private void findOperations() {
    for (OperationReport operation : baseline.get(0).report().operations()) {
      List<OperationReport> everywhere =
          all().flatMap(run -> run.operation(operation.operation()).stream()).toList();
      if (everywhere.size() == baseline.size() + candidate.size()) {
        boolean response = everywhere.stream().allMatch(o -> o.response() != null);
        timings.put(operation.operation(), response ? Timing.RESPONSE : Timing.SERVICE);
      }
    }
  }

  /** Selects the figures that all runs have; figures that only some runs have get a reason. */
  private void findFigureKeys() {
    for (String operation : timings.keySet()) {
      for (ComparedFigure figure : ComparedFigure.values()) {
        FigureKey key = new FigureKey(operation, figure);
        long there = all().filter(run -> value(run, key).isPresent()).count();
        if (there == baseline.size() + candidate.size()) {
          figureKeys.add(key);
        } else if (there > 0) {
          reasons.put(
              key,
              "too few requests for the percentile in " + (all().count() - there) + " of the runs");
        }
      }
    }
  }

  private Optional<Double> value(MeasuredRun run, FigureKey key) {
    return run.operation(key.operation())
        .map(operation -> key.figure().of(operation, timings.get(key.operation())))
        .filter(value -> value > 0);
  }

  /** The estimate of all figures with an interval; null if there are none. */
  private DifferenceEstimate estimate() throws IOException {
    List<RunNoise> noise = new ArrayList<>();
    int resamples = runVarianceKnown() ? RESAMPLES : RESAMPLES_WITHOUT_REPEATS;
    for (MeasuredRun run : all().toList()) {
      noise.add(RunNoise.read(run, timings, !runVarianceKnown(), resamples, noise.size()));
    }
    if (!runVarianceKnown()) {
      figureKeys.forEach(
          key ->
              EffectiveSampleSize.insufficiency("baseline", key, noise.subList(0, baseline.size()))
                  .or(
                      () ->
                          EffectiveSampleSize.insufficiency(
                              "candidate", key, noise.subList(baseline.size(), noise.size())))
                  .ifPresent(reason -> reasons.put(key, reason)));
      figureKeys.removeAll(reasons.keySet());
    }
    if (figureKeys.isEmpty()) {
      return null;
    }
    DifferenceEstimate within =
        DifferenceEstimate.ofParts(
            logarithms(baseline),
            logarithms(candidate),
            noise.stream().map(run -> RunNoise.of(run.intervals(), figureKeys)).toList(),
            noise.stream()
                .filter(run -> !run.tasks().isEmpty())
                .map(run -> RunNoise.of(run.tasks(), figureKeys))
                .toList());
    return runVarianceKnown()
        ? DifferenceEstimate.ofRuns(logarithms(baseline), logarithms(candidate), within)
        : within;
  }

  private List<double[]> logarithms(List<MeasuredRun> runs) {
    return runs.stream()
        .map(
            run ->
                figureKeys.stream()
                    .mapToDouble(key -> Math.log(value(run, key).orElseThrow()))
                    .toArray())
        .toList();
  }

  /** The correlation of the estimated figures; nothing if there are none. */
  Optional<double[][]> correlation() {
    return Optional.ofNullable(estimate).map(DifferenceEstimate::correlation);
  }

  /**
   * The result of this set.
   *
   * @param intervals simultaneous intervals of all sets
   */
  RunSetComparison result(SimultaneousIntervals intervals, double margin) throws IOException {
    RunReport report = candidate.get(0).report();
    List<OperationComparison> operations = new ArrayList<>();
    Map<String, Histogram> baselineLatencies = latencies(baseline);
    Map<String, Histogram> candidateLatencies = latencies(candidate);
    for (Map.Entry<String, Timing> operation : timings.entrySet()) {
      operations.add(
          new OperationComparison(
              operation.getKey(),
              operation.getValue().toString(),
              Arrays.stream(ComparedFigure.values())
                  .map(figure -> new FigureKey(operation.getKey(), figure))
                  .map(key -> figure(key, intervals, margin))
                  .filter(Objects::nonNull)
                  .toList(),
              curve(baselineLatencies.get(operation.getKey())),
              curve(candidateLatencies.get(operation.getKey()))));
    }
    return new RunSetComparison(
        name,
        report.run().command(),
        report.settings().get("table"),
        runVarianceKnown(),
        baseline.stream().map(SetComparison::line).toList(),
        candidate.stream().map(SetComparison::line).toList(),
        operations);
  }

  /** Null if no run has the figure. */
  private FigureComparison figure(FigureKey key, SimultaneousIntervals intervals, double margin) {
    Double from = mean(baseline, key);
    Double to = mean(candidate, key);
    Double change = from == null || to == null ? null : to / from - 1;
    if (reasons.containsKey(key)) {
      return new FigureComparison(
          key.figure().toString(),
          from,
          to,
          change,
          null,
          null,
          FigureVerdict.INCONCLUSIVE,
          reasons.get(key));
    }
    int k = figureKeys.indexOf(key);
    if (k < 0) {
      return null;
    }
    double halfWidth = intervals.reach(estimate.freedom(k)) * estimate.error(k);
    double low = Math.expm1(estimate.change(k) - halfWidth);
    double high = Math.expm1(estimate.change(k) + halfWidth);
    return new FigureComparison(
        key.figure().toString(),
        from,
        to,
        change,
        low,
        high,
        FigureVerdict.of(low, high, margin, key.figure().moreIsBetter(), runVarianceKnown()),
        null);
  }

  /**
   * The geometric mean of the runs, because changes are factors; null if a run lacks the figure.
   */
  private Double mean(List<MeasuredRun> runs, FigureKey key) {
    ToDoubleFunction<MeasuredRun> logarithm = run -> Math.log(value(run, key).orElseThrow());
    return runs.stream().allMatch(run -> value(run, key).isPresent())
        ? Math.exp(runs.stream().mapToDouble(logarithm).average().orElseThrow())
        : null;
  }

  private Map<String, Histogram> latencies(List<MeasuredRun> runs) throws IOException {
    Map<String, Histogram> sums = new LinkedHashMap<>();
    for (MeasuredRun run : runs) {
      run.latencies(timings)
          .forEach(
              (operation, latencies) ->
                  sums.computeIfAbsent(operation, o -> new LatencyRecord().latencies())
                      .add(latencies));
    }
    return sums;
  }

  private static List<CurvePoint> curve(Histogram nanos) {
    return nanos == null
        ? List.of()
        : StreamSupport.stream(nanos.percentiles(CURVE_TICKS).spliterator(), false)
            .map(
                value ->
                    new CurvePoint(
                        value.getPercentileLevelIteratedTo(),
                        value.getValueIteratedTo() / NANOS_PER_MICRO))
            .toList();
  }

  private static RunLine line(MeasuredRun run) {
    RunReport report = run.report();
    return new RunLine(
        report.run().id(),
        run.directory().path().toString(),
        report.run().started(),
        report.verdict());
  }
}
