package io.hbench.engine;

import io.hbench.latency.Window;
import io.hbench.spec.Alternation;
import java.util.Optional;

/**
 * The measured phase and the warm-up of a thread, chosen without a branch. The JIT compiler leaves
 * out a branch that was never taken; taking it in the window would compile the surrounding code
 * again, which took seconds and distorted the results.
 *
 * <p>Requests in a guard of a duet are not measured, like a warm-up.
 */
final class Phases {
  private final Phase[] phases;
  private final Window window;
  private final long windowStart;
  private final Optional<Alternation> alternation;
  private final long warmupRows;

  Phases(Phase measured, Phase warmup, SideLoad load) {
    this.phases = new Phase[] {measured, warmup};
    this.window = load.spec().window();
    this.windowStart = window.start();
    this.alternation = load.alternation();
    this.warmupRows = load.spec().measurement().warmupRows();
  }

  Phase get(int isWarmup) {
    return phases[isWarmup];
  }

  /** Returns 1 for a request of the warm-up, else 0. */
  int isWarmup(long intended, long rowsBefore) {
    return isNegative(intended - windowStart)
        | isNegative(rowsBefore - warmupRows)
        | isGuard(intended);
  }

  private int isGuard(long intended) {
    return alternation.isPresent() ? alternation.get().isGuard(intended) : 0;
  }

  /** Whether requests of a time are measured, if there was no warm-up by rows. */
  boolean areMeasuredAt(long instant) {
    return window.contains(instant) && isGuard(instant) == 0;
  }

  private static int isNegative(long number) {
    return (int) (number >>> (Long.SIZE - 1));
  }
}
