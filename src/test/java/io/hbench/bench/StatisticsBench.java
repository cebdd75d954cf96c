package io.hbench.bench;

import io.hbench.trend.CanaryNights;
import io.hbench.trend.WatchedNights;

/** How often {@code trend} is wrong: simulations whose truth is known. */
final class StatisticsBench {
  private StatisticsBench() {}

  /**
   * Runs the bench.
   *
   * @param args number of suites of each kind; 30 if not given
   */
  public static void main(String[] args) {
    int suites = args.length == 0 ? 30 : Integer.parseInt(args[0]);
    System.out.println(WatchedNights.table(suites));
    System.out.println(CanaryNights.table(suites));
  }
}
