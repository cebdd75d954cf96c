package io.hbench.compare;

import java.util.Arrays;
import java.util.List;

/**
 * The sampling noise of several figures of a run, estimated from its parts: intervals or tasks. All
 * values are logarithms.
 *
 * <p>Each deviation is the change of the figures if the weights of the parts follow a cosine, whose
 * periods are the longer the lower its number. Neighbouring intervals are alike, so the variance of
 * a run is that of its slow changes: the mean square of the deviations of the slowest cosines, as
 * many as there are degrees of freedom (the equal-weighted cosine estimator of a long-run
 * variance). It has Student's distribution where the spectrum is flat up to the last of these
 * cosines. All figures have the same cosines, which keeps their correlation.
 *
 * @see <a href="https://doi.org/10.1080/07350015.2018.1506926">Lazarus, Lewis, Stock and Watson,
 *     HAR inference: recommendations for practice (2018)</a>
 */
final class FigureNoise {
  /** Cosines of intervals at most: those for correlations go beyond those for the variance. */
  private static final int MAX_COSINES = 600;

  /** Cosines of tasks at most: so many independent estimates of a variance are enough. */
  private static final int MAX_COSINES_OF_TASKS = 64;

  /** The largest autocorrelation of neighbouring intervals that is corrected. */
  private static final double MAX_CORRELATION = 0.9;

  /** Half of a full weight: no part gets a weight below 0. */
  private static final double STEP = 0.5;

  private final double[][] deviations;
  private final int freedom;
  private final int intervals;
  private final double seconds;

  /**
   * @param deviations of each figure, by cosine
   * @param freedom number of the slowest cosines that make the variance
   * @param intervals number of parts
   * @param seconds length of the run
   */
  private FigureNoise(double[][] deviations, int freedom, int intervals, double seconds) {
    this.deviations = deviations;
    this.freedom = freedom;
    this.intervals = intervals;
    this.seconds = seconds;
  }

  /** The noise due to the intervals of a run, by {@link ComparedFigure}; none of a single one. */
  static FigureNoise ofIntervals(RunParts intervals) {
    int size = intervals.size();
    // the rule of the paper, and two where it has one: its price is the smaller
    int freedom = Math.min(size - 1, Math.max(2, (int) (0.4 * Math.cbrt((double) size * size))));
    return new FigureNoise(deviations(intervals, MAX_COSINES), freedom, size, intervals.seconds());
  }

  /**
   * The noise due to the tasks of a run, likewise: tasks are independent of each other, so that
   * each cosine is as good as another one.
   */
  static FigureNoise ofTasks(RunParts tasks) {
    double[][] deviations = deviations(tasks, MAX_COSINES_OF_TASKS);
    return new FigureNoise(deviations, deviations.length, tasks.size(), tasks.seconds());
  }

  private static double[][] deviations(RunParts parts, int max) {
    double[][] deviations = new double[Math.min(max, parts.size() - 1)][];
    double[] weights = new double[parts.size()];
    for (int i = 0; i < deviations.length; i++) {
      double frequency = Math.PI * (i + 1) / parts.size();
      double[] sums = new double[ComparedFigure.values().length];
      for (int sign = -1; sign <= 1; sign += 2) {
        double amplitude = sign * STEP * Math.sqrt(2);
        Arrays.setAll(weights, part -> 1 + amplitude * Math.cos(frequency * (part + 0.5)));
        double[] figures = parts.figures(weights);
        for (int k = 0; k < sums.length; k++) {
          sums[k] += sign * figures[k] / (2 * STEP);
        }
      }
      deviations[i] = sums;
    }
    return deviations;
  }

  /**
   * The noise of figures of several operations, which have the same intervals.
   *
   * @param columns of each figure in the noise of its operation
   */
  static FigureNoise together(List<FigureNoise> operations, int... columns) {
    FigureNoise first = operations.get(0);
    double[][] all = new double[first.deviations.length][columns.length];
    for (int i = 0; i < all.length; i++) {
      for (int k = 0; k < columns.length; k++) {
        all[i][k] = operations.get(k).deviations[i][columns[k]];
      }
    }
    return new FigureNoise(all, first.freedom, first.intervals, first.seconds);
  }

  double[][] deviations() {
    return deviations;
  }

  int freedom() {
    return freedom;
  }

  double seconds() {
    return seconds;
  }

  /** The variance of a figure; 0 without two parts. */
  double variance(int figure) {
    return freedom == 0
        ? 0
        : Arrays.stream(deviations).limit(freedom).mapToDouble(d -> d[figure] * d[figure]).sum()
            / freedom;
  }

  /** The degrees of freedom of the variance of all runs. */
  static int freedom(List<FigureNoise> runs) {
    int all = runs.stream().mapToInt(FigureNoise::freedom).sum();
    return Math.max(1, isDriftKnown(runs) ? all - 1 : all);
  }

  /** Whether runs of the same number of intervals can show what they drift alike. */
  private static boolean isDriftKnown(List<FigureNoise> runs) {
    int cosines = runs.get(0).deviations.length;
    return runs.size() > 1
        && cosines > 1
        && runs.stream().allMatch(run -> run.deviations.length == cosines);
  }

  /**
   * The variance of a second of a run, by all runs together. What all runs drift alike, when caches
   * fill for example, is no noise: a linear drift is taken out, by its share in the slowest cosine.
   * Where intervals are autocorrelated, the spectrum falls within the cosines that make the
   * variance; that of an autoregressive process of the first order corrects it.
   */
  static double ofASecond(List<FigureNoise> runs, int figure) {
    double drift =
        isDriftKnown(runs)
            ? runs.stream().mapToDouble(run -> run.deviations[0][figure]).average().orElse(0)
            : 0;
    double slow = 0;
    double all = 0;
    double covariance = 0;
    for (FigureNoise run : runs) {
      for (int i = 0; i < run.deviations.length; i++) {
        double number = i + 1.0;
        // the cosine coefficients of a line: those of even numbers are 0
        double deviation = run.deviations[i][figure] - (i % 2 == 0 ? drift / (number * number) : 0);
        double square = run.seconds * deviation * deviation;
        slow += i < run.freedom ? square : 0;
        all += square;
        covariance += square * Math.cos(Math.PI * number / run.intervals);
      }
    }
    boolean isWhole = runs.stream().allMatch(run -> run.intervals <= MAX_COSINES + 1);
    double correlation =
        isWhole && all > 0 ? Math.max(0, Math.min(MAX_CORRELATION, covariance / all)) : 0;
    return slow / freedom(runs) * runs.get(0).rise(correlation);
  }

  /** The spectrum at 0 in relation to its mean over the cosines that make the variance. */
  private double rise(double correlation) {
    double mean = 0;
    for (int i = 1; i <= freedom; i++) {
      double cosine = Math.cos(Math.PI * i / intervals);
      mean += 1 / (1 - 2 * correlation * cosine + correlation * correlation) / freedom;
    }
    return freedom == 0 ? 1 : 1 / ((1 - correlation) * (1 - correlation) * mean);
  }
}
