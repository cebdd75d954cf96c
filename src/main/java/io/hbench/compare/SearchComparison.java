package io.hbench.compare;

import io.hbench.compare.Comparer.Results;
import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.figure.Margins;
import io.hbench.findmax.FindmaxRecord.Result;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The comparison of the highest sustainable rates that searches of findmax have found.
 *
 * <p>Each search says of its rate that it is between the highest one that met the objectives and
 * the lowest one that missed them. So the change is between those of the nearest and of the
 * farthest rates. With repeats, the interval is wider by what Student's distribution says of their
 * scatter.
 */
record SearchComparison(
    String name, Results<MeasuredSearch> baseline, Results<MeasuredSearch> candidate)
    implements Comparer.Compared {

  @Override
  public Optional<double[][]> correlation() {
    return runVarianceKnown() ? Optional.of(new double[][] {{1}}) : Optional.empty();
  }

  @Override
  public Optional<FurtherFigures> further() {
    return Optional.empty();
  }

  /** Whether there are enough repeats, all with both ends, to estimate the variance. */
  private boolean runVarianceKnown() {
    return baseline.all().size() + candidate.all().size() >= SetComparison.MIN_RUNS
        && Stream.of(baseline, candidate)
            .flatMap(side -> side.all().stream())
            .map(search -> search.search().result())
            .allMatch(result -> result.passing() > 0 && Double.isFinite(result.failing()));
  }

  @Override
  public RunSetComparison result(
      SimultaneousIntervals intervals, SimultaneousIntervals ofServers, Margins margins) {
    MeasuredSearch first = candidate.all().get(0);
    return new RunSetComparison(
        name,
        first.search().command().replaceFirst(" on table .*", ""),
        first.settings().get("table"),
        runVarianceKnown(),
        baseline.lines(),
        candidate.lines(),
        List.of(
            new OperationComparison(
                FigureKey.SEARCH, null, List.of(figure(intervals, margins)), List.of(), List.of())),
        null,
        null,
        null,
        null,
        null);
  }

  private FigureComparison figure(SimultaneousIntervals intervals, Margins margins) {
    double from = mean(baseline, Result::passing);
    double to = mean(candidate, Result::passing);
    Double change = from == 0 ? null : Double.valueOf(to / from - 1);
    double spread = runVarianceKnown() ? Math.exp(spread(intervals)) : 1;
    double low = to / mean(baseline, Result::failing) / spread - 1;
    double high = mean(candidate, Result::failing) / from * spread - 1;
    if (!Double.isFinite(high)) {
      String which =
          from == 0
              ? "met the objectives in the baseline"
              : "missed the objectives in the candidate";
      return FigureComparison.of(Figure.RATE, from, to, change, "no rate " + which);
    }
    return FigureComparison.of(
        Figure.RATE, from, to, change, low, high, margins.relative(), runVarianceKnown());
  }

  /** Half the width of the interval that is due to the variance between searches, in logarithms. */
  private double spread(SimultaneousIntervals intervals) {
    RunDifference difference =
        RunDifference.of(
            new FigureKey(FigureKey.SEARCH, Figure.RATE), levels(baseline), levels(candidate));
    return intervals.reach(difference.freedom()) * Math.sqrt(difference.variance());
  }

  private static List<RunValue> levels(Results<MeasuredSearch> side) {
    return side.all().stream()
        .map(search -> search.search().result())
        .map(result -> (Math.log(result.passing()) + Math.log(result.failing())) / 2)
        .map(level -> RunValue.of(level, 0))
        .toList();
  }

  /** The geometric mean. */
  private static double mean(Results<MeasuredSearch> side, ToDoubleFunction<Result> rate) {
    return Math.exp(
        side.all().stream()
            .mapToDouble(search -> Math.log(rate.applyAsDouble(search.search().result())))
            .average()
            .orElseThrow());
  }
}
