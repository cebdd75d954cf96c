package io.hbench.trend.level;

import static org.apache.commons.math3.distribution.TDistribution.DEFAULT_INVERSE_ABSOLUTE_ACCURACY;

import io.hbench.trend.level.ChangeWatch.Figure;
import io.hbench.trend.level.ChangeWatch.Value;
import io.hbench.trend.level.StepRegression.Correlation;
import io.hbench.trend.level.StepRegression.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * A figure of successive nights, as far as it is known: its levels, and the noise around them. Each
 * night is added in turn; nothing of a later one is used.
 *
 * <p>Of times and rates the logarithms are used, because these vary by a share of themselves; of
 * shares of requests the values. Single outliers are limited (Hampel's filter), because they would
 * hide the changes around them.
 */
public final class LevelSeries {
  /** Minimum number of nights of a level: one or two outliers are no new level. */
  static final int MIN_LEVEL = 3;

  /** Minimum number of nights before the first change: what they vary by is known from them. */
  private static final int MIN_FIRST = 5;

  /** The least number of nights in which a change can be found. */
  public static final int MIN_NIGHTS = MIN_FIRST + MIN_LEVEL;

  /** Distance in standard deviations beyond which a value is an outlier. */
  private static final double OUTLIER = 3;

  /** Largest share of levels among the nights whose correlation is estimated. */
  private static final double MAX_BIAS = 0.25;

  /** Degrees of freedom of the noise of a single night, at most. */
  private static final double TAILS = 5;

  /** Median distance of two normal random numbers, in standard deviations: √2 × 0.6745. */
  private static final double MEDIAN_STEP = 0.9539;

  /** A change, when it was seen, and its p-value. */
  private record Place(int at, int seen, double p) {}

  private final Figure figure;
  private final double[] raw;
  private final double[] levels;

  /** The values without what the covariate explains; the same as {@code raw} without one. */
  private final double[] adjusted;

  private final Adjustment adjustment;
  private final List<Place> changes = new ArrayList<>();
  private Usual usual = new Usual(Double.NaN, Double.NaN, MIN_FIRST, -1);
  private Correlation correlation = Correlation.NONE;
  private int nights;
  private double resolution;

  /** The step that fits best with the last night; 0 if there is none. */
  private int candidate;

  LevelSeries(Figure figure) {
    this.figure = figure;
    this.raw = new double[figure.values().size()];
    this.levels = new double[figure.values().size()];
    this.adjusted = new double[figure.values().size()];
    this.adjustment = new Adjustment(figure.covariate());
  }

  void next() {
    raw[nights] = figure.level(figure.values().get(nights).value());
    adjusted[nights] = raw[nights];
    nights++;
    resolution = resolution();
    adjustment.apply(
        raw,
        levels,
        nights,
        levelsAndStep(known()),
        correlation.estimate(),
        resolution * resolution,
        adjusted);
    double far = OUTLIER * Math.max(resolution, deviation());
    int first = adjustment.isKnown() ? 0 : Math.max(0, nights - 3); // later nights change no other
    for (int i = first; i < nights; i++) {
      int from = Math.max(0, Math.min(i - 2, nights - 5));
      int to = Math.min(nights, from + 5);
      double middle = new Median().evaluate(adjusted, from, to - from);
      levels[i] = Math.max(middle - far, Math.min(middle + far, adjusted[i]));
    }
  }

  /** The bounds of the levels, and the step that fits best with the night before. */
  private List<Integer> levelsAndStep(int end) {
    List<Integer> bounds = bounds(end);
    if (candidate > bounds.get(bounds.size() - 2) && candidate < end) {
      bounds.add(bounds.size() - 1, candidate);
    }
    return bounds;
  }

  /** The number of nights without the last one, and without those since a surprise that lasts. */
  private int known() {
    return usual.seen() < 0 ? nights - 1 : usual.seen();
  }

  /**
   * The distances of all nights from their levels, as they are known now; NaN where a level has too
   * few nights to be one.
   *
   * @param breaks indexes at which other levels begin
   */
  double[] deviations(List<Integer> breaks) {
    List<Integer> bounds =
        Stream.concat(bounds(nights).stream(), breaks.stream().filter(at -> at < nights))
            .distinct()
            .sorted()
            .toList();
    double[] deviations = means(bounds, MIN_LEVEL);
    Arrays.setAll(deviations, night -> raw[night] - deviations[night]);
    return deviations;
  }

  /**
   * For each night the mean of its level.
   *
   * @param least number of nights below which a level has none: NaN
   */
  private double[] means(List<Integer> bounds, int least) {
    double[] means = new double[bounds.get(bounds.size() - 1)];
    for (int i = 1; i < bounds.size(); i++) {
      int from = bounds.get(i - 1);
      int to = bounds.get(i);
      Arrays.fill(means, from, to, to - from < least ? Double.NaN : mean(from, to));
    }
    return means;
  }

  /** Lower limit of the standard deviation: that of usual nights, and of the newest ones. */
  private double resolution() {
    double[] each = figure.values().stream().limit(nights).mapToDouble(Value::resolution).toArray();
    double newest =
        Arrays.stream(each, Math.max(0, nights - MIN_LEVEL), nights).max().orElseThrow();
    return Math.max(newest, new Median().evaluate(each));
  }

  /** From the differences of neighbours, of which a change of the level affects one. */
  private double deviation() {
    double[] steps = new double[nights - 1];
    for (int i = 1; i < nights; i++) {
      steps[i - 1] = Math.abs(adjusted[i] - adjusted[i - 1]);
    }
    return nights < 2 ? 0 : new Median().evaluate(steps) / MEDIAN_STEP;
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
    List<Integer> bounds = bounds(nights);
    Step step = bestFit(Correlation.NONE);
    if (step != null) {
      bounds.add(bounds.size() - 1, step.at());
    }
    double[] means = means(bounds, 1);
    double products = 0;
    double squares = 0;
    for (int t = 0; t < nights; t++) {
      double residual = levels[t] - means[t];
      squares += residual * residual;
      products += bounds.contains(t) ? 0 : residual * (levels[t - 1] - means[t]);
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
   * Looks at the last night, and for a change, with what is known tonight.
   *
   * @param newCorrelation of successive nights
   * @param nightLimit probability that any figure of a night is a surprise
   * @param stepLimit largest p-value of a change
   * @param figures number of figures that are looked at
   */
  void watch(Correlation newCorrelation, double nightLimit, double stepLimit, int figures) {
    correlation = newCorrelation;
    usual = expected(nightLimit / figures);
    steps(correlation)
        .filter(step -> figure.isLarge(step.size()))
        .min(Comparator.comparing(Step::p).thenComparing(step -> -step.t2()))
        .filter(step -> step.p() * figures <= stepLimit)
        .ifPresentOrElse(step -> found(step, step.p() * figures), this::settle);
    Step best = adjustment.isKnown() ? bestFit(correlation) : null;
    candidate = best == null ? 0 : best.at();
  }

  private void found(Step step, double p) {
    changes.add(new Place(step.at(), usual.seen() >= step.at() ? usual.seen() : nights - 1, p));
    usual = new Usual(Double.NaN, Double.NaN, 1, -1);
  }

  /** Puts the last change where it fits best with the nights that have followed. */
  private void settle() {
    if (changes.isEmpty()) {
      return;
    }
    Place last = changes.remove(changes.size() - 1);
    Step step = bestFit(correlation);
    boolean isSame = step != null && Math.abs(step.at() - last.at()) <= MIN_LEVEL;
    changes.add(isSame ? new Place(step.at(), last.seen(), last.p()) : last);
  }

  /**
   * The prediction interval of one more night on the level of those before, extended to changes
   * that don't matter. Of a single night no more is believed than of noise with heavy tails, and
   * past outliers count in full: who has had nights twice as slow is not surprised by one more. But
   * a surprise does not count before it is over, or the second of two slow nights would be none.
   *
   * @param limit probability that a night is outside
   */
  private Usual expected(double limit) {
    int known = known();
    int missing = (changes.isEmpty() ? MIN_FIRST : MIN_LEVEL) - (known - start());
    if (missing > 0) {
      return new Usual(Double.NaN, Double.NaN, missing, -1);
    }
    double[] expected = Arrays.copyOf(adjusted, known + 1);
    expected[known] = adjusted[nights - 1];
    for (int i = start(); i < known; i++) {
      if (!figure.isShare() && figure.values().get(i).value() == 0) {
        expected[i] = levels[i]; // it has no logarithm: how far away it is was made up
      }
    }
    Step step =
        new StepRegression(expected, bounds(known + 1), correlation, resolution * resolution)
            .steps(known, known)
            .findFirst()
            .orElseThrow();
    double freedom = Math.min(TAILS, known - changes.size() - 1);
    double variance = step.variance() + adjustment.varianceOfLast(start(), known);
    // without a generator of random numbers: to seed one takes longer than the quantile
    TDistribution student = new TDistribution(null, freedom, DEFAULT_INVERSE_ABSOLUTE_ACCURACY);
    double half = Math.sqrt(variance) * student.inverseCumulativeProbability(1 - limit / 2);
    double level = expected[known] - step.size() + adjustment.ofLast();
    double margin = figure.margin();
    double low =
        figure.value(level - Math.max(half, figure.isShare() ? margin : -Math.log1p(-margin)));
    double high =
        figure.value(level + Math.max(half, figure.isShare() ? margin : Math.log1p(margin)));
    double tonight = figure.values().get(nights - 1).value();
    return new Usual(low, high, 0, tonight < low || tonight > high ? known : -1);
  }

  /**
   * The standard deviation of single nights around their level, with limited outliers and without
   * present surprises: a share of the value, of a share of requests its difference; or NaN.
   */
  double scatter() {
    int known = usual.seen() < 0 ? nights : usual.seen();
    if (known < MIN_FIRST) {
      return Double.NaN;
    }
    List<Integer> bounds = bounds(known);
    bounds.removeIf(bound -> bound >= known); // a change that was moved behind a surprise
    bounds.add(known);
    double[] means = means(bounds, 1);
    double squares = 0;
    for (int t = 0; t < known; t++) {
      squares += (levels[t] - means[t]) * (levels[t] - means[t]);
    }
    double deviation = Math.sqrt(squares / (known - (bounds.size() - 1)));
    return figure.isShare() ? deviation : Math.expm1(deviation);
  }

  Usual usual() {
    return usual;
  }

  /** The possible steps since the last change; none if there are too few nights for one. */
  private Stream<Step> steps(Correlation correlation) {
    return new StepRegression(levels, bounds(nights), correlation, resolution * resolution)
        .steps(firstPlace(), nights - MIN_LEVEL)
        .map(this::withSlope);
  }

  /** The step with what is unknown of the slope. */
  private Step withSlope(Step step) {
    double more = adjustment.varianceOfStep(start(), step.at());
    return more == 0
        ? step
        : new Step(step.at(), step.after(), step.size(), step.variance() + more, step.freedom());
  }

  /** The step that fits best since the last change; null if there is no place for one. */
  private Step bestFit(Correlation correlation) {
    return steps(correlation).max(Comparator.comparing(Step::t2)).orElse(null);
  }

  /** The start of each level, and where the last one ends. */
  private List<Integer> bounds(int end) {
    List<Integer> bounds = new ArrayList<>();
    bounds.add(0);
    changes.forEach(change -> bounds.add(change.at()));
    bounds.add(end);
    return bounds;
  }

  private double mean(int from, int to) {
    return Arrays.stream(levels, from, to).average().orElseThrow();
  }

  /** The changes, in their order. */
  List<Found> found() {
    List<Found> found = new ArrayList<>();
    List<Integer> bounds = bounds(nights);
    for (int i = 0; i < changes.size(); i++) {
      Place change = changes.get(i);
      double before = value(bounds.get(i), change.at());
      double after = value(change.at(), bounds.get(i + 2));
      found.add(new Found(change.at(), change.seen(), before, after, change.p()));
    }
    return found;
  }

  /** The mean of values, in their unit. */
  private double value(int from, int to) {
    return IntStream.range(from, to)
        .mapToDouble(night -> isZero(night) ? 0 : figure.value(levels[night]))
        .average()
        .orElseThrow();
  }

  /** Whether a level is a rate of 0, which has no logarithm; the level of an outlier is limited. */
  private boolean isZero(int night) {
    return !figure.isShare()
        && figure.values().get(night).value() == 0
        && levels[night] == adjusted[night];
  }
}
