package io.hbench.trend.level;

import io.hbench.trend.level.StepRegression.Correlation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Watch over the figures of many nights: which of their levels have changed, told night after night
 * from what was known in that night. So a change that was found stays found, and the exit code of a
 * night is that of a later look at the same night.
 *
 * <p>A night has one false alarm in 100 at most, however many figures there are: the p-value of a
 * change is that of {@link LevelSeries}, times the number of figures and of the places at which a
 * change was looked for (Bonferroni). Assumptions: the noise around a level is nearly normal, and
 * autoregressive of order 1. How often that is wrong, and what it finds: {@code bin/dev bench
 * statistics}.
 *
 * <p>The correlation of successive nights is hardly known from few nights. So that of each figure
 * is drawn towards the mean of all, the more the less it is known itself: a model with random
 * effects, by DerSimonian and Laird, "Meta-Analysis in Clinical Trials" (1986).
 */
public final class ChangeWatch {
  /** Probability that a night has a surprise in any figure, though nothing has changed. */
  private static final double NIGHT_LEVEL = 0.01;

  /** That it finds a change; half of that, since real tails are heavier than the test assumes. */
  private static final double STEP_LEVEL = 0.005;

  /** Correlations beyond these are not told from a drift, or hardly exist. */
  private static final double MAX_CORRELATION = 0.9;

  /** What is expected of nights before any are known. */
  private static final Correlation PRIOR = new Correlation(0.3, 0.04);

  /** How old the last value of a figure is at most that is looked at together with tonight's. */
  private static final Duration LATELY = Duration.ofDays(7);

  /** What stands for 0, which has no logarithm, as a share of the first night's value. */
  private static final double LEAST = 0.001;

  private final List<LevelSeries> series;
  private final Instant[] last;
  private final Correlation[] correlations;

  /**
   * A figure of a night.
   *
   * @param resolution lower limit of its standard deviation: of a share of requests in its unit, of
   *     other figures as a share of the value
   */
  public record Value(Instant time, double value, double resolution) {}

  /**
   * The values of a figure.
   *
   * @param values their times rising
   * @param isShare whether it is a share of requests
   * @param margin smallest change that matters: of a share of requests its difference, of other
   *     figures as a share of the value before
   * @param covariate what explains a part of how the logarithm of the values varies, or the share:
   *     by a number of nights, their deviations from what is usual, as they are known after the
   *     last of them; NaN if one is unknown, null if all are
   */
  public record Figure(
      List<Value> values, boolean isShare, double margin, IntFunction<double[]> covariate) {
    public Figure(List<Value> values, boolean isShare, double margin) {
      this(values, isShare, margin, nights -> null);
    }

    /** The logarithm of a value, or the share itself: what a level is the mean of. */
    double level(double value) {
      double least = Math.max(values.get(0).value() * LEAST, Float.MIN_NORMAL);
      return isShare ? value : Math.log(Math.max(value, least));
    }

    double value(double level) {
      return isShare ? Math.max(0, level) : Math.exp(level);
    }

    /** Whether a step of the level matters. */
    boolean isLarge(double step) {
      return Math.abs(isShare ? step : Math.expm1(step)) >= margin;
    }
  }

  /**
   * What a figure has shown.
   *
   * @param changes in their order; none if there are too few values
   * @param usual what its last night was expected to bring
   * @param scatter standard deviation of single nights around their level: a share of the value, of
   *     a share of requests its difference; NaN if it is not known yet
   */
  public record Watched(List<Found> changes, Usual usual, double scatter) {}

  ChangeWatch(List<Figure> figures) {
    this.series = figures.stream().map(LevelSeries::new).toList();
    this.last = new Instant[series.size()];
    this.correlations = new Correlation[series.size()];
    Arrays.fill(correlations, Correlation.UNKNOWN);
  }

  /**
   * Finds the changes of figures that are watched together.
   *
   * @return what each figure has shown, in their order
   */
  public static List<Watched> of(List<Figure> figures) {
    SortedMap<Instant, List<Integer>> nights = new TreeMap<>();
    for (int i = 0; i < figures.size(); i++) {
      for (Value value : figures.get(i).values()) {
        nights.computeIfAbsent(value.time(), t -> new ArrayList<>()).add(i);
      }
    }
    ChangeWatch watch = new ChangeWatch(figures);
    nights.forEach(watch::night);
    return watch.watched();
  }

  private List<Watched> watched() {
    return series.stream()
        .map(one -> new Watched(one.found(), one.usual(), one.scatter()))
        .toList();
  }

  LevelSeries series(int figure) {
    return series.get(figure);
  }

  /** One more value of some figures. */
  void night(Instant time, List<Integer> figures) {
    for (int i : figures) {
      series.get(i).next();
      correlations[i] = series.get(i).correlation();
      last[i] = time;
    }
    Common common = Common.of(correlations);
    Instant lately = time.minus(LATELY);
    int watched =
        (int) Arrays.stream(last).filter(at -> at != null && !at.isBefore(lately)).count();
    for (int i : figures) {
      series.get(i).watch(common.with(correlations[i]), NIGHT_LEVEL, STEP_LEVEL, watched);
    }
  }

  /**
   * The correlations of all figures.
   *
   * @param spread variance of the true values around their mean
   * @param error variance of the mean
   */
  private record Common(double mean, double spread, double error) {
    static Common of(Correlation[] each) {
      double weights = 1 / PRIOR.variance();
      double sum = PRIOR.estimate() / PRIOR.variance();
      double squares = 0;
      int known = 0;
      for (Correlation one : each) {
        double weight = 1 / one.variance();
        weights += weight;
        sum += weight * one.estimate();
        squares += weight * weight;
        known += weight > 0 ? 1 : 0;
      }
      double mean = sum / weights;
      double q = 0;
      for (Correlation one : each) {
        q += (one.estimate() - mean) * (one.estimate() - mean) / one.variance();
      }
      double spread =
          known < 2 ? 0 : (q - (known - 1)) / (weights - squares / weights); // with PRIOR
      return new Common(mean, Math.max(0, spread), 1 / weights);
    }

    /** What is known of a figure's correlation, by itself and by the others'. */
    Correlation with(Correlation one) {
      double own = spread / (spread + one.variance()); // 0 if that is infinite
      double estimate = mean + own * (one.estimate() - mean);
      double variance = spread * (1 - own) + (1 - own) * (1 - own) * error;
      return new Correlation(Math.max(0, Math.min(MAX_CORRELATION, estimate)), variance);
    }
  }
}
