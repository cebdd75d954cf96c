package io.hbench.trend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Where the level of a series changes.
 *
 * <p>Candidates are found by E-divisive: Matteson and James, "A Nonparametric Approach for Multiple
 * Change Point Analysis of Multivariate Data" (2014), equations 5 to 7, with the exponent 1. As in
 * "Hunter: Using Change Point Detection to Hunt for Performance Regressions" (Fleming and others,
 * 2023), Student's t-test takes the place of their permutations, whose least p-value is too large
 * in short series; a first, lenient pass finds candidates; and then those that don't hold are taken
 * away, the weakest first.
 *
 * <p>Other than Hunter's, a p-value is that of the test times the number of places where a change
 * could have been (Bonferroni): whoever looks at the most suspicious of 300 places finds one in a
 * thousand easily. Where all values are above 0 it is their logarithms that are looked at: times
 * and rates scatter by shares of themselves. And a single value that is far from its neighbours is
 * brought nearer first, or it would hide the changes around it.
 */
public final class ChangePoints {
  /** Runs between two changes: one or two bad nights are no new level. */
  public static final int SHORTEST = 3;

  /** The share of series without a change in which one is found. */
  private static final double LEVEL = 0.01;

  /** Of a candidate, for the test alone. */
  private static final double LENIENT = 0.01;

  /** In standard deviations: what is beyond is a bad night, and not the tail of good ones. */
  private static final double FAR = 5;

  /** The median of the distances of two normal numbers, in standard deviations: √2 × 0.6745. */
  private static final double MEDIAN_STEP = 0.9539;

  /**
   * A change.
   *
   * @param index of the first value after it
   * @param before the mean since the change before it, with what is far off brought nearer
   * @param after the same up to the next one
   * @param p the probability of such a change somewhere in a series that has none, at most
   */
  public record Found(int index, double before, double after, double p) {}

  private final double[] values;
  private final double[] levels;
  private final double resolution;

  private ChangePoints(double[] raw, double resolution) {
    boolean shares = Arrays.stream(raw).allMatch(value -> value > 0);
    this.resolution = shares ? resolution / mean(raw, 0, raw.length) : resolution;
    this.levels = moderate(shares ? Arrays.stream(raw).map(Math::log).toArray() : raw);
    this.values = shares ? Arrays.stream(levels).map(Math::exp).toArray() : levels;
  }

  /**
   * Brings values that are far from all around them nearer: up to {@link #FAR} standard deviations
   * from the median of five (Hampel's filter). The deviation is that of the differences between
   * neighbours, of which a change of the level makes one.
   */
  private double[] moderate(double[] raw) {
    double[] steps =
        IntStream.range(1, raw.length).mapToDouble(i -> Math.abs(raw[i] - raw[i - 1])).toArray();
    double far = FAR * Math.max(resolution, new Median().evaluate(steps) / MEDIAN_STEP);
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
   * Looks for them.
   *
   * @param resolution of the values, in their unit: they scatter by that much at least, even where
   *     they are all the same
   * @param margin the smallest change that matters, as a share of the mean before it
   * @return in their order; none in a series that is too short
   */
  public static List<Found> of(double[] values, double resolution, double margin) {
    if (values.length < 2 * SHORTEST) {
      return List.of();
    }
    ChangePoints series = new ChangePoints(values, resolution);
    List<Integer> candidates = new ArrayList<>();
    series.divide(0, values.length, candidates);
    return series.thatHold(candidates, margin);
  }

  /** Splits a stretch where its two sides are least alike, and then its parts. */
  private void divide(int from, int to, List<Integer> candidates) {
    if (to - from < 2 * SHORTEST) {
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
   * @param to where the right side ends: what comes behind may be like the left side again
   */
  private record Split(int at, int to, double divergence) {}

  /**
   * The split of {@code from ≤ at < to} with the greatest divergence of its sides X and Y, of m and
   * n values: mn / (m + n) × (2 E|X − Y| − E|X − X'| − E|Y − Y'|). Takes the square of the length:
   * the sums of the distances within and between the sides are those of the end before, and what
   * one value more adds.
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
        if (m >= SHORTEST && n >= SHORTEST) {
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

  /** Takes away the weakest until all are significant, and then the smallest up to the margin. */
  private List<Found> thatHold(List<Integer> candidates, double margin) {
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
    int places = values.length - 2 * SHORTEST + 1;
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

  /** The p-value of Student's t-test with two sides: that the means of both stretches are equal. */
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
