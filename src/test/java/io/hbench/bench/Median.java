package io.hbench.bench;

import java.util.Collection;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.stat.StatUtils;

/** The middle one of a few measurements: on a busy machine the mean is that of the outliers. */
final class Median {
  private Median() {}

  static double of(Collection<Double> figures) {
    return of(figures.stream().mapToDouble(Double::doubleValue));
  }

  static double of(DoubleStream figures) {
    return StatUtils.percentile(figures.toArray(), 50);
  }
}
