package io.hbench.suite;

/**
 * The requests a second that a number of region servers sustained, as it was measured once.
 *
 * @param directory of the findmax
 * @param servers number of region servers
 * @param rate requests per second
 * @param resolution share of the rate up to the one that shows the limit
 * @param tasks that sent them
 * @param slots requests that may be in flight in all tasks
 */
public record Capacity(
    String directory, int servers, double rate, double resolution, int tasks, long slots) {
  /** Servers by the rate that they sustain. */
  double inverse() {
    return servers / rate;
  }

  /** Variance of that by the steps of the rate: the true one is anywhere up to the next. */
  double variance() {
    return Math.pow(resolution * inverse(), 2) / 12;
  }
}
