package io.hbench.compare;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The estimated differences between baseline and candidate in several figures, with their variances
 * and correlations. All values are logarithms: a difference stands for a factor.
 */
final class DifferenceEstimate {
  private final double[] change;
  private final double[] variance;
  private final double[] freedom;
  private final double[][] correlation;

  /**
   * @param change from the mean of the baseline's runs to that of the candidate's
   * @param variance of the change
   * @param freedom degrees of freedom of the variance
   * @param correlation of the errors of the changes
   */
  private DifferenceEstimate(
      double[] change, double[] variance, double[] freedom, double[][] correlation) {
    this.change = change;
    this.variance = variance;
    this.freedom = freedom;
    this.correlation = correlation;
  }

  double change(int figure) {
    return change[figure];
  }

  double error(int figure) {
    return Math.sqrt(variance[figure]);
  }

  double freedom(int figure) {
    return freedom[figure];
  }

  double[][] correlation() {
    return correlation;
  }

  /**
   * Estimates the variance from the variance within the runs. It says nothing about the variance
   * between runs.
   *
   * <p>The degrees of freedom are those of the blocks of intervals (Welch and Satterthwaite). With
   * the degrees of freedom of two or four tasks, intervals would be ten to a hundred times as wide
   * and never decide anything. The uncertainty of few tasks is part of the variance between runs,
   * which is unknown here.
   *
   * @param baseline logarithms of the figures of each run
   * @param candidate likewise
   * @param noise of each run's intervals, the baseline's runs first
   * @param tasks noise due to the choice of the tasks; the same for all runs of a side
   * @param least lower limit of each variance
   */
  static DifferenceEstimate ofParts(
      List<double[]> baseline,
      List<double[]> candidate,
      List<FigureNoise> noise,
      List<FigureNoise> tasks,
      double[] least) {
    int figures = baseline.get(0).length;
    int draws = noise.get(0).draws().length;
    double[][] all = new double[draws][figures];
    double[][] ofTasks = new double[draws][figures];
    double[] variance = new double[figures];
    double[] uncertain = new double[figures];
    for (int run = 0; run < noise.size(); run++) {
      double weight = run < baseline.size() ? -1.0 / baseline.size() : 1.0 / candidate.size();
      add(all, weight, noise.get(run).draws());
      for (int k = 0; k < figures; k++) {
        double part = weight * weight * noise.get(run).variance(k);
        variance[k] += part;
        uncertain[k] += part * part / noise.get(run).freedom();
      }
    }
    for (int run = 0; run < tasks.size(); run++) {
      double weight = run < baseline.size() ? -1.0 / baseline.size() : 1.0 / candidate.size();
      add(ofTasks, weight, tasks.get(run).draws());
    }
    add(all, 1, ofTasks);
    double[] freedom = new double[figures];
    for (int k = 0; k < figures; k++) {
      // Welch and Satterthwaite
      freedom[k] = uncertain[k] == 0 ? 1 : variance[k] * variance[k] / uncertain[k];
      variance[k] = Math.max(least[k], variance[k] + new FigureNoise(ofTasks, 1).variance(k));
    }
    return new DifferenceEstimate(change(baseline, candidate), variance, freedom, correlation(all));
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
  static DifferenceEstimate ofRuns(
      List<double[]> baseline, List<double[]> candidate, DifferenceEstimate within) {
    int figures = baseline.get(0).length;
    double freedom = baseline.size() + candidate.size() - 2;
    double[][] residuals =
        Stream.concat(residuals(baseline), residuals(candidate)).toArray(double[][]::new);
    double[][] ofRuns = correlation(residuals);
    double[][] correlation = new double[figures][figures];
    double[] variance = new double[figures];
    double[] freedoms = new double[figures];
    Arrays.fill(freedoms, freedom);
    for (int k = 0; k < figures; k++) {
      int figure = k;
      double squares = Arrays.stream(residuals).mapToDouble(r -> r[figure] * r[figure]).sum();
      double scatter = squares / freedom * (1.0 / baseline.size() + 1.0 / candidate.size());
      variance[k] = Math.max(scatter, within.variance[k]);
      for (int other = 0; other < figures; other++) {
        correlation[k][other] =
            (freedom * ofRuns[k][other] + figures * within.correlation[k][other])
                / (freedom + figures);
      }
    }
    return new DifferenceEstimate(change(baseline, candidate), variance, freedoms, correlation);
  }

  private static void add(double[][] sum, double weight, double[][] draws) {
    for (int i = 0; i < sum.length; i++) {
      for (int k = 0; k < sum[i].length; k++) {
        sum[i][k] += weight * draws[i][k];
      }
    }
  }

  private static double[] change(List<double[]> baseline, List<double[]> candidate) {
    double[] change = mean(candidate);
    double[] from = mean(baseline);
    Arrays.setAll(change, k -> change[k] - from[k]);
    return change;
  }

  private static Stream<double[]> residuals(List<double[]> runs) {
    double[] mean = mean(runs);
    return runs.stream()
        .map(
            run -> {
              double[] residual = run.clone();
              Arrays.setAll(residual, k -> run[k] - mean[k]);
              return residual;
            });
  }

  private static double[] mean(List<double[]> runs) {
    double[] mean = new double[runs.get(0).length];
    Arrays.setAll(mean, k -> runs.stream().mapToDouble(run -> run[k]).average().orElseThrow());
    return mean;
  }

  /** The correlation around 0. A figure without variance is uncorrelated with the others. */
  private static double[][] correlation(double[][] rows) {
    int figures = rows[0].length;
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
