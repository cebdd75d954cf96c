package io.hbench.compare;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.RunLine;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.figure.Margins;
import io.hbench.findmax.FindmaxRecord;
import io.hbench.findmax.FindmaxRecord.Result;
import io.hbench.findmax.FindmaxRecord.Step;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * The comparison of the highest sustainable rates that searches of findmax have found.
 *
 * <p>Each search says of its rate that it is between the highest one that met the objectives and
 * the lowest one that missed them. So the change is between those of the nearest and of the
 * farthest rates. With repeats, the interval is wider by what Student's distribution says of their
 * scatter.
 */
record SearchComparison(String name, Sides<MeasuredSearch> searches, Sides<RunLine> lines)
    implements Comparer.Compared {

  @Override
  public Optional<double[][]> correlation() {
    return runVarianceKnown() ? Optional.of(new double[][] {{1}}) : Optional.empty();
  }

  /** Whether there are enough repeats, all with both ends, to estimate the variance. */
  private boolean runVarianceKnown() {
    return searches.showVariance()
        && searches
            .all()
            .map(search -> search.search().result())
            .allMatch(result -> result.passing() > 0 && Double.isFinite(result.failing()));
  }

  @Override
  public RunSetComparison result(
      SimultaneousIntervals intervals, SimultaneousIntervals ofServers, Margins margins) {
    MeasuredSearch first = searches.candidate().get(0);
    return new RunSetComparison(
        name,
        first.search().command().replaceFirst(" on table .*", ""),
        first.settings().get("table"),
        runVarianceKnown(),
        lines.baseline(),
        lines.candidate(),
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
    double from = mean(searches.baseline(), Result::passing);
    double to = mean(searches.candidate(), Result::passing);
    double spread = runVarianceKnown() ? Math.exp(spread(intervals)) : 1;
    boolean tooHigh = isUnconfirmed(searches.candidate()); // as it may be, and not too low
    double low = tooHigh ? -1 : to / failing(searches.baseline()) / spread - 1;
    double high = failing(searches.candidate()) / from * spread - 1;
    if (isUnconfirmed(searches.baseline()) || (tooHigh && high >= -margins.relative())) {
      return FigureComparison.of(Figure.RATE, from, to, "a rate was not confirmed");
    }
    if (!Double.isFinite(high)) {
      String which =
          from == 0
              ? "met the objectives in the baseline"
              : "missed the objectives in the candidate";
      return FigureComparison.of(Figure.RATE, from, to, "no rate " + which);
    }
    return FigureComparison.of(
        Figure.RATE, from, to, low, high, margins.relative(), runVarianceKnown());
  }

  private static boolean isUnconfirmed(List<MeasuredSearch> of) {
    return of.stream().anyMatch(one -> one.search().result().isUnconfirmed());
  }

  /** Half the width of the interval that is due to the variance between searches, in logarithms. */
  private double spread(SimultaneousIntervals intervals) {
    RunDifference difference =
        RunDifference.of(
            new FigureKey(FigureKey.SEARCH, Figure.RATE), searches.map(SearchComparison::level));
    return intervals.reach(difference.freedom()) * Math.sqrt(difference.variance());
  }

  private static RunValue level(MeasuredSearch search) {
    Result result = search.search().result();
    return RunValue.of((Math.log(result.passing()) + Math.log(result.failing())) / 2, 0);
  }

  private static double mean(List<MeasuredSearch> side, ToDoubleFunction<Result> rate) {
    return mean(side.stream().mapToDouble(s -> rate.applyAsDouble(s.search().result())));
  }

  private static double failing(List<MeasuredSearch> side) {
    return mean(side.stream().mapToDouble(search -> failing(search.search())));
  }

  /** If no rate met the objectives, not even by its figures, that of the limiting step. */
  private static double failing(FindmaxRecord search) {
    Result result = search.result();
    return result.rate() == null && result.lowestFailing() == null && result.tellsOfServers()
        ? search.steps().stream()
            .filter(step -> Objects.equals(step.number(), result.limitingStep()))
            .mapToDouble(Step::rate)
            .findFirst()
            .orElse(result.failing())
        : result.failing();
  }

  /** The geometric mean. */
  private static double mean(DoubleStream rates) {
    return Math.exp(rates.map(Math::log).average().orElseThrow());
  }
}
