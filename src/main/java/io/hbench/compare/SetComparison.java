package io.hbench.compare;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunLine;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.DifferenceEstimate.Change;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.figure.Margins;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Timing;
import io.hbench.length.EffectiveSampleSize;
import io.hbench.report.Percentile;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.rundir.Noise;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.commons.math3.stat.StatUtils;

/** The comparison of one set of runs: baseline and candidate of the same load. */
public final class SetComparison implements Comparer.Compared {
  /** Runs of both sides together that are needed to estimate the variance between runs. */
  public static final int MIN_RUNS = 4;

  private final String name;
  private final Sides<RunLine> lines;
  private final Sides<RunValues> runs;
  private final boolean offersCommands;

  /** Operations that all runs have, with the kind of latency that is compared. */
  private final Map<String, Timing> timings = new LinkedHashMap<>();

  /** Figures without an interval, which are not estimated, with the reason. */
  private final Map<FigureKey, String> reasons = new LinkedHashMap<>();

  private final List<FigureKey> figureKeys = new ArrayList<>();
  private final DifferenceEstimate estimate;
  private final Optional<FurtherFigures> further;

  /** Reads the histograms of the runs and estimates the differences. */
  SetComparison(
      String name, Sides<MeasuredRun> measured, Sides<RunLine> lines, boolean offersCommands)
      throws IOException {
    this.name = name;
    this.offersCommands = offersCommands;
    this.lines = lines;
    findOperations(measured.all().toList());
    runs = measured.map(run -> RunValues.read(run, timings));
    findFigureKeys();
    estimate = estimate();
    further = isLive() ? Optional.empty() : Optional.of(new FurtherFigures(measured));
  }

  private boolean isLive() {
    return runs.baseline().get(0).run().alternation().isPresent();
  }

  private void findOperations(List<MeasuredRun> measured) {
    for (String operation : measured.get(0).operationNames()) {
      List<OperationReport> everywhere =
          measured.stream().flatMap(run -> run.operation(operation).stream()).toList();
      if (everywhere.size() == measured.size()) {
        boolean response = everywhere.stream().allMatch(o -> o.response() != null);
        timings.put(operation, response ? Timing.RESPONSE : Timing.SERVICE);
      }
    }
  }

  /** Selects the figures that all runs have; figures of some runs only get a reason. */
  private void findFigureKeys() {
    for (String operation : timings.keySet()) {
      for (Figure figure : RunParts.FIGURES) {
        if (!isOfInterest(operation, figure)) {
          continue;
        }
        FigureKey key = new FigureKey(operation, figure);
        List<RunValues> without = runs.all().filter(run -> run.value(key).isEmpty()).toList();
        if (without.isEmpty()) {
          // shares if any request went wrong
          if (!figure.isShare() || runs.all().anyMatch(run -> run.value(key).orElseThrow() > 0)) {
            figureKeys.add(key);
          }
        } else {
          reason(key, without).ifPresent(reason -> reasons.put(key, reason));
        }
      }
    }
  }

  /**
   * Whether a figure is compared, as each needless one widens all intervals: of all operations
   * together their cost alone, and unavailability if any request was too late by one limit.
   */
  private boolean isOfInterest(String operation, Figure figure) {
    return operation.equals(FigureKey.TOTAL)
        ? figure.isCost()
        : figure != Figure.UNAVAILABLE
            || (runs.all().map(run -> run.run().outageAfter()).distinct().count() == 1
                && runs.all()
                    .anyMatch(run -> run.run().operation(operation).orElseThrow().late() > 0));
  }

  /** Why a figure has no interval; nothing if no run could have it. */
  private Optional<String> reason(FigureKey key, List<RunValues> without) {
    Timing timing = timings.get(key.of());
    long failed = without.stream().filter(run -> run.lacksForFailed(key, timing)).count();
    if (failed > 0) {
      return Optional.of(
          "half or more of the requests above the percentile failed in %d of the runs"
              .formatted(failed));
    }
    return without.size() == runs.size()
        ? Optional.empty()
        : Optional.of(lack(key.figure()).formatted(without.size()));
  }

  /** Why runs may lack a figure, with the place of their number. */
  private static String lack(Figure figure) {
    return figure.isPercentile()
        ? "too few requests for the percentile in %d of the runs"
        : figure.isCost()
            ? "the cost of an operation is unknown in %d of the runs"
            : "no request succeeded in %d of the runs";
  }

  /** The estimate of all figures with an interval; null if there are none. */
  private DifferenceEstimate estimate() throws IOException {
    boolean withTasks = !isLive() && !runs.showVariance();
    Sides<RunNoise> noise = runs.map(run -> RunNoise.read(run.run(), timings, withTasks));
    if (!runs.showVariance()) {
      Stream<FigureKey> figures = figureKeys.stream().filter(key -> !key.figure().isShare());
      figures.forEach(
          key ->
              insufficiency("baseline", key, noise.baseline())
                  .or(() -> insufficiency("candidate", key, noise.candidate()))
                  .ifPresent(reason -> reasons.put(key, reason)));
      figureKeys.removeAll(reasons.keySet());
    }
    if (figureKeys.isEmpty()) {
      return null;
    }
    Sides<double[]> levels = runs.map(run -> figureKeys.stream().mapToDouble(run::level).toArray());
    Sides<FigureNoise> ofIntervals = noise.map(run -> run.ofIntervals(figureKeys));
    if (isLive()) {
      return DifferenceEstimate.ofPairs(levels, ofIntervals, leastVariances());
    }
    List<RunNoise.Unseen> unseen =
        figureKeys.stream().map(key -> RunNoise.unseen(key, noise)).toList();
    DifferenceEstimate within =
        DifferenceEstimate.ofParts(levels, ofIntervals, unseen, leastVariances());
    return runs.showVariance() ? DifferenceEstimate.ofRuns(levels, within) : within;
  }

  private static Optional<String> insufficiency(String side, FigureKey key, List<RunNoise> noise) {
    return EffectiveSampleSize.insufficiency(side, key.figure(), RunNoise.above(key, noise));
  }

  private double[] leastVariances() {
    return figureKeys.stream()
        .mapToDouble(
            key ->
                key.figure().isShare()
                    ? leastVariance(key, runs.baseline()) + leastVariance(key, runs.candidate())
                    : 0)
        .toArray();
  }

  private static double leastVariance(FigureKey key, List<RunValues> side) {
    return side.stream().mapToDouble(run -> run.leastVariance(key)).sum()
        / ((double) side.size() * side.size());
  }

  @Override
  public Optional<double[][]> correlation() {
    return Optional.ofNullable(estimate).map(DifferenceEstimate::correlation);
  }

  @Override
  public Optional<FurtherFigures> further() {
    return further;
  }

  @Override
  public RunSetComparison result(
      SimultaneousIntervals intervals, SimultaneousIntervals ofServers, Margins margins) {
    RunReport report = runs.candidate().get(0).run().report();
    List<OperationComparison> operations = new ArrayList<>();
    PowerAnalysis power = new PowerAnalysis(intervals.pointwise());
    for (Map.Entry<String, Timing> operation : timings.entrySet()) {
      operations.add(
          new OperationComparison(
              operation.getKey(),
              operation.getValue().toString(),
              RunParts.FIGURES.stream()
                  .map(figure -> new FigureKey(operation.getKey(), figure))
                  .map(key -> figure(key, intervals, margins, power))
                  .filter(Objects::nonNull)
                  .toList(),
              curve(runs.baseline(), operation.getKey()),
              curve(runs.candidate(), operation.getKey())));
    }
    return new RunSetComparison(
        name,
        report.run().command(),
        report.settings().get("table"),
        runs.showVariance(),
        lines.baseline(),
        lines.candidate(),
        further.map(more -> more.addTo(operations, intervals, margins)).orElse(operations),
        power.plan(report, runs.showVariance(), offersCommands),
        isLive() ? runs.baseline().get(0).run().live() : null,
        isLive() ? null : knownNoise().orElse(null),
        further.map(FurtherFigures::others).orElse(null),
        further
            .flatMap(more -> more.byServer(ofServers, margins, runs.showVariance()))
            .orElse(null));
  }

  /**
   * How much runs of this load differ though nothing has changed: by the history of their suite, or
   * else by the compared repeats; empty if neither is there.
   */
  private Optional<Noise> knownNoise() {
    List<Noise> written =
        Stream.concat(runs.candidate().stream(), runs.baseline().stream())
            .map(run -> run.run().report().noise())
            .filter(Objects::nonNull)
            .toList();
    return written.stream()
        .filter(noise -> noise.of() == Noise.Of.NIGHTS)
        .findFirst()
        .or(this::noiseOfRepeats)
        .or(() -> written.stream().findFirst());
  }

  /** The pooled standard deviation of the levels of both sides, around their means. */
  private Optional<Noise> noiseOfRepeats() {
    if (!runs.showVariance() || figureKeys.isEmpty()) {
      return Optional.empty();
    }
    List<Noise.Figure> figures = new ArrayList<>();
    for (FigureKey key : figureKeys) {
      double squares = squares(runs.baseline(), key) + squares(runs.candidate(), key);
      double scatter = Math.sqrt(squares / (runs.size() - 2));
      figures.add(new Noise.Figure(key.of(), key.figure(), scatter));
    }
    return Optional.of(new Noise(Noise.Of.RUNS, runs.size(), figures));
  }

  private static double squares(List<RunValues> runs, FigureKey key) {
    double[] levels = runs.stream().mapToDouble(run -> run.level(key)).toArray();
    return StatUtils.variance(levels) * (levels.length - 1);
  }

  /**
   * Null if no run has the figure.
   *
   * @param power to add the figure to if it is inconclusive
   */
  private FigureComparison figure(
      FigureKey key, SimultaneousIntervals intervals, Margins margins, PowerAnalysis power) {
    Figure figure = key.figure();
    Double from = mean(runs.baseline(), key);
    Double to = mean(runs.candidate(), key);
    if (reasons.containsKey(key)) {
      return FigureComparison.of(figure, from, to, reasons.get(key));
    }
    int k = figureKeys.indexOf(key);
    if (k < 0) {
      return null;
    }
    Change estimated = estimate.change(k);
    double halfWidth = intervals.reach(estimated.freedom()) * Math.sqrt(estimated.variance());
    double one = figure.change(from, estimated.size() - halfWidth);
    double other = figure.change(from, estimated.size() + halfWidth);
    double margin = margins.of(figure.isShare());
    FigureComparison comparison =
        FigureComparison.of(
            figure,
            from,
            to,
            Math.min(one, other),
            Math.max(one, other),
            margin,
            runs.showVariance() || isLive());
    if (comparison.verdict() == FigureVerdict.INCONCLUSIVE && !isLive()) {
      double ofARun = 1 / runs.varianceOfDifference();
      double within = ofARun * estimated.varianceWithin();
      power.add(
          key,
          ofARun * estimated.variance() - within,
          within,
          figure.isShare() ? margin : Math.log1p(margin));
    }
    return comparison;
  }

  /** The mean of the runs, by levels; null if a run lacks the figure. */
  private static Double mean(List<RunValues> side, FigureKey key) {
    return side.stream().allMatch(run -> run.value(key).isPresent())
        ? key.figure()
            .value(side.stream().mapToDouble(run -> run.level(key)).average().orElseThrow())
        : null;
  }

  private static List<Percentile> curve(List<RunValues> side, String operation) {
    Histogram nanos = new LatencyRecord().latencies();
    side.forEach(run -> Optional.ofNullable(run.latencies().get(operation)).ifPresent(nanos::add));
    return nanos.getTotalCount() == 0 ? List.of() : Percentile.curve(nanos);
  }
}
