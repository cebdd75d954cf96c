package io.hbench.compare;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.random.CorrelatedRandomVectorGenerator;
import org.apache.commons.math3.random.GaussianRandomGenerator;
import org.apache.commons.math3.random.Well19937c;

/**
 * Intervals for many figures that hold all together. Neighbouring percentiles move together, so
 * they count for less than as many figures: how much less, is drawn from their correlation.
 *
 * @param level of each single interval, so that all together have the level that was asked for
 * @see <a href="https://doi.org/10.1086/522036">Conneely and Boehnke, So many correlated tests, so
 *     little time! (2007)</a>
 */
record SimultaneousIntervals(double level) {
  private static final int DRAWS = 20_000;
  private static final int SEED = 1;

  /** Rounding may make a matrix without noise of its own look as if it had less than none. */
  private static final double ROUNDING = 1e-9;

  /**
   * @param confidence that all of the intervals hold
   * @param correlations each of figures that have nothing in common with those of the others
   */
  static SimultaneousIntervals of(double confidence, List<double[][]> correlations) {
    if (correlations.isEmpty()) {
      return new SimultaneousIntervals(confidence);
    }
    double[] greatest = new double[DRAWS];
    for (int i = 0; i < correlations.size(); i++) {
      CorrelatedRandomVectorGenerator vectors =
          new CorrelatedRandomVectorGenerator(
              MatrixUtils.createRealMatrix(correlations.get(i)),
              ROUNDING,
              new GaussianRandomGenerator(new Well19937c(SEED + i)));
      for (int draw = 0; draw < DRAWS; draw++) {
        for (double deviation : vectors.nextVector()) {
          greatest[draw] = Math.max(greatest[draw], Math.abs(deviation));
        }
      }
    }
    Arrays.sort(greatest);
    double limit = greatest[(int) Math.ceil(confidence * DRAWS) - 1];
    return new SimultaneousIntervals(2 * new NormalDistribution().cumulativeProbability(limit) - 1);
  }

  /** How far an interval reaches to either side, in standard errors. */
  double reach(double freedom) {
    return new TDistribution(freedom).inverseCumulativeProbability((1 + level) / 2);
  }
}
