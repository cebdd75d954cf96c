package io.hbench.findmax;

import io.hbench.report.ObjectiveReport.ObjectiveInterval;
import java.util.List;

/**
 * How long the bursts are in which requests exceed a limit, as seen in several runs: a stall of the
 * servers delays all the requests of a second.
 *
 * <p>A run in which no request exceeded the limit does not show how requests come together, so its
 * design effect is taken from other runs. Kish (Methods for design effects, Journal of Official
 * Statistics 11, 1995) calls this the portability of design effects: between samples, it is not the
 * design effect that is similar but what it is made of, here the length of a burst, because the
 * number of requests in it grows with the rate. The length is the ratio of summed variances, so
 * that of a run with many such requests counts most, and it is weighted by size: a request meets
 * long bursts more often. Assumed is that bursts of this rate are as long as those of others.
 *
 * @param squares sum of the squared lengths of bursts, in seconds²
 * @param sum sum of their lengths, in seconds
 */
record Bursts(double squares, double sum) {

  /** Before any is seen, as if one had been: as short as the shortest pauses of a JVM. */
  static final Bursts NONE_SEEN = new Bursts(1e-6, 1e-3);

  static Bursts of(List<ObjectiveInterval> run) {
    double n = run.stream().mapToLong(ObjectiveInterval::count).sum();
    double x = run.stream().mapToLong(ObjectiveInterval::exceeding).sum();
    if (x == 0 || x == n) {
      return new Bursts(0, 0);
    }
    double perSecond = n / ExceedingShare.seconds(run);
    double variance = ExceedingShare.longRunVariance(run, x / n);
    return new Bursts(variance / (perSecond * perSecond), x * (1 - x / n) / perSecond);
  }

  Bursts plus(Bursts others) {
    return new Bursts(squares + others.squares, sum + others.sum);
  }

  /**
   * Expected design effect of a run.
   *
   * @param perSecond its requests per second
   */
  double designEffect(double perSecond) {
    return Math.max(1, squares / sum * perSecond);
  }
}
