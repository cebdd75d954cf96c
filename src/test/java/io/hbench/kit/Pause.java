package io.hbench.kit;

import java.util.concurrent.locks.LockSupport;

/** Pause of a test operation that plays a server: no shorter than it is meant to be. */
public final class Pause {
  private Pause() {}

  /** Parks the thread; an unpark by others does not end it. */
  public static void nanos(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
