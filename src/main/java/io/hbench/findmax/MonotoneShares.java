package io.hbench.findmax;

/**
 * Shares of exceeding requests at rising rates, made monotone: a higher rate has no smaller share.
 *
 * <p>This is isotonic regression by the pool-adjacent-violators algorithm (Barlow, Bartholomew,
 * Bremner and Brunk, Statistical Inference under Order Restrictions, 1972), as in dose finding
 * (Stylianou and Flournoy, Biometrics 58, 2002). Rates support each other that way: a stall at one
 * of them does not outweigh the rates above it that had none.
 */
final class MonotoneShares {
  private MonotoneShares() {}

  /**
   * The monotone shares that are nearest to those measured, by least squares.
   *
   * @param shares in the order of their rates
   * @param weights numbers of requests
   */
  static double[] of(double[] shares, double[] weights) {
    double[] mean = new double[shares.length]; // of each block
    double[] weight = new double[shares.length];
    int[] size = new int[shares.length];
    int blocks = 0;
    for (int i = 0; i < shares.length; i++) {
      mean[blocks] = shares[i];
      weight[blocks] = weights[i];
      size[blocks] = 1;
      blocks++;
      while (blocks > 1 && mean[blocks - 2] > mean[blocks - 1]) {
        int into = blocks - 2;
        double sum = weight[into] + weight[into + 1];
        mean[into] = (mean[into] * weight[into] + mean[into + 1] * weight[into + 1]) / sum;
        weight[into] = sum;
        size[into] += size[into + 1];
        blocks--;
      }
    }
    double[] monotone = new double[shares.length];
    int at = 0;
    for (int block = 0; block < blocks; block++) {
      for (int i = 0; i < size[block]; i++) {
        monotone[at++] = mean[block];
      }
    }
    return monotone;
  }
}
