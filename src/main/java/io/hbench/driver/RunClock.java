package io.hbench.driver;

import io.hbench.time.Time;

/**
 * Clock of a run, which stands still while nothing may end the run: during an undo, and while its
 * table may be dropped and not created yet.
 */
final class RunClock {
  private final Time time;
  private long stoodNanos;
  private long stoppedAt;
  private int stops;

  RunClock(Time time) {
    this.time = time;
  }

  /** Monotonic, with an arbitrary origin. */
  public synchronized long nanos() {
    return (stops > 0 ? stoppedAt : time.nanos()) - stoodNanos;
  }

  /** Stops the clock until {@link #goOn}, once for each call. */
  public synchronized void stop() {
    if (stops == 0) {
      stoppedAt = time.nanos();
    }
    stops++;
  }

  public synchronized void goOn() {
    stops--;
    if (stops == 0) {
      stoodNanos += time.nanos() - stoppedAt;
    }
  }

  public synchronized boolean stands() {
    return stops > 0;
  }
}
