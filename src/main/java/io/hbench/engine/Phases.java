package io.hbench.engine;

/**
 * The measured phase and the warm-up of a thread, chosen without a branch. The JIT compiler leaves
 * out a branch that was never taken; taking it in the window would compile the surrounding code
 * again, which took seconds and distorted the results.
 */
final class Phases {
  private final Phase[] phases;
  private final long windowStart;
  private final long warmupRows;

  /**
   * @param windowStart in nanoseconds since the common start
   * @param warmupRows number of rows that a thread requests before the window
   */
  Phases(Phase measured, Phase warmup, long windowStart, long warmupRows) {
    this.phases = new Phase[] {measured, warmup};
    this.windowStart = windowStart;
    this.warmupRows = warmupRows;
  }

  Phase get(int isWarmup) {
    return phases[isWarmup];
  }

  /** Returns 1 for a request of the warm-up, else 0. */
  int isWarmup(long intended, long rowsBefore) {
    return isBeforeWindow(intended) | isNegative(rowsBefore - warmupRows);
  }

  /** Returns 1 or 0. */
  int isBeforeWindow(long instant) {
    return isNegative(instant - windowStart);
  }

  private static int isNegative(long number) {
    return (int) (number >>> (Long.SIZE - 1));
  }
}
