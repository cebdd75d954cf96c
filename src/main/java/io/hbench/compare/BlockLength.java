package io.hbench.compare;

/**
 * The block length for the circular block bootstrap of a series, chosen by its autocorrelation.
 *
 * @see <a href="https://doi.org/10.1080/07474930802459016">Politis and White, Automatic
 *     block-length selection for the dependent bootstrap (2004), with the correction of Patton,
 *     Politis and White (2009)</a>, for the circular bootstrap
 */
final class BlockLength {
  /** Correlations beyond this many standard errors count as significant: the paper's constant. */
  private static final double SIGNIFICANT = 2;

  private BlockLength() {}

  /** From 1 to a third of the length of the series. */
  static int of(double[] series) {
    int n = series.length;
    int run = Math.max(5, (int) Math.ceil(Math.log10(n)));
    int maxLag = Math.min(n - 1, (int) Math.ceil(Math.sqrt(n)) + run);
    double limit = Math.ceil(Math.min(3 * Math.sqrt(n), n / 3.0));
    if (n < 4) {
      return 1;
    }
    double[] covariance = covariance(series, maxLag);
    if (covariance[0] <= 0) {
      return 1;
    }
    int lags = Math.min(2 * Math.max(1, lastSignificant(covariance, n, run)), maxLag);
    double sum = covariance[0];
    double weighted = 0;
    for (int lag = 1; lag <= lags; lag++) {
      double flatTop = Math.min(1, 2 * (1 - (double) lag / lags));
      sum += 2 * flatTop * covariance[lag];
      weighted += 2 * flatTop * lag * covariance[lag];
    }
    if (sum <= 0) {
      return 1;
    }
    double length = Math.cbrt(1.5 * weighted * weighted / (sum * sum) * n);
    return (int) Math.round(Math.max(1, Math.min(limit, length)));
  }

  /** The last significant lag before {@code run} lags in a row that are not significant. */
  private static int lastSignificant(double[] covariance, int n, int run) {
    double critical = SIGNIFICANT * Math.sqrt(Math.log10(n) / n);
    int last = 0;
    for (int lag = 1; lag < covariance.length && lag <= last + run; lag++) {
      if (Math.abs(covariance[lag]) / covariance[0] >= critical) {
        last = lag;
      }
    }
    return last;
  }

  private static double[] covariance(double[] series, int maxLag) {
    double mean = 0;
    for (double value : series) {
      mean += value / series.length;
    }
    double[] covariance = new double[maxLag + 1];
    for (int lag = 0; lag <= maxLag; lag++) {
      for (int i = lag; i < series.length; i++) {
        covariance[lag] += (series[i] - mean) * (series[i - lag] - mean) / series.length;
      }
    }
    return covariance;
  }
}
