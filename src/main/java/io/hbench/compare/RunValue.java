package io.hbench.compare;

import java.util.List;

/**
 * What a run says of a figure.
 *
 * @param level of the value, on the scale of the figure
 * @param variance of the level within the run; NaN if it is not known
 * @param freedom degrees of freedom of the variance
 * @param least lower limit of the variance of a single run
 */
record RunValue(double level, double variance, double freedom, double least) {
  /** A level whose variance is not known. */
  static RunValue of(double level, double least) {
    return new RunValue(level, Double.NaN, 0, least);
  }

  boolean isVarianceKnown() {
    return !Double.isNaN(variance);
  }

  static double mean(List<RunValue> runs) {
    return runs.stream().mapToDouble(RunValue::level).average().orElseThrow();
  }
}
