package io.hbench.trend;

import io.hbench.trend.StepRegression.Correlation;
import io.hbench.trend.StepRegression.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * A figure of successive nights, as far as it is known: its levels, and the noise around them. Each
 * night is added in turn; nothing of a later one is used.
 *
 * <p>The noise is autoregressive of order 1: what differs in a night is partly there in the next
 * one, too. A change is judged by generalized least squares: a regression on the level and the step
 * of what each night does not have from the one before (Prais and Winsten, "Trend Estimators and
 * Serial Correlation", 1954), and Student's t-test of the step.
 *
 * <p>If all values are positive, their logarithms are used, because latencies and rates vary by a
 * share of themselves. Single outliers are limited (Hampel's filter), because they would hide the
 * changes around them.
 */
final class LevelSeries {
  /** Minimum number of nights of a level: one or two outliers are no new level. */
  static final int MIN_LEVEL = 3;

  /** Minimum number of nights before the first change: what they vary by is known from them. */
  static final int MIN_FIRST = 5;

  /** Distance in standard deviations beyond which a value is an outlier. */
  private static final double OUTLIER = 3;

  /** Largest share of levels among the nights whose correlation is estimated. */
  private static final double MAX_BIAS = 0.25;

  /** Degrees of freedom of the noise of a single night, at most. */
  private static final double TAILS = 5;

  /** Median distance of two normal random numbers, in standard deviations: √2 × 0.6745. */
  private static final double MEDIAN_STEP = 0.9539;

  /**
   * A change of the level.
   *
   * @param index of the first value after the change
   * @param found index of the value with which it was found
   * @param before mean since the previous change, with limited outliers
   * @param after mean up to the next change, likewise
   * @param p p-value, corrected for all that is looked at in a night
   */
  record Found(int index, int found, double before, double after, double p) {}

  /**
   * What a night is expected to bring.
   *
   * @param low lower end of the values that are no surprise; NaN if nothing is expected yet
   * @param high upper end, likewise
   * @param missing number of nights that are missing before anything is expected
   */
  record Usual(double low, double high, int missing) {}

  /** A change, when it was found, and its smallest p-value since then. */
  private record Place(int at, int found, double p) {}

  private final double[] raw;
  private final double[] levels;
  private final boolean shares;
  private final double resolution;
  private final double margin;
  private final List<Place> changes = new ArrayList<>();
  private int nights;

  /**
   * @param values of all nights, of which none is known yet
   * @param resolution of the values, in their unit: lower limit of their standard deviation, even
   *     if all values are equal
   * @param margin smallest change that matters, as a share of the mean before it
   */
  LevelSeries(double[] values, double resolution, double margin) {
    this.shares = Arrays.stream(values).allMatch(value -> value > 0);
    this.raw = shares ? Arrays.stream(values).map(Math::log).toArray() : values.clone();
    this.levels = raw.clone();
    double mean = Arrays.stream(values).average().orElse(1);
    this.resolution = shares ? resolution / mean : resolution;
    this.margin = margin;
  }

  /** Takes note of the next night. */
  void next() {
    nights++;
    double far = OUTLIER * Math.max(resolution, deviation());
    for (int i = Math.max(0, nights - 3); i < nights; i++) { // later nights change no other
      int from = Math.max(0, Math.min(i - 2, nights - 5));
      int to = Math.min(nights, from + 5);
      double middle = new Median().evaluate(raw, from, to - from);
      levels[i] = Math.max(middle - far, Math.min(middle + far, raw[i]));
    }
  }

  /** From the differences of neighbours, of which a change of the level affects one. */
  private double deviation() {
    double[] steps = new double[nights - 1];
    for (int i = 1; i < nights; i++) {
      steps[i - 1] = Math.abs(raw[i] - raw[i - 1]);
    }
    return nights < 2 ? 0 : new Median().evaluate(steps) / MEDIAN_STEP;
  }

  /** Whether there are enough nights for a change. */
  boolean isWatched() {
    return firstPlace() <= nights - MIN_LEVEL;
  }

  private int start() {
    return changes.isEmpty() ? 0 : changes.get(changes.size() - 1).at();
  }

  private int firstPlace() {
    return start() + (changes.isEmpty() ? MIN_FIRST : MIN_LEVEL);
  }

  /**
   * The correlation of the residuals of successive nights, around the levels and the step that fits
   * best, which may be a change that is not significant yet. Means that are taken from the same
   * values draw the estimate down: by (1 + 3φ) / n for each level (Marriott and Pope, "Bias in the
   * Estimation of Autocorrelations", 1954); the place of a step, which is chosen, counts as one.
   */
  Correlation correlation() {
    List<Integer> bounds = bounds();
    Step step = bestFit(Correlation.NONE);
    if (step != null) {
      bounds.add(bounds.size() - 1, step.at());
    }
    double products = 0;
    double squares = 0;
    for (int i = 1; i < bounds.size(); i++) {
      double mean = mean(bounds.get(i - 1), bounds.get(i));
      for (int t = bounds.get(i - 1); t < bounds.get(i); t++) {
        double residual = levels[t] - mean;
        squares += residual * residual;
        products += t == bounds.get(i - 1) ? 0 : residual * (levels[t - 1] - mean);
      }
    }
    double bias = (step == null ? bounds.size() - 1.0 : bounds.size()) / nights;
    if (squares == 0 || bias > MAX_BIAS) {
      return Correlation.UNKNOWN;
    }
    double scale = 1 - 3 * bias;
    double estimate = Math.max(-1, Math.min(1, (products / squares + bias) / scale));
    return new Correlation(estimate, 1 / (nights * scale * scale));
  }

  /**
   * Looks for a change, with what is known tonight.
   *
   * @param correlation of successive nights
   * @param limit largest p-value of a change
   * @param figures number of figures that are looked at
   */
  void watch(Correlation correlation, double limit, int figures) {
    steps(correlation)
        .filter(step -> isLarge(step.size()))
        .min(Comparator.comparing(Step::p).thenComparing(step -> -step.t2()))
        .filter(step -> step.p() * figures <= limit)
        .ifPresentOrElse(
            step -> changes.add(new Place(step.at(), nights - 1, step.p() * figures)),
            () -> settle(correlation, figures));
  }

  /** Puts the last change where it fits best with the nights that have followed. */
  private void settle(Correlation correlation, int figures) {
    if (changes.isEmpty()) {
      return;
    }
    Place last = changes.remove(changes.size() - 1);
    Step step = bestFit(correlation);
    boolean isSame = step != null && Math.abs(step.at() - last.at()) <= MIN_LEVEL;
    changes.add(
        isSame ? new Place(step.at(), last.found(), Math.min(last.p(), step.p() * figures)) : last);
  }

  /**
   * What tonight is expected to bring, from the nights before: the prediction interval of one more
   * night on their level, extended to changes that don't matter. Of a single night no more is
   * believed than of noise with heavy tails, and past outliers count in full: who has had nights
   * twice as slow is not surprised by one more.
   *
   * @param limit probability that any figure is outside
   * @param figures number of figures that are looked at
   */
  Usual usual(Correlation correlation, double limit, int figures) {
    int missing = (changes.isEmpty() ? MIN_FIRST : MIN_LEVEL) - (nights - 1 - start());
    if (missing > 0) {
      return new Usual(Double.NaN, Double.NaN, missing);
    }
    int tonight = nights - 1;
    Step step =
        new StepRegression(raw, bounds(), correlation, resolution * resolution)
            .steps(tonight, tonight)
            .findFirst()
            .orElseThrow();
    double half =
        Math.sqrt(step.variance())
            * new TDistribution(Math.min(TAILS, step.freedom()))
                .inverseCumulativeProbability(1 - limit / figures / 2);
    double level = raw[tonight] - step.size();
    double less = shares ? Math.log1p(-margin) : -margin * Math.abs(level);
    double more = shares ? Math.log1p(margin) : margin * Math.abs(level);
    return new Usual(value(level + Math.min(-half, less)), value(level + Math.max(half, more)), 0);
  }

  private double value(double level) {
    return shares ? Math.exp(level) : level;
  }

  private boolean isLarge(double step) {
    if (shares) {
      return Math.abs(Math.expm1(step)) >= margin;
    }
    double before = Math.abs(mean(start(), nights));
    return Math.abs(step) >= margin * before;
  }

  /** The possible steps since the last change. */
  private Stream<Step> steps(Correlation correlation) {
    return isWatched()
        ? new StepRegression(levels, bounds(), correlation, resolution * resolution)
            .steps(firstPlace(), nights - MIN_LEVEL)
        : Stream.empty();
  }

  /** The step that fits best since the last change; null if there is no place for one. */
  private Step bestFit(Correlation correlation) {
    return steps(correlation).max(Comparator.comparing(Step::t2)).orElse(null);
  }

  /** The start of each level, and the number of nights. */
  private List<Integer> bounds() {
    List<Integer> bounds = new ArrayList<>();
    bounds.add(0);
    changes.forEach(change -> bounds.add(change.at()));
    bounds.add(nights);
    return bounds;
  }

  private double mean(int from, int to) {
    return Arrays.stream(levels, from, to).average().orElseThrow();
  }

  /** The changes, in their order. */
  List<Found> found() {
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      int from = i == 0 ? 0 : changes.get(i - 1).at();
      Place change = changes.get(i);
      int to = i == changes.size() - 1 ? nights : changes.get(i + 1).at();
      found.add(
          new Found(
              change.at(),
              change.found(),
              value(from, change.at()),
              value(change.at(), to),
              change.p()));
    }
    return found;
  }

  /** The mean of values, in their unit. */
  private double value(int from, int to) {
    return Arrays.stream(levels, from, to).map(this::value).average().orElseThrow();
  }
}
