package io.hbench.pacing;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Schedule whose requests depend on their number alone: constant arrivals, without gradual
 * catch-up. Threads share a counter. At millions of requests a second, two threads wait for it, but
 * two thirds as long as for the lock of an {@link OrderedSchedule}.
 */
final class SteadySchedule extends Schedule {
  /** Look-ahead of a schedule that drops no late requests. */
  static final long UNBOUNDED = Long.MAX_VALUE;

  /** Elements on each side of the counter, which keep other data out of its cache lines. */
  private static final int PADDING = 16;

  private final RatePlan plan;
  private final long task;
  private final long tasks;
  private final long lookAhead;
  private final long firstOfWindow;
  private final long requests;
  private final AtomicLongArray taken = new AtomicLongArray(2 * PADDING + 1);
  private final AtomicLong dropped = new AtomicLong();

  /**
   * @param task index of the task, whose requests alternate with those of all other tasks
   * @param lookAhead a request is dropped when the one that is so many requests after it is due
   * @param windowStart in nanoseconds since the common start
   * @param requests number of requests of the window, or {@link Long#MAX_VALUE}
   */
  SteadySchedule(
      RatePlan plan, long task, long tasks, long lookAhead, long windowStart, long requests) {
    super(requests);
    this.plan = plan;
    this.task = task;
    this.tasks = tasks;
    this.lookAhead = lookAhead;
    this.requests = requests;
    this.firstOfWindow = hasEnd() ? firstFrom(windowStart) : 0;
  }

  /** Number of the first request that is due at a time or after it: intended times ascend. */
  private long firstFrom(long nanos) {
    long above = 1;
    while (intended(above - 1) < nanos) {
      above *= 2;
    }
    long low = 0;
    long high = above - 1;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (intended(middle) < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private long intended(long number) {
    return plan.nanosOf((double) (task + number * tasks));
  }

  @Override
  void take(ScheduledPacer into, long now) {
    long number = taken.getAndIncrement(PADDING);
    long intended = intended(number);
    long deadline = lookAhead == UNBOUNDED ? UNBOUNDED : intended(number + lookAhead);
    boolean beyond = hasEnd() && number - firstOfWindow >= requests + dropped.get();
    into.set(beyond ? Long.MAX_VALUE : intended, intended, deadline);
  }

  @Override
  void dropped() {
    dropped.incrementAndGet();
  }
}
