package io.hbench.kit;

import io.hbench.time.Time;

/** Pause of a test operation that plays a server: no shorter than it is meant to be. */
public final class Pause {
  private Pause() {}

  /** Parks the thread; an unpark by others does not end it. */
  public static void nanos(long nanos) {
    Time time = VirtualTime.current();
    long end = time.nanos() + nanos;
    for (long left = nanos; left > 0; left = end - time.nanos()) {
      time.park(Pause.class, left);
    }
  }
}
