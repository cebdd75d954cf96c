package io.hbench.trend;

import io.hbench.trend.LevelSeries.Found;
import io.hbench.trend.LevelSeries.Usual;
import io.hbench.trend.StepRegression.Correlation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

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
final class ChangeWatch {
  /** False alarms of a night. */
  private static final double LEVEL = 0.01;

  /** Half of them: real tails are heavier than the test of a step assumes. */
  private static final double STEP_LEVEL = LEVEL / 2;

  /** The least number of nights of a figure in which a change can be found. */
  static final int MIN_NIGHTS = LevelSeries.MIN_FIRST + LevelSeries.MIN_LEVEL;

  /** Correlations beyond these are not told from a drift, or hardly exist. */
  private static final double MAX_CORRELATION = 0.9;

  /** What is expected of nights before any are known. */
  private static final Correlation PRIOR = new Correlation(0.3, 0.04);

  private final List<LevelSeries> series;
  private final Correlation[] correlations;

  /**
   * The values of a figure.
   *
   * @param times of the values, rising
   * @param resolution of the values, in their unit: lower limit of their standard deviation
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody changes them
  record Figure(List<Instant> times, double[] values, double resolution) {}

  /**
   * What a figure has shown.
   *
   * @param changes in their order; none if there are too few values
   * @param usual what its last night was expected to bring
   */
  record Watched(List<Found> changes, Usual usual) {}

  private ChangeWatch(List<Figure> figures, double margin) {
    this.series =
        figures.stream()
            .map(figure -> new LevelSeries(figure.values(), figure.resolution(), margin))
            .toList();
    this.correlations = new Correlation[series.size()];
    Arrays.fill(correlations, Correlation.UNKNOWN);
  }

  /**
   * Finds the changes of figures that are watched together.
   *
   * @param margin smallest change that matters, as a share of the mean before it
   * @return what each figure has shown, in their order
   */
  static List<Watched> of(List<Figure> figures, double margin) {
    SortedMap<Instant, List<Integer>> nights = new TreeMap<>();
    for (int i = 0; i < figures.size(); i++) {
      for (Instant time : figures.get(i).times()) {
        nights.computeIfAbsent(time, t -> new ArrayList<>()).add(i);
      }
    }
    ChangeWatch watch = new ChangeWatch(figures, margin);
    nights.values().forEach(watch::night);
    return watch.watched();
  }

  private List<Watched> watched() {
    Common common = Common.of(correlations);
    List<Watched> watched = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      LevelSeries one = series.get(i);
      watched.add(
          new Watched(one.found(), one.usual(common.with(correlations[i]), LEVEL, series.size())));
    }
    return watched;
  }

  /** One more value of some figures. */
  private void night(List<Integer> figures) {
    for (int i : figures) {
      series.get(i).next();
      correlations[i] = series.get(i).correlation();
    }
    Common common = Common.of(correlations);
    int watched = (int) series.stream().filter(LevelSeries::isWatched).count();
    for (int i : figures) {
      series.get(i).watch(common.with(correlations[i]), STEP_LEVEL, watched);
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
