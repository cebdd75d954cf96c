package io.hbench.compare;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import java.util.List;

/**
 * The difference of a figure between the runs of two sides.
 *
 * <p>With enough runs its variance is that between them, pooled over both sides: they are assumed
 * to scatter alike, and normally. Else it is that within the runs, if they know it, with degrees of
 * freedom by Satterthwaite (1946).
 *
 * @param from mean level of the baseline
 * @param to mean level of the candidate
 * @param variance of the difference; NaN if it is not known
 * @param freedom degrees of freedom of the variance
 * @param reason why it is not judged; null if it is
 */
record RunDifference(
    FigureKey key, double from, double to, double variance, double freedom, String reason) {
  private static final String ONE_EVENT = "outages vary; %d runs or more in all show how much";
  private static final String FEW_RUNS = "%d runs or more in all show how much it varies";

  static RunDifference of(FigureKey key, Sides<RunValue> runs) {
    double from = RunValue.mean(runs.baseline());
    double to = RunValue.mean(runs.candidate());
    if (runs.showVariance()) {
      double least = runs.all().mapToDouble(RunValue::least).max().orElse(0);
      double freedom = runs.size() - 2;
      double scatter = (squares(runs.baseline(), from) + squares(runs.candidate(), to)) / freedom;
      double variance = Math.max(least, scatter) * runs.varianceOfDifference();
      return new RunDifference(key, from, to, variance, freedom, null);
    }
    if (!runs.all().allMatch(RunValue::isVarianceKnown)) {
      String few = key.figure().isOfOutages() ? ONE_EVENT : FEW_RUNS;
      return new RunDifference(key, from, to, Double.NaN, 0, few.formatted(SetComparison.MIN_RUNS));
    }
    double variance = 0;
    double squares = 0;
    for (List<RunValue> side : List.of(runs.baseline(), runs.candidate())) {
      for (RunValue run : side) {
        double part = run.variance() / side.size() / side.size();
        variance += part;
        squares += part * part / run.freedom();
      }
    }
    return new RunDifference(
        key, from, to, variance, squares == 0 ? runs.size() : variance * variance / squares, null);
  }

  private static double squares(List<RunValue> runs, double mean) {
    return runs.stream().mapToDouble(run -> (run.level() - mean) * (run.level() - mean)).sum();
  }

  Figure figure() {
    return key.figure();
  }

  boolean isJudged() {
    return reason == null;
  }

  /** The same difference, which is not judged. */
  RunDifference because(String newReason) {
    return new RunDifference(key, from, to, variance, freedom, newReason);
  }

  double baseline() {
    return figure().value(from);
  }

  double candidate() {
    return figure().value(to);
  }

  /**
   * The change of the value; or an end of its confidence interval.
   *
   * @param errors multiples of the standard error to add
   */
  double change(double errors) {
    return figure().change(baseline(), to - from + errors * Math.sqrt(variance));
  }

  /**
   * The figure in a comparison.
   *
   * @param margin smallest change that matters
   * @param runVarianceKnown as of {@link FigureVerdict#of}
   */
  FigureComparison compared(
      SimultaneousIntervals intervals, double margin, boolean runVarianceKnown) {
    if (!isJudged()) {
      return FigureComparison.of(figure(), baseline(), candidate(), reason);
    }
    double low = change(-intervals.reach(freedom));
    double high = change(intervals.reach(freedom));
    return FigureComparison.of(
        figure(), baseline(), candidate(), low, high, margin, runVarianceKnown);
  }
}
