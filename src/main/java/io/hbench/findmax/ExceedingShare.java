package io.hbench.findmax;

import io.hbench.report.ObjectiveReport.ObjectiveInterval;
import java.util.List;
import org.apache.commons.math3.distribution.BetaDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Share of requests that exceed a limit, with its confidence interval.
 *
 * <p>Requests close in time are correlated, so n requests carry less information than n independent
 * ones. The design effect is the variance of the share over the intervals (a ratio estimator, with
 * autocovariances by Newey and West 1987) divided by the binomial variance. The effective sample
 * size is n divided by the design effect; Clopper and Pearson's interval uses it. This is Korn and
 * Graubard's interval (Survey Methodology 24, 1998), with their correction for few intervals.
 *
 * <p>The upper end also allows for bursts that these runs may have missed: its design effect is at
 * least the one by the {@link Bursts} of other runs. Over all looks at a rate, three at most, the
 * confidence is 95 %, by Bonferroni: why, and simulated searches, in
 * src/docs/decisions/15-findmax.md.
 *
 * @param share of the requests measured, 0 to 1
 * @param low lower end of the confidence interval
 * @param high upper end of the confidence interval
 * @param effectiveSampleSize number of independent requests with the same information on the upper
 *     end
 * @param tail probability of a share above the interval, and of one below it
 */
record ExceedingShare(
    double share, double low, double high, double effectiveSampleSize, double tail) {
  private static final double ALPHA = 0.05;
  private static final double EPSILON = 1e-9;

  /**
   * Estimates the share over all runs at one rate.
   *
   * @param runs the intervals of each run, in order of time
   * @param known bursts of all runs of the search
   * @param looks number of times that the share is judged, this time included
   * @return an interval from 0 to 1 if fewer than two intervals have requests
   */
  static ExceedingShare of(List<List<ObjectiveInterval>> runs, Bursts known, int looks) {
    double tail = ALPHA / 2 / looks;
    double n = runs.stream().flatMap(List::stream).mapToLong(ObjectiveInterval::count).sum();
    double x = runs.stream().flatMap(List::stream).mapToLong(ObjectiveInterval::exceeding).sum();
    long intervals = runs.stream().flatMap(List::stream).filter(s -> s.count() > 0).count();
    if (intervals < 2) {
      return new ExceedingShare(n == 0 ? 0 : x / n, 0, 1, 0, tail);
    }
    double share = x / n;
    double sum = runs.stream().mapToDouble(run -> longRunVariance(run, share)).sum();
    double variance = intervals / (intervals - 1.0) * sum / (n * n);
    double binomial = share * (1 - share) / n;
    double effect = binomial > 0 ? Math.max(1, variance / binomial) : 1;
    double perSecond = n / runs.stream().mapToDouble(ExceedingShare::seconds).sum();
    double few = Math.pow(quantile(n - 1, tail) / quantile(intervals - 1.0, tail), 2);
    double seen = Math.max(1, n / effect * few);
    double effective = Math.max(1, n / Math.max(effect, known.designEffect(perSecond)) * few);
    return new ExceedingShare(
        share, low(share, seen, tail), high(share, effective, tail), effective, tail);
  }

  private static double low(double share, double effective, double tail) {
    double beyond = share * effective;
    return beyond < EPSILON
        ? 0
        : new BetaDistribution(beyond, effective - beyond + 1).inverseCumulativeProbability(tail);
  }

  private static double high(double share, double effective, double tail) {
    double within = (1 - share) * effective;
    return within < EPSILON
        ? 1
        : new BetaDistribution(effective - within + 1, within)
            .inverseCumulativeProbability(1 - tail);
  }

  static double seconds(List<ObjectiveInterval> run) {
    int last = run.size() - 1;
    return last < 1 ? 1 : (run.get(last).t() - run.get(0).t()) * run.size() / last;
  }

  /** Long-run variance of the number of exceeding requests around its expectation. */
  static double longRunVariance(List<ObjectiveInterval> run, double share) {
    double[] excess = run.stream().mapToDouble(s -> s.exceeding() - share * s.count()).toArray();
    int lags = (int) (4 * Math.pow(excess.length / 100.0, 2.0 / 9)); // as Newey and West 1994
    double sum = autocovariance(excess, 0);
    for (int lag = 1; lag <= Math.min(lags, excess.length - 1); lag++) {
      sum += 2 * (1 - lag / (lags + 1.0)) * autocovariance(excess, lag);
    }
    return Math.max(0, sum);
  }

  private static double autocovariance(double[] excess, int lag) {
    double sum = 0;
    for (int i = lag; i < excess.length; i++) {
      sum += excess[i] * excess[i - lag];
    }
    return sum;
  }

  private static double quantile(double degreesOfFreedom, double tail) {
    return new TDistribution(Math.max(1, degreesOfFreedom)).inverseCumulativeProbability(1 - tail);
  }
}
