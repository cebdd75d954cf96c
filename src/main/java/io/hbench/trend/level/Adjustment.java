package io.hbench.trend.level;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** What a covariate explains of the values of successive nights, as it is known after the last. */
final class Adjustment {
  private final IntFunction<double[]> covariate;
  private Slope slope = Slope.NONE;
  private boolean isKnown;

  /** The covariate's deviations, 0 if unknown. */
  private double[] deviations = {};

  Adjustment(IntFunction<double[]> covariate) {
    this.covariate = covariate;
  }

  /**
   * Learns what the covariate explains, and takes it from the values.
   *
   * @param limited the adjusted values of the night before, with limited outliers: these would hide
   *     what is explained
   * @param bounds indexes between which the level is constant; what is beyond the last one has no
   *     part in how much is explained, or it would explain itself
   * @param phi correlation of successive nights
   * @param leastVariance of the values
   * @param adjusted the values without what is explained; they are left as they are if nothing is
   *     known of the covariate
   */
  void apply(
      double[] raw,
      double[] limited,
      int nights,
      List<Integer> bounds,
      double phi,
      double leastVariance,
      double[] adjusted) {
    double[] known = covariate.apply(nights);
    isKnown = known != null;
    if (!isKnown) {
      return;
    }
    double[] values = Arrays.copyOf(raw, nights);
    for (int i = 0; i < deviations.length; i++) {
      values[i] = limited[i] + slope.value() * deviations[i];
    }
    deviations = new double[nights];
    slope = Slope.of(values, known, bounds, phi, leastVariance);
    for (int i = 0; i < nights; i++) {
      deviations[i] = Double.isNaN(known[i]) ? 0 : known[i];
      adjusted[i] = raw[i] - slope.value() * deviations[i];
    }
  }

  boolean isKnown() {
    return isKnown;
  }

  /** What is explained of the last night. */
  double ofLast() {
    return isKnown ? slope.value() * deviations[deviations.length - 1] : 0;
  }

  /** The variance of what is explained of the last night's difference from others. */
  double varianceOfLast(int from, int to) {
    return variance(deviations.length - 1, deviations.length, from, to);
  }

  /** The variance of what is explained of a step, between the nights before it and all others. */
  double varianceOfStep(int from, int at) {
    return variance(at, deviations.length, from, at);
  }

  /** The variance of what is explained of the difference between some nights and others. */
  private double variance(int from, int to, int othersFrom, int othersTo) {
    if (slope.variance() == 0) {
      return 0;
    }
    double difference = mean(from, to) - mean(othersFrom, othersTo);
    return difference * difference * slope.variance();
  }

  private double mean(int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += deviations[i];
    }
    return sum / (to - from);
  }
}
