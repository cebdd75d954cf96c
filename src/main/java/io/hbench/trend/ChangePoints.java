package io.hbench.trend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Detection of change points: the places where the level of a series changes.
 *
 * <p>Candidates are found by E-divisive: Matteson and James, "A Nonparametric Approach for Multiple
 * Change Point Analysis of Multivariate Data" (2014), equations 5 to 7, with the exponent 1. As in
 * "Hunter: Using Change Point Detection to Hunt for Performance Regressions" (Fleming and others,
 * 2023), Student's t-test replaces the permutation test, whose smallest possible p-value is too
 * large for short series; a first pass with a lenient level finds candidates; then candidates that
 * are not significant are removed, the weakest first.
 *
 * <p>Unlike Hunter's, p-values are corrected for the number of possible places (Bonferroni): the
 * most suspicious of 300 places easily has p = 0.001 by chance. If all values are positive, their
 * logarithms are used, because latencies and rates vary by a share of themselves. Single outliers
 * are first limited (Hampel's filter), because they would hide the changes around them.
 */
public final class ChangePoints {
  /** Minimum number of values between two changes: one or two outliers are no new level. */
  public static final int MIN_SEGMENT = 3;

  /** Significance level: the share of series without a change in which one is found. */
  private static final double LEVEL = 0.01;

  /** Significance level of a candidate, without correction. */
  private static final double LENIENT = 0.01;

  /** Distance in standard deviations beyond which a value is an outlier. */
  private static final double OUTLIER = 5;

  /** Median distance of two normal random numbers, in standard deviations: √2 × 0.6745. */
  private static final double MEDIAN_STEP = 0.9539;

  /**
   * A change point.
   *
   * @param index of the first value after the change
   * @param before mean since the previous change, with limited outliers
   * @param after mean up to the next change, likewise
   * @param p corrected p-value
   */
  public record Found(int index, double before, double after, double p) {}

  private final double[] values;
  private final double[] levels;
  private final double resolution;

  private ChangePoints(double[] raw, double resolution) {
    boolean shares = Arrays.stream(raw).allMatch(value -> value > 0);
    this.resolution = shares ? resolution / mean(raw, 0, raw.length) : resolution;
    this.levels = limitOutliers(shares ? Arrays.stream(raw).map(Math::log).toArray() : raw);
    this.values = shares ? Arrays.stream(levels).map(Math::exp).toArray() : levels;
  }

  /**
   * Limits outliers to {@link #OUTLIER} standard deviations from the median of five neighbours
   * (Hampel's filter). The standard deviation is estimated from the differences between neighbours,
   * only one of which is affected by a change of the level.
   */
  private double[] limitOutliers(double[] raw) {
    double[] steps =
        IntStream.range(1, raw.length).mapToDouble(i -> Math.abs(raw[i] - raw[i - 1])).toArray();
    double far = OUTLIER * Math.max(resolution, new Median().evaluate(steps) / MEDIAN_STEP);
    return IntStream.range(0, raw.length)
        .mapToDouble(
            i -> {
              int from = Math.max(0, i - 2);
              int to = Math.min(raw.length, i + 3);
              double middle = new Median().evaluate(raw, from, to - from);
              return Math.max(middle - far, Math.min(middle + far, raw[i]));
            })
        .toArray();
  }

  /**
   * Finds the change points of a series.
   *
   * @param resolution of the values, in their unit: lower limit of their standard deviation, even
   *     if all values are equal
   * @param margin smallest change that matters, as a share of the mean before it
   * @return in their order; none if the series is too short
   */
  public static List<Found> of(double[] values, double resolution, double margin) {
    if (values.length < 2 * MIN_SEGMENT) {
      return List.of();
    }
    ChangePoints series = new ChangePoints(values, resolution);
    List<Integer> candidates = new ArrayList<>();
    series.divide(0, values.length, candidates);
    return series.significant(candidates, margin);
  }

  /** Splits a segment where its two sides differ most, and then its parts. */
  private void divide(int from, int to, List<Integer> candidates) {
    if (to - from < 2 * MIN_SEGMENT) {
      return;
    }
    Split split = best(from, to);
    if (test(from, split.at(), split.to()) <= LENIENT) {
      divide(from, split.at(), candidates);
      candidates.add(split.at());
      divide(split.at(), to, candidates);
    }
  }

  /**
   * A candidate.
   *
   * @param to end of the right side: values after it may be like the left side again
   */
  private record Split(int at, int to, double divergence) {}

  /**
   * The split of {@code from ≤ at < to} with the greatest divergence of its sides X and Y, of m and
   * n values: mn / (m + n) × (2 E|X − Y| − E|X − X'| − E|Y − Y'|). The time is quadratic in the
   * length: the sums of distances within and between the sides are updated for each further value.
   */
  private Split best(int from, int to) {
    int length = to - from;
    double[] left = new double[length + 1];
    double[] right = new double[length + 1];
    double[] between = new double[length + 1];
    double[] distances = new double[length + 1]; // of the newest value to those before an index
    Split best = new Split(from, from, Double.NEGATIVE_INFINITY);
    for (int newest = 0; newest < length; newest++) {
      for (int i = 0; i < newest; i++) {
        distances[i + 1] = distances[i] + Math.abs(levels[from + i] - levels[from + newest]);
      }
      double all = distances[newest];
      left[newest + 1] = left[newest] + all;
      for (int m = 1; m <= newest; m++) {
        between[m] += distances[m];
        right[m] += all - distances[m];
        int n = newest + 1 - m;
        if (m >= MIN_SEGMENT && n >= MIN_SEGMENT) {
          double pairs = (double) m * n;
          double divergence =
              (2 * between[m] / pairs - left[m] / pairs(m) - right[m] / pairs(n)) * pairs / (m + n);
          if (divergence > best.divergence) {
            best = new Split(from + m, from + newest + 1, divergence);
          }
        }
      }
    }
    return best;
  }

  private static double pairs(int n) {
    return n * (n - 1) / 2.0;
  }

  /** Removes the weakest candidates until all are significant, then those below the margin. */
  private List<Found> significant(List<Integer> candidates, double margin) {
    List<Integer> left = new ArrayList<>(candidates);
    while (true) {
      List<Found> changes = changes(left);
      int weakest = 0;
      int smallest = 0;
      for (int i = 1; i < changes.size(); i++) {
        weakest = changes.get(i).p() > changes.get(weakest).p() ? i : weakest;
        smallest = size(changes.get(i)) < size(changes.get(smallest)) ? i : smallest;
      }
      if (changes.isEmpty()) {
        return changes;
      } else if (changes.get(weakest).p() > LEVEL) {
        left.remove(weakest);
      } else if (size(changes.get(smallest)) < margin) {
        left.remove(smallest);
      } else {
        return changes;
      }
    }
  }

  private static double size(Found change) {
    return Math.abs(change.after() - change.before()) / Math.abs(change.before());
  }

  private List<Found> changes(List<Integer> indexes) {
    int places = values.length - 2 * MIN_SEGMENT + 1;
    List<Found> changes = new ArrayList<>();
    for (int i = 0; i < indexes.size(); i++) {
      int from = i == 0 ? 0 : indexes.get(i - 1);
      int at = indexes.get(i);
      int to = i == indexes.size() - 1 ? values.length : indexes.get(i + 1);
      changes.add(
          new Found(
              at,
              mean(values, from, at),
              mean(values, at, to),
              Math.min(1, places * test(from, at, to))));
    }
    return changes;
  }

  /** The p-value of the two-sided Student's t-test that the means of both segments are equal. */
  private double test(int from, int at, int to) {
    double difference = mean(levels, from, at) - mean(levels, at, to);
    if (difference == 0) {
      return 1;
    }
    int freedom = to - from - 2;
    double variance =
        Math.max((squares(from, at) + squares(at, to)) / freedom, resolution * resolution);
    double t2 = difference * difference / (variance * (1.0 / (at - from) + 1.0 / (to - at)));
    // the tails of Student's distribution: Abramowitz and Stegun, 26.7.1 and 26.5.27
    return Beta.regularizedBeta(freedom / (freedom + t2), freedom / 2.0, 0.5);
  }

  private static double mean(double[] of, int from, int to) {
    return Arrays.stream(of, from, to).average().orElseThrow();
  }

  private double squares(int from, int to) {
    double mean = mean(levels, from, to);
    return Arrays.stream(levels, from, to).map(level -> (level - mean) * (level - mean)).sum();
  }
}
