package io.hbench.compare;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunLine;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.figure.Margins;
import io.hbench.report.SearchResult.Result;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
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
    String name,
    List<MeasuredSearch> baseline,
    List<MeasuredSearch> candidate,
    List<RunLine> baselineLines,
    List<RunLine> candidateLines)
    implements Comparer.Compared {

  @Override
  public Optional<double[][]> correlation() {
    return runVarianceKnown() ? Optional.of(new double[][] {{1}}) : Optional.empty();
  }

  /** Whether there are enough repeats, all with both ends, to estimate the variance. */
  private boolean runVarianceKnown() {
    return baseline.size() + candidate.size() >= SetComparison.MIN_RUNS
        && Stream.concat(baseline.stream(), candidate.stream())
            .map(search -> search.search().result())
            .allMatch(result -> result.passing() > 0 && Double.isFinite(result.failing()));
  }

  @Override
  public RunSetComparison result(SimultaneousIntervals intervals, Margins margins) {
    MeasuredSearch first = candidate.get(0);
    return new RunSetComparison(
        name,
        first.search().command().replaceFirst(" on table .*", ""),
        first.settings().get("table"),
        runVarianceKnown(),
        baselineLines,
        candidateLines,
        List.of(
            new OperationComparison(
                FigureKey.SEARCH, null, List.of(figure(intervals, margins)), List.of(), List.of())),
        null,
        null,
        null);
  }

  private FigureComparison figure(SimultaneousIntervals intervals, Margins margins) {
    double from = mean(baseline, Result::passing);
    double to = mean(candidate, Result::passing);
    double spread = runVarianceKnown() ? Math.exp(spread(intervals)) : 1;
    double low = to / mean(baseline, Result::failing) / spread - 1;
    double high = mean(candidate, Result::failing) / from * spread - 1;
    boolean bounded = Double.isFinite(high);
    return new FigureComparison(
        Figure.RATE.toString(),
        Figure.RATE.unit().toString(),
        from,
        to,
        from == 0 ? null : to / from - 1,
        bounded ? low : null,
        bounded ? high : null,
        bounded
            ? FigureVerdict.of(low, high, margins.relative(), true, runVarianceKnown())
            : FigureVerdict.INCONCLUSIVE,
        bounded
            ? null
            : from == 0
                ? "no rate met the objectives in the baseline"
                : "no rate missed the objectives in the candidate");
  }

  /** Half the width of the interval that is due to the variance between searches, in logarithms. */
  private double spread(SimultaneousIntervals intervals) {
    double freedom = baseline.size() + candidate.size() - 2.0;
    double squares =
        Stream.of(baseline, candidate)
            .flatMapToDouble(
                side -> {
                  double mean = levels(side).average().orElseThrow();
                  return levels(side).map(level -> (level - mean) * (level - mean));
                })
            .sum();
    double variance = squares / freedom * (1.0 / baseline.size() + 1.0 / candidate.size());
    return intervals.reach(freedom) * Math.sqrt(variance);
  }

  private static DoubleStream levels(List<MeasuredSearch> side) {
    return side.stream()
        .map(search -> search.search().result())
        .mapToDouble(result -> (Math.log(result.passing()) + Math.log(result.failing())) / 2);
  }

  /** The geometric mean. */
  private static double mean(List<MeasuredSearch> side, ToDoubleFunction<Result> rate) {
    return Math.exp(
        side.stream()
            .mapToDouble(search -> Math.log(rate.applyAsDouble(search.search().result())))
            .average()
            .orElseThrow());
  }
}
