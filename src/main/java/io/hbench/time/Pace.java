package io.hbench.time;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Objects;
import org.apache.commons.lang3.ObjectUtils;

/**
 * A bound on what is asked of others in a second: rows, calls, pages or bytes. Who asks tells what
 * it took, and asks again when that is paid for by time. So what is cheap is asked for as often as
 * is useful, and the period of what is not grows with its cost. Safe for use by several threads.
 */
public final class Pace {
  private static final double NANOS = 1e9;

  private final Time time;
  private final double perSecond;

  /** What may be taken at once, in nanoseconds of its payment. */
  private final double ahead;

  /** Who was told to wait, and comes next; null if nobody was. */
  private Object next;

  /** When all that was taken is paid for, by {@link Time#nanos}. */
  private double paid;

  /**
   * @param time of this process
   * @param perSecond amount of a second, in the long run
   * @param atOnce amount that may be taken beyond that at a time
   */
  public Pace(Time time, double perSecond, double atOnce) {
    this.time = time;
    this.perSecond = perSecond;
    this.ahead = atOnce / perSecond * NANOS;
    this.paid = time.nanos();
  }

  /** Tells what was taken, due or not. */
  public synchronized void took(double amount) {
    paid = Math.max(paid, (double) time.nanos()) + amount / perSecond * NANOS;
  }

  /** Whether more may be taken now. */
  public boolean isDue() {
    return untilDue().isZero();
  }

  /** Whether one of several may take more now: who had to wait is the next. */
  public synchronized boolean isDueFor(Object one) {
    boolean isDueForOne = isDue() && (next == null || next.equals(one));
    next = isDueForOne ? null : Objects.requireNonNullElse(next, one);
    return isDueForOne;
  }

  /** Waits no longer for one that won't ask any more. */
  public synchronized void leave(Object one) {
    next = one.equals(next) ? null : next;
  }

  /** Time until more may be taken; 0 if it may be taken now. */
  public synchronized Duration untilDue() {
    return Duration.ofNanos((long) Math.max(0, Math.ceil(paid - ahead - time.nanos())));
  }

  /** Sleeps until more may be taken, and for a time at least. */
  public void sleep(Duration atLeast) throws InterruptedException {
    Duration longer = ObjectUtils.max(untilDue(), atLeast);
    if (!longer.isZero()) {
      time.sleep(longer);
    }
  }

  /** Sleeps until more may be taken. */
  public void await() throws InterruptedIOException {
    try {
      sleep(Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  /** The clock of the waits. */
  public Time time() {
    return time;
  }
}
