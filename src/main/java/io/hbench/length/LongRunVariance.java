package io.hbench.length;

import org.apache.commons.math3.distribution.FDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The variance of the mean of a correlated series, from its first cosine coefficients, which are
 * nearly independent and have the same variance whatever the correlation of neighbours is, if the
 * series is steady. Their number grows with the length of the series to the power of 2/3; the mean
 * has a t distribution with as many degrees of freedom.
 *
 * <p>A drift is in the first coefficient above all: it is the test of the steady state.
 *
 * @see <a href="https://doi.org/10.1080/07350015.2018.1506926">Lazarus, Lewis, Stock and Watson,
 *     HAR inference: recommendations for practice (2018)</a>, the equal-weighted cosine estimator
 */
public final class LongRunVariance {
  /** The paper's: coefficients are 0.4 times the length to the power of 2/3. */
  private static final double COEFFICIENTS = 0.4;

  private static final double POWER = 2.0 / 3;

  /** Values of the shortest series with three coefficients. */
  public static final int MIN_VALUES = 21;

  private final int n;
  private final double[] coefficients;

  public LongRunVariance(double[] series) {
    n = series.length;
    coefficients = new double[(int) (COEFFICIENTS * Math.pow(n, POWER))];
    for (int j = 0; j < coefficients.length; j++) {
      double sum = 0;
      for (int i = 0; i < n; i++) {
        sum += series[i] * Math.cos(Math.PI * (j + 1) * (i + 0.5) / n);
      }
      coefficients[j] = sum * Math.sqrt(2.0 / n);
    }
  }

  /**
   * Half the width of the confidence interval of the mean.
   *
   * @param error probability that the interval does not contain the true mean
   */
  public double reach(double error) {
    return standardError()
        * new TDistribution(degreesOfFreedom()).inverseCumulativeProbability(1 - error / 2);
  }

  /** Standard error of the mean. */
  public double standardError() {
    return Math.sqrt(meanSquare(0) / n);
  }

  /** Degrees of freedom of the mean's t distribution. */
  public int degreesOfFreedom() {
    return coefficients.length;
  }

  /** Whether the first coefficient is larger than those of a steady series. */
  boolean hasTrend(double error) {
    double others = meanSquare(1);
    double first = coefficients[0] * coefficients[0];
    return first
        > others
            * new FDistribution(1, coefficients.length - 1).inverseCumulativeProbability(1 - error);
  }

  /** The difference between end and start of the line with the same first coefficient. */
  double trend() {
    return Math.PI * Math.PI * Math.abs(coefficients[0]) / (2 * Math.sqrt(2.0 * n));
  }

  private double meanSquare(int from) {
    double sum = 0;
    for (int j = from; j < coefficients.length; j++) {
      sum += coefficients[j] * coefficients[j];
    }
    return sum / (coefficients.length - from);
  }
}
