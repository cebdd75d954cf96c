package io.hbench.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.lang3.exception.ExceptionUtils;

/**
 * Work on the requests of one load thread, by one thread at a time and without waiting for each
 * other. Whoever completes a request tries the lock and, having it, settles what is completed and
 * sends what is due; whoever finds it taken leaves, because its owner looks for completed requests
 * once more after it.
 *
 * <p>The load thread drains when a request is due. A thread of HBase's client drains when it
 * completes a request, and sends the next request itself: waking the load thread for each
 * completion costs more than all other work of hbench. Requests are sent without the lock: sending
 * takes many times as long as draining, and a thread that found the lock taken for that long would
 * have to leave its completion to another thread.
 */
abstract class DrainLoop {
  private static final int MAX_DRAINS = 4;

  /** As often as an uninterrupted drain takes, which is about a microsecond. */
  private static final int MAX_SPINS = 50;

  /** An early end of the run wakes no load thread. */
  private static final long MAX_SLEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long NEVER = Long.MAX_VALUE;

  final Clock clock;
  private final Queue<Slot> completions = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean locked = new AtomicBoolean();

  /** Time at which the load thread must drain; {@link #NEVER} if a completion comes before. */
  private volatile long wakeAt = NEVER;

  private volatile boolean over;
  private volatile Throwable bug;
  private Thread thread;

  DrainLoop(Clock clock) {
    this.clock = clock;
  }

  /** Settles a completed request, with the lock. */
  abstract void settle(Slot completed);

  /** Returns the slot of a request that is due, or null if none is; with the lock. */
  abstract Slot next();

  /** Whether no request is left to send or to wait for; with the lock. */
  abstract boolean isAtEnd();

  /** Settles what is left at the end, on the load thread and with the lock. */
  abstract void giveUp();

  /** Sends a request, without the lock. */
  abstract void send(Slot due);

  /** Drains until the end, on the load thread. */
  final void drainToEnd() {
    thread = Thread.currentThread();
    drain();
    while (!over) {
      long alarm = wakeAt;
      if (alarm < NEVER) {
        clock.waitUntil(Math.min(alarm, clock.nanos() + MAX_SLEEP_NANOS));
      } else if (completions.isEmpty()) {
        clock.park(this);
      }
      drain();
    }
    if (bug != null) {
      throw ExceptionUtils.<RuntimeException>rethrow(bug);
    }
  }

  /** Takes a completed request, on any thread. */
  void completed(Slot slot) {
    completions.add(slot);
    drain();
  }

  /** Takes a request that was completed while it was sent. */
  void completedAtOnce(Slot slot) {
    completions.add(slot);
  }

  /** Sets the time at which the load thread wakes up. */
  void sleepUntil(long instant) {
    boolean asleep = wakeAt == NEVER;
    wakeAt = instant;
    if (asleep && Thread.currentThread() != thread) {
      clock.time().unpark(thread);
    }
  }

  /** Lets the load thread sleep until a request completes. */
  void sleep() {
    wakeAt = NEVER;
  }

  /**
   * Drains as long as a request is due or completed. A thread of HBase's client stops after a few
   * times, because it would read no responses meanwhile; the load thread does the rest.
   */
  private void drain() {
    int most = MAX_DRAINS;
    boolean more;
    do {
      if (!tryLock()) {
        return;
      }
      more = false;
      try {
        Slot due = drainOnce();
        if (due != null) {
          more = true;
          send(due);
        }
      } catch (RuntimeException | Error e) {
        bug = e; // a thread of HBase's client would swallow it
        over = true;
      }
    } while (!over
        && (more || !completions.isEmpty())
        && (Thread.currentThread() == thread || --most > 0));
    if (over || more || !completions.isEmpty()) {
      clock.time().unpark(thread);
    }
  }

  private boolean tryLock() {
    for (int i = 0; i < MAX_SPINS; i++) {
      if (locked.compareAndSet(false, true)) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  /** Settles completed requests, and unlocks; returns the slot of a request that is due. */
  private Slot drainOnce() {
    try {
      if (over) {
        return null;
      }
      for (Slot slot = completions.poll(); slot != null; slot = completions.poll()) {
        settle(slot);
      }
      Slot due = next();
      if (!isAtEnd()) {
        return due;
      }
      if (Thread.currentThread() == thread) {
        giveUp();
        over = true;
      } else { // whose other answers can't wait for what is left
        sleepUntil(clock.nanos());
      }
      return null;
    } finally {
      locked.set(false);
    }
  }
}
