package io.hbench.engine;

import io.hbench.latency.Window;

/**
 * The measured phase and the warm-up of a thread, chosen without a branch. The JIT compiler leaves
 * out a branch that was never taken; taking it in the window would compile the surrounding code
 * again, which took seconds and distorted the results.
 */
class Phases {
  private final Phase[] phases;
  private final Window window;
  private final long windowStart;
  private final long warmupRows;

  /**
   * @param warmupRows number of rows that a thread requests before the window
   */
  Phases(Phase measured, Phase warmup, Window window, long warmupRows) {
    this.phases = new Phase[] {measured, warmup};
    this.window = window;
    this.windowStart = window.start();
    this.warmupRows = warmupRows;
  }

  Phase get(int isWarmup) {
    return phases[isWarmup];
  }

  /** Returns 1 for a request of the warm-up, else 0. */
  int isWarmup(long intended, long rowsBefore) {
    return isNegative(intended - windowStart) | isNegative(rowsBefore - warmupRows);
  }

  /** Whether requests of a time are measured, if there was no warm-up by rows. */
  boolean areMeasuredAt(long instant) {
    return window.contains(instant);
  }

  private static int isNegative(long number) {
    return (int) (number >>> (Long.SIZE - 1));
  }
}
