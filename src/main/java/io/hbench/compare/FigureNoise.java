package io.hbench.compare;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.util.MathArrays;

/**
 * The sampling noise of several figures of a run, estimated from its parts: intervals or tasks. All
 * values are logarithms.
 *
 * <p>Each deviation is the change of the figures if the weights of the parts follow a cosine. The
 * slower the cosine, the lower its number. Neighbouring intervals may be alike, so the variance of
 * a run is that of its slow changes: the mean square of the deviations of the slow cosines, each of
 * which is a degree of freedom (the equal-weighted cosine estimator of a long-run variance). All
 * figures have the same cosines, which keeps their correlation.
 *
 * @see <a href="https://doi.org/10.1080/07350015.2018.1506926">Lazarus, Lewis, Stock and Watson,
 *     HAR inference: recommendations for practice (2018)</a>
 * @see <a href="https://doi.org/10.2307/2938229">Andrews, Heteroskedasticity and autocorrelation
 *     consistent covariance matrix estimation (1991)</a>, for the choice by an autoregressive
 *     process
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
  private final int intervals;
  private final double seconds;

  /**
   * @param deviations of each figure, by cosine
   * @param intervals number of parts
   * @param seconds length of the run
   */
  private FigureNoise(double[][] deviations, int intervals, double seconds) {
    this.deviations = deviations;
    this.intervals = intervals;
    this.seconds = seconds;
  }

  /** The noise due to the intervals of a run, by {@link RunParts#FIGURES}; none of a single one. */
  static FigureNoise ofIntervals(RunParts intervals) {
    return new FigureNoise(
        deviations(intervals, MAX_COSINES), intervals.size(), intervals.seconds());
  }

  /**
   * The noise due to the tasks of a run, likewise: tasks are independent of each other, so that
   * each cosine is as good as another one.
   */
  static FigureNoise ofTasks(List<RunParts.Part> tasks) {
    RunParts parts = RunParts.equallyLong(tasks);
    return new FigureNoise(deviations(parts, MAX_COSINES_OF_TASKS), parts.size(), parts.seconds());
  }

  private static double[][] deviations(RunParts parts, int max) {
    double[][] deviations = new double[Math.min(max, parts.size() - 1)][];
    double[] weights = new double[parts.size()];
    for (int i = 0; i < deviations.length; i++) {
      double frequency = Math.PI * (i + 1) / parts.size();
      double[] sums = new double[RunParts.FIGURES.size()];
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
    return new FigureNoise(all, first.intervals, first.seconds);
  }

  /**
   * The noise of the differences from other figures in the same intervals, or in those beside them:
   * what moves both of an interval alike is none.
   */
  FigureNoise minus(FigureNoise other) {
    double[][] difference = new double[deviations.length][];
    Arrays.setAll(difference, i -> MathArrays.ebeSubtract(deviations[i], other.deviations[i]));
    return new FigureNoise(difference, intervals, seconds);
  }

  double[][] deviations() {
    return deviations;
  }

  double seconds() {
    return seconds;
  }

  /** The variance of a figure if the parts are independent; 0 without two parts. */
  double variance(int figure) {
    return Arrays.stream(deviations)
        .mapToDouble(deviation -> deviation[figure] * deviation[figure])
        .average()
        .orElse(0);
  }

  /** Whether runs of the same number of intervals can show what they drift alike. */
  private static boolean isDriftKnown(List<FigureNoise> runs) {
    int cosines = runs.get(0).deviations.length;
    return runs.size() > 1
        && cosines > 1
        && runs.stream().allMatch(run -> run.deviations.length == cosines);
  }

  /**
   * The variance of a figure in a second of a run, by all runs together.
   *
   * @param freedom its degrees of freedom
   */
  record Pooled(double variance, double freedom) {}

  /**
   * Estimates the variance of a second. What all runs drift alike, when caches fill for example, is
   * no noise: a linear drift is taken out, by its share in the slowest cosine. Where intervals are
   * autocorrelated, fast cosines have less variance: those count in which an autoregressive process
   * of the first order has half of its spectrum at 0 or more, by an autocorrelation that is two
   * standard errors higher than the measured one. What the spectrum falls within them is corrected.
   */
  static Pooled pooled(List<FigureNoise> runs, int figure) {
    boolean isDriftKnown = isDriftKnown(runs);
    double drift =
        isDriftKnown
            ? runs.stream().mapToDouble(run -> run.deviations[0][figure]).average().orElse(0)
            : 0;
    double all = 0;
    double covariance = 0;
    int intervals = 0;
    for (FigureNoise run : runs) {
      intervals += run.intervals;
      for (int i = 0; i < run.deviations.length; i++) {
        double square = run.square(i, figure, drift);
        all += square;
        covariance += square * Math.cos(run.frequency(i));
      }
    }
    // of a long run, whose fast cosines are not made, it is not known, and not needed
    boolean isKnown = all > 0 && runs.stream().allMatch(r -> r.intervals <= MAX_COSINES + 1);
    double correlation = isKnown ? Math.max(0, covariance / all) : 0;
    double highest = half(Math.min(MAX_CORRELATION, correlation + 2 / Math.sqrt(intervals)));
    double squares = 0;
    double spectrum = 0;
    int count = 0;
    for (FigureNoise run : runs) {
      int cosines = run.cosines(highest);
      for (int i = 0; i < cosines; i++) {
        squares += run.square(i, figure, drift);
        spectrum += spectrum(Math.min(MAX_CORRELATION, correlation), run.frequency(i));
        count++;
      }
    }
    double freedom = Math.max(1, isDriftKnown ? count - 1 : count);
    double fall = count == 0 ? 1 : spectrum / count;
    return new Pooled(squares / freedom / fall, freedom);
  }

  private double square(int cosine, int figure, double drift) {
    double number = cosine + 1.0;
    // the cosine coefficients of a line: those of even numbers are 0
    double deviation =
        deviations[cosine][figure] - (cosine % 2 == 0 ? drift / (number * number) : 0);
    return seconds * deviation * deviation;
  }

  private double frequency(int cosine) {
    return Math.PI * (cosine + 1) / intervals;
  }

  /** The number of cosines up to a frequency; as many as in the paper at least, and two. */
  private int cosines(double highest) {
    int least = Math.max(2, (int) (0.4 * Math.cbrt((double) intervals * intervals)));
    int wanted = intervals > MAX_COSINES + 1 ? 0 : (int) (highest * intervals / Math.PI);
    return Math.min(deviations.length, Math.max(least, wanted));
  }

  /** The frequency at which a spectrum is half of that at 0. */
  private static double half(double correlation) {
    double cosine = 1 - (1 - correlation) * (1 - correlation) / (2 * correlation);
    return Math.acos(Math.max(-1, cosine));
  }

  /** The spectrum of an autoregressive process, in relation to that at 0. */
  private static double spectrum(double correlation, double frequency) {
    double rest = 1 - correlation;
    return rest * rest / (1 - 2 * correlation * Math.cos(frequency) + correlation * correlation);
  }
}
