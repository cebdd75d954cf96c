package io.hbench.trend.level;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.special.Beta;

/**
 * Regression of successive values on a level and a step, by generalized least squares: what differs
 * in a night is partly there in the next one, too (autoregressive noise of order 1). So a night
 * counts by what it does not have from the one before: Prais and Winsten, "Trend Estimators and
 * Serial Correlation" (1954).
 *
 * <p>What varies is taken from all nights, or from those since the last change alone if they vary
 * more: behind a change there are few at first.
 */
final class StepRegression {
  /** Squares of Student's t below this are never significant, whatever the degrees of freedom. */
  private static final double NOT_SIGNIFICANT = 4;

  private final double[] levels;
  private final int from;
  private final int end;
  private final Correlation correlation;
  private final double phi;
  private final double leastVariance;

  /** What each night does not have from the one before; the first one is scaled alike. */
  private final double[] news;

  private double earlierSquares;
  private int earlierFreedom;

  /**
   * The correlation of successive nights.
   *
   * @param variance of the estimate; infinite if nothing is known
   */
  record Correlation(double estimate, double variance) {
    static final Correlation NONE = new Correlation(0, 0);
    static final Correlation UNKNOWN = new Correlation(0, Double.POSITIVE_INFINITY);
  }

  /**
   * A step.
   *
   * @param at first index after it
   * @param after number of nights after it
   * @param variance of its size
   * @param freedom degrees of freedom of that
   */
  record Step(int at, int after, double size, double variance, double freedom) {
    /** The square of Student's t. */
    double t2() {
      return size == 0 ? 0 : size * size / variance; // both are 0 where all values are
    }

    /**
     * The p-value, corrected for all places at which steps are looked for (Bonferroni). Those with
     * few nights after them have the larger shares, 1 / (n (n − 1)), whose sum from three on is a
     * half: what is older was looked for in earlier nights, too.
     */
    double p() {
      if (t2() < NOT_SIGNIFICANT) {
        return 1;
      }
      // the tails of Student's distribution: Abramowitz and Stegun, 26.7.1 and 26.5.27
      double p = Beta.regularizedBeta(freedom / (freedom + t2()), freedom / 2, 0.5);
      return Math.min(1, p * after * (after - 1) / 2);
    }
  }

  /**
   * @param levels of successive nights
   * @param bounds indexes between which the level is constant but for a step between the last two:
   *     0, those of earlier changes, and the number of nights
   * @param leastVariance of the noise
   */
  StepRegression(
      double[] levels, List<Integer> bounds, Correlation correlation, double leastVariance) {
    this.levels = levels;
    this.from = bounds.get(bounds.size() - 2);
    this.end = bounds.get(bounds.size() - 1);
    this.correlation = correlation;
    this.phi = correlation.estimate();
    this.leastVariance = leastVariance;
    this.news = new double[end];
    for (int i = 1; i < bounds.size(); i++) {
      int first = bounds.get(i - 1);
      transform(first, bounds.get(i));
      if (first != from) {
        double product = levelProduct(first, bounds.get(i));
        int length = bounds.get(i) - first;
        earlierSquares += squares(first, bounds.get(i)) - product * product / levelSquares(length);
        earlierFreedom += length - 1;
      }
    }
  }

  private void transform(int first, int last) {
    double middle = Arrays.stream(levels, first, last).average().orElseThrow(); // keeps digits
    news[first] = Math.sqrt(1 - phi * phi) * (levels[first] - middle);
    for (int t = first + 1; t < last; t++) {
      news[t] = levels[t] - middle - phi * (levels[t - 1] - middle);
    }
  }

  private double squares(int first, int last) {
    return Arrays.stream(news, first, last).map(x -> x * x).sum();
  }

  /** The product of the values with the column of the level. */
  private double levelProduct(int first, int last) {
    return Math.sqrt(1 - phi * phi) * news[first]
        + (1 - phi) * Arrays.stream(news, first + 1, last).sum();
  }

  private double levelSquares(int length) {
    return 1 - phi * phi + (length - 1) * (1 - phi) * (1 - phi);
  }

  private double stepSquares(int after) {
    return 1 + (after - 1) * (1 - phi) * (1 - phi);
  }

  /** The steps at {@code first ≤ at ≤ last}, each as if it were the only one. */
  Stream<Step> steps(int first, int last) {
    double[] later = new double[end + 1]; // sums from an index on
    for (int t = end - 1; t >= from; t--) {
      later[t] = later[t + 1] + news[t];
    }
    double all = squares(from, end);
    double ofLevel = levelProduct(from, end);
    return IntStream.rangeClosed(first, last)
        .mapToObj(at -> step(at, all, ofLevel, news[at] + (1 - phi) * later[at + 1]));
  }

  private Step step(int at, double all, double ofLevel, double ofStep) {
    int after = end - at;
    double levelSquares = levelSquares(end - from);
    double stepSquares = stepSquares(after);
    double both = stepSquares - phi;
    double determinant = levelSquares * stepSquares - both * both;
    double size = (levelSquares * ofStep - both * ofLevel) / determinant;
    double level = (ofLevel - both * size) / levelSquares;
    double squares = Math.max(0, all - level * ofLevel - size * ofStep);
    int freedom = end - from - 2;
    double variance = squares / freedom;
    double pooled = (squares + earlierSquares) / (freedom + earlierFreedom);
    if (pooled >= variance) {
      variance = pooled;
      freedom += earlierFreedom;
    }
    double spread = Math.max(variance, leastVariance) * levelSquares / determinant;
    return new Step(at, after, size, spread, freedom(freedom, after));
  }

  /**
   * With f degrees of freedom the logarithm of the noise's variance has a variance of 2 / f. That
   * of the correlation adds to it, by the slope of the logarithm of a step's variance; the sum is
   * taken for that of a variance with fewer degrees (Satterthwaite, "An Approximate Distribution of
   * Estimates of Variance Components", 1946).
   */
  private double freedom(int freedom, int after) {
    double slope = 2 * (1 - phi) * (after - 1) / stepSquares(after);
    return 2 / (2.0 / freedom + slope * slope * correlation.variance());
  }
}
