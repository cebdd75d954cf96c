package io.hbench.compare;

import java.util.List;
import java.util.Optional;

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

  /** The values of a figure, if all runs have it. */
  static Optional<List<RunValue>> all(List<Optional<RunValue>> runs) {
    return runs.stream().allMatch(Optional::isPresent)
        ? Optional.of(runs.stream().map(Optional::orElseThrow).toList())
        : Optional.empty();
  }

  static double mean(List<RunValue> runs) {
    return runs.stream().mapToDouble(RunValue::level).average().orElseThrow();
  }
}
