package io.hbench.engine;

import java.util.concurrent.atomic.AtomicBoolean;

/** Spin lock of a {@link DrainLoop}; a thread gives up after about a microsecond. */
final class DrainLock {
  /** About as long as an uninterrupted drain. */
  private static final int MAX_SPINS = 50;

  private final AtomicBoolean taken = new AtomicBoolean();

  boolean tryLock() {
    for (int i = 0; i < MAX_SPINS; i++) {
      if (taken.compareAndSet(false, true)) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  void unlock() {
    taken.set(false);
  }
}
