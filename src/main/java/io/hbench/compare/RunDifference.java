package io.hbench.compare;

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
 */
record RunDifference(FigureKey key, double from, double to, double variance, double freedom) {

  /**
   * Estimates a difference.
   *
   * @param minRuns runs of both sides from which on the variance between them is known
   */
  static RunDifference of(
      FigureKey key, List<RunValue> baseline, List<RunValue> candidate, int minRuns) {
    double from = RunValue.mean(baseline);
    double to = RunValue.mean(candidate);
    int runs = baseline.size() + candidate.size();
    double each = 1.0 / baseline.size() + 1.0 / candidate.size();
    if (runs >= minRuns) {
      double least =
          Stream.concat(baseline.stream(), candidate.stream())
              .mapToDouble(RunValue::least)
              .max()
              .orElse(0);
      double scatter = (squares(baseline, from) + squares(candidate, to)) / (runs - 2);
      return new RunDifference(key, from, to, Math.max(least, scatter) * each, runs - 2.0);
    }
    if (!Stream.concat(baseline.stream(), candidate.stream()).allMatch(RunValue::isVarianceKnown)) {
      return new RunDifference(key, from, to, Double.NaN, 0);
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
        key, from, to, variance, squares == 0 ? runs : variance * variance / squares);
  }

  private static double squares(List<RunValue> runs, double mean) {
    return runs.stream().mapToDouble(run -> (run.level() - mean) * (run.level() - mean)).sum();
  }

  Figure figure() {
    return key.figure();
  }

  boolean isVarianceKnown() {
    return !Double.isNaN(variance);
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
  double change() {
    return figure().change(baseline(), to - from);
  }
}
