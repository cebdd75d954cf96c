package io.hbench.engine;

import io.hbench.time.Time;

/** Clock of a task: nanoseconds since the common start of all tasks; negative before it. */
public interface Clock {
  long nanos();

  /** Waits until {@link #nanos} reaches a value or the thread is interrupted. */
  void waitUntil(long nanos);

  /** Waits until the thread is unparked or interrupted; may return for no reason. */
  default void park(Object blocker) {
    time().park(blocker, Long.MAX_VALUE);
  }

  default Time time() {
    return Time.real();
  }

  /**
   * Makes a clock from a monotonic clock.
   *
   * @param start {@link Time#nanos} at the common start
   */
  static Clock startingAt(Time time, long start) {
    return new Clock() {
      @Override
      public long nanos() {
        return time.nanos() - start;
      }

      @Override
      public void waitUntil(long nanos) {
        long left = nanos - nanos();
        while (left > 0 && !Thread.currentThread().isInterrupted()) {
          time.park(this, left);
          left = nanos - nanos();
        }
      }

      @Override
      public Time time() {
        return time;
      }
    };
  }
}
