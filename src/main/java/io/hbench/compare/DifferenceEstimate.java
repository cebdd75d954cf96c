package io.hbench.compare;

import io.hbench.compare.RunNoise.Unseen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.math3.util.MathArrays;

/**
 * The estimated differences between baseline and candidate in several figures, with their variances
 * and correlations. All values are logarithms: a difference stands for a factor.
 */
final class DifferenceEstimate {
  private final List<Change> changes;
  private final double[][] correlation;

  /**
   * The change of a figure from the mean of the baseline's runs to that of the candidate's.
   *
   * @param variance of the change
   * @param varianceWithin the part of the variance that is due to the variance within the runs:
   *     longer ones have less of it
   * @param freedom degrees of freedom of the variance
   */
  record Change(double size, double variance, double varianceWithin, double freedom) {}

  /**
   * @param correlation of the errors of the changes
   */
  private DifferenceEstimate(List<Change> changes, double[][] correlation) {
    this.changes = changes;
    this.correlation = correlation;
  }

  Change change(int figure) {
    return changes.get(figure);
  }

  double[][] correlation() {
    return correlation;
  }

  /**
   * Estimates the variance from the variance within the runs. It says nothing about the variance
   * between runs.
   *
   * <p>All runs are assumed to have the same variance, in relation to their length: together they
   * give one estimate, with the degrees of freedom of all of them. What intervals do not show is
   * added without degrees of freedom: with those of two tasks, intervals would be ten times as wide
   * and never decide anything. Instead, what each task varies over time by itself counts twice, for
   * both variances contain it. What tasks vary beyond that lasts, however long the runs are.
   *
   * @param levels logarithms of the figures of each run
   * @param noise of each run's intervals
   * @param unseen variance of each change that intervals do not show
   * @param least lower limit of each variance
   */
  static DifferenceEstimate ofParts(
      Sides<double[]> levels, Sides<FigureNoise> noise, List<Unseen> unseen, double[] least) {
    return of(levels, noise.all().toList(), noise.weights(), unseen, least);
  }

  private static DifferenceEstimate of(
      Sides<double[]> levels,
      List<FigureNoise> noise,
      double[] weights,
      List<Unseen> unseen,
      double[] least) {
    double[] sizes = sizes(levels);
    List<Change> changes = new ArrayList<>();
    for (int k = 0; k < sizes.length; k++) {
      FigureNoise.Pooled ofASecond = FigureNoise.pooled(noise, k);
      double ofIntervals = 0;
      for (int run = 0; run < weights.length; run++) {
        ofIntervals +=
            weights[run] * weights[run] * ofASecond.variance() / noise.get(run).seconds();
      }
      Unseen more = unseen.get(k);
      double variance = Math.max(least[k], ofIntervals + more.tasks() + more.edges());
      double lasting = more.lasting(ofIntervals, ofASecond.freedom());
      changes.add(new Change(sizes[k], variance, variance - lasting, ofASecond.freedom()));
    }
    double[][] deviations =
        noise.stream().flatMap(run -> Arrays.stream(run.deviations())).toArray(double[][]::new);
    return new DifferenceEstimate(changes, correlation(deviations, sizes.length));
  }

  /**
   * Estimates the variance of the difference between the sides of a duet from the differences in
   * its pairs: what delays both sides of a pair is no noise.
   *
   * @param levels logarithms of the figures
   * @param noise of each side's intervals, one of each pair
   * @param least lower limit of each variance
   */
  static DifferenceEstimate ofPairs(
      Sides<double[]> levels, Sides<FigureNoise> noise, double[] least) {
    FigureNoise difference = noise.candidate().get(0).minus(noise.baseline().get(0));
    List<Unseen> nothing = Collections.nCopies(least.length, Unseen.NOTHING);
    return of(levels, List.of(difference), new double[] {1}, nothing, least);
  }

  /**
   * Estimates the variance from the variance between runs, whatever its causes. It is assumed to be
   * the same share on both sides, and never smaller than the variance within the runs.
   *
   * <p>Few runs say little about the correlation of the figures. The estimate is therefore shrunk
   * towards the correlation within the runs, which has the weight of as many runs as there are
   * figures.
   *
   * @param within the estimate by {@link #ofParts}
   */
  static DifferenceEstimate ofRuns(Sides<double[]> levels, DifferenceEstimate within) {
    double[] sizes = sizes(levels);
    int figures = sizes.length;
    double freedom = levels.size() - 2;
    double[][] residuals =
        Stream.concat(residuals(levels.baseline()), residuals(levels.candidate()))
            .toArray(double[][]::new);
    double[][] ofRuns = correlation(residuals, figures);
    double[][] correlation = new double[figures][figures];
    List<Change> changes = new ArrayList<>();
    for (int k = 0; k < figures; k++) {
      int figure = k;
      double squares = Arrays.stream(residuals).mapToDouble(r -> r[figure] * r[figure]).sum();
      double scatter = squares / freedom * levels.varianceOfDifference();
      double ofRun = within.change(k).variance();
      changes.add(new Change(sizes[k], Math.max(scatter, ofRun), ofRun, freedom));
      for (int other = 0; other < figures; other++) {
        correlation[k][other] =
            (freedom * ofRuns[k][other] + figures * within.correlation[k][other])
                / (freedom + figures);
      }
    }
    return new DifferenceEstimate(changes, correlation);
  }

  private static double[] sizes(Sides<double[]> levels) {
    return MathArrays.ebeSubtract(mean(levels.candidate()), mean(levels.baseline()));
  }

  private static Stream<double[]> residuals(List<double[]> runs) {
    double[] mean = mean(runs);
    return runs.stream().map(run -> MathArrays.ebeSubtract(run, mean));
  }

  private static double[] mean(List<double[]> runs) {
    double[] mean = new double[runs.get(0).length];
    Arrays.setAll(mean, k -> runs.stream().mapToDouble(run -> run[k]).average().orElseThrow());
    return mean;
  }

  /** The correlation around 0. A figure without variance is uncorrelated with the others. */
  private static double[][] correlation(double[][] rows, int figures) {
    double[][] products = new double[figures][figures];
    for (double[] row : rows) {
      for (int k = 0; k < figures; k++) {
        for (int other = 0; other < figures; other++) {
          products[k][other] += row[k] * row[other];
        }
      }
    }
    double[][] correlation = new double[figures][figures];
    for (int k = 0; k < figures; k++) {
      for (int other = 0; other < figures; other++) {
        double scale = Math.sqrt(products[k][k] * products[other][other]);
        correlation[k][other] = k == other ? 1 : scale == 0 ? 0 : products[k][other] / scale;
      }
    }
    return correlation;
  }
}
