package io.hbench.compare;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import java.util.List;
import java.util.stream.Stream;

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

  /** Estimates a difference. */
  static RunDifference of(FigureKey key, List<RunValue> baseline, List<RunValue> candidate) {
    double from = RunValue.mean(baseline);
    double to = RunValue.mean(candidate);
    int runs = baseline.size() + candidate.size();
    double each = 1.0 / baseline.size() + 1.0 / candidate.size();
    if (runs >= SetComparison.MIN_RUNS) {
      double least =
          Stream.concat(baseline.stream(), candidate.stream())
              .mapToDouble(RunValue::least)
              .max()
              .orElse(0);
      double scatter = (squares(baseline, from) + squares(candidate, to)) / (runs - 2);
      return new RunDifference(key, from, to, Math.max(least, scatter) * each, runs - 2.0, null);
    }
    if (!Stream.concat(baseline.stream(), candidate.stream()).allMatch(RunValue::isVarianceKnown)) {
      String few = key.figure().scope() == Figure.Scope.TABLE ? ONE_EVENT : FEW_RUNS;
      return new RunDifference(key, from, to, Double.NaN, 0, few.formatted(SetComparison.MIN_RUNS));
    }
    double variance = 0;
    double squares = 0;
    for (List<RunValue> side : List.of(baseline, candidate)) {
      for (RunValue run : side) {
        double part = run.variance() / side.size() / side.size();
        variance += part;
        squares += part * part / run.freedom();
      }
    }
    return new RunDifference(
        key, from, to, variance, squares == 0 ? runs : variance * variance / squares, null);
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

  /** The value before. */
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

  /** The change of the value, which has no interval. */
  private double change() {
    return figure().change(baseline(), to - from);
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
      return FigureComparison.of(figure(), baseline(), candidate(), change(), reason);
    }
    double reach = intervals.reach(freedom);
    return FigureComparison.of(
        figure(),
        baseline(),
        candidate(),
        change(),
        change(-reach),
        change(reach),
        margin,
        runVarianceKnown);
  }
}
