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
 * Simultaneous confidence intervals for many correlated figures. Neighbouring percentiles are
 * correlated, so the correction is smaller than for as many independent figures: it is simulated
 * from their correlation.
 *
 * @param pointwise confidence of each single interval with which all intervals together have the
 *     requested confidence
 * @see <a href="https://doi.org/10.1086/522036">Conneely and Boehnke, So many correlated tests, so
 *     little time! (2007)</a>
 */
record SimultaneousIntervals(double pointwise) {
  private static final int DRAWS = 20_000;
  private static final int SEED = 1;

  /** Rounding may give a singular matrix a slightly negative eigenvalue. */
  private static final double ROUNDING = 1e-9;

  /**
   * @param confidence simultaneous confidence of all intervals
   * @param correlations one matrix for each set of figures; the sets are independent
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

  /**
   * Intervals of figures whose correlation is not known: as wide as for independent ones, which is
   * wide enough for any.
   *
   * @see <a href="https://doi.org/10.1080/01621459.1967.10482935">Šidák, Rectangular confidence
   *     regions for the means of multivariate normal distributions (1967)</a>
   */
  static SimultaneousIntervals ofIndependent(double confidence, int figures) {
    return new SimultaneousIntervals(Math.pow(confidence, 1.0 / Math.max(1, figures)));
  }

  /** Half the width of an interval, in standard errors, by Student's t distribution. */
  double reach(double freedom) {
    return new TDistribution(freedom).inverseCumulativeProbability((1 + pointwise) / 2);
  }
}
