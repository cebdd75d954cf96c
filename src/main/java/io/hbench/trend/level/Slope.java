package io.hbench.trend.level;

import java.util.List;

/**
 * How much a figure follows a covariate: the slope of its residuals on those of the covariate,
 * within levels (analysis of covariance), each night without what it has from the one before, as in
 * {@link StepRegression}.
 *
 * <p>It is drawn towards 0 by how little it is known, as by the positive part of the estimator of
 * James and Stein, "Estimation with Quadratic Loss" (1961), but more: where Student's t is below 2
 * it is 0, so that a covariate that says nothing adds little noise. It is 0, too, until there are
 * enough nights. Assumption: the covariate's own noise is small; else the slope is too small.
 *
 * @param variance of the slope; 0 where that is 0
 */
record Slope(double value, double variance) {
  static final Slope NONE = new Slope(0, 0);

  /** Fewer degrees of freedom say nothing of a slope. */
  private static final int MIN_FREEDOM = 5;

  /** Student's t, squared, up to which a slope is taken for noise. */
  private static final double NOISE = 4;

  /**
   * @param values of successive nights
   * @param covariates NaN if unknown
   * @param bounds indexes between which the level is constant
   * @param phi correlation of successive nights
   * @param leastVariance of the values
   */
  static Slope of(
      double[] values,
      double[] covariates,
      List<Integer> bounds,
      double phi,
      double leastVariance) {
    double squares = 0;
    double products = 0;
    double ofValues = 0;
    int freedom = -1;
    for (int i = 1; i < bounds.size(); i++) {
      int from = bounds.get(i - 1);
      int to = bounds.get(i);
      double[] means = means(values, covariates, from, to);
      double value = 0;
      double covariate = 0;
      int number = 0;
      for (int t = from; t < to; t++) {
        if (Double.isNaN(covariates[t])) {
          continue;
        }
        boolean isNext = t > from && !Double.isNaN(covariates[t - 1]);
        double lastValue = isNext ? value : 0;
        double lastCovariate = isNext ? covariate : 0;
        value = values[t] - means[0];
        covariate = covariates[t] - means[1];
        double scale = isNext ? 1 : Math.sqrt(1 - phi * phi);
        double x = scale * covariate - phi * lastCovariate;
        double y = scale * value - phi * lastValue;
        squares += x * x;
        products += x * y;
        ofValues += y * y;
        number++;
      }
      freedom += Math.max(0, number - 1);
    }
    if (freedom < MIN_FREEDOM || squares == 0) {
      return NONE;
    }
    double estimate = products / squares;
    double residual = Math.max(0, ofValues - estimate * products) / freedom;
    double variance = Math.max(residual, leastVariance) / squares;
    double weight = Math.max(0, 1 - NOISE * variance / (estimate * estimate));
    return weight > 0 ? new Slope(weight * estimate, variance) : NONE; // NaN where both are 0
  }

  /** The means of values and covariates, of the nights with both. */
  private static double[] means(double[] values, double[] covariates, int from, int to) {
    double[] sums = new double[2];
    int number = 0;
    for (int t = from; t < to; t++) {
      if (!Double.isNaN(covariates[t])) {
        sums[0] += values[t];
        sums[1] += covariates[t];
        number++;
      }
    }
    return new double[] {sums[0] / number, sums[1] / number};
  }
}
