package io.hbench.engine;

import java.util.concurrent.locks.LockSupport;

/** Nanoseconds since the common start of all tasks; negative before it. */
public interface Clock {
  long nanos();

  /** Returns when {@link #nanos} is at least so much, or when the thread was interrupted. */
  void waitUntil(long nanos);

  /**
   * The JVM's monotonic clock.
   *
   * @param start the {@link System#nanoTime} of the common start
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
