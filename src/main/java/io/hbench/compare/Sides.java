package io.hbench.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableFunction;

/** The two sides of a comparison: the runs of each, or what is known of each run. */
record Sides<T>(List<T> baseline, List<T> candidate) {

  /** Those of both sides, the baseline's first. */
  Stream<T> all() {
    return Stream.concat(baseline.stream(), candidate.stream());
  }

  /** The number of runs of both sides together. */
  int size() {
    return baseline.size() + candidate.size();
  }

  /** Whether there are enough repeats to estimate the variance between runs. */
  boolean showVariance() {
    return size() >= SetComparison.MIN_RUNS;
  }

  /** The variance of the difference between the means of both sides, by that of a single run. */
  double varianceOfDifference() {
    return 1.0 / baseline.size() + 1.0 / candidate.size();
  }

  /** The weight of each run in that difference, the baseline's first. */
  double[] weights() {
    double[] weights = new double[size()];
    Arrays.fill(weights, 0, baseline.size(), -1.0 / baseline.size());
    Arrays.fill(weights, baseline.size(), size(), 1.0 / candidate.size());
    return weights;
  }

  /** The sides with something else of each run. */
  <R, E extends Exception> Sides<R> map(FailableFunction<T, R, E> mapper) throws E {
    return new Sides<>(map(baseline, mapper), map(candidate, mapper));
  }

  private static <T, R, E extends Exception> List<R> map(
      List<T> side, FailableFunction<T, R, E> mapper) throws E {
    List<R> mapped = new ArrayList<>();
    for (T run : side) {
      mapped.add(mapper.apply(run));
    }
    return mapped;
  }
}
