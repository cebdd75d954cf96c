package io.hbench.engine;

import java.util.concurrent.locks.LockSupport;

/** Clock of a task: nanoseconds since the common start of all tasks; negative before it. */
public interface Clock {
  long nanos();

  /** Waits until {@link #nanos} reaches a value or the thread is interrupted. */
  void waitUntil(long nanos);

  /** Waits until the thread is unparked or interrupted; may return for no reason. */
  default void park(Object blocker) {
    LockSupport.park(blocker);
  }

  /**
   * Makes a clock from the JVM's monotonic clock.
   *
   * @param start {@link System#nanoTime} at the common start
   */
  static Clock startingAt(long start) {
    return new Clock() {
      @Override
      public long nanos() {
        return System.nanoTime() - start;
      }

      @Override
      public void waitUntil(long nanos) {
        long left = nanos - nanos();
        while (left > 0 && !Thread.currentThread().isInterrupted()) {
          LockSupport.parkNanos(left);
          left = nanos - nanos();
        }
      }
    };
  }
}
