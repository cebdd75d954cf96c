package io.hbench.pacing;

import io.hbench.settings.CatchUp;
import java.util.function.DoubleSupplier;

/**
 * Schedule whose requests depend on those before them: Poisson arrivals, gradual catch-up. Threads
 * take their requests one at a time.
 */
final class OrderedSchedule extends Schedule {
  private final RatePlan plan;
  private final DoubleSupplier indexes;
  private final CatchUp catchUp;
  private final long windowStart;

  /** Intended times of the next requests in a ring: as many as there are threads, and one more. */
  private final long[] upcoming;

  private int next;
  private long before;

  /** Time at which the last request could be sent. */
  private long lastStart = Long.MIN_VALUE / 2;

  /** Number of requests of the window that are left. */
  private long left;

  /**
   * @param indexes of the task's requests: see {@link ArrivalIndexes}
   * @param threads number of threads: a request without catch-up is dropped when as many requests
   *     after it are due
   * @param windowStart in nanoseconds since the common start
   * @param requests number of requests of the window, or {@link Long#MAX_VALUE}
   */
  OrderedSchedule(
      RatePlan plan,
      DoubleSupplier indexes,
      CatchUp catchUp,
      int threads,
      long windowStart,
      long requests) {
    super(requests);
    this.plan = plan;
    this.indexes = indexes;
    this.catchUp = catchUp;
    this.windowStart = windowStart;
    this.left = requests;
    this.upcoming = new long[threads + 1];
    for (int i = 0; i < upcoming.length; i++) {
      upcoming[i] = draw();
    }
    this.before = upcoming[0];
  }

  private long draw() {
    return plan.nanosOf(indexes.getAsDouble());
  }

  @Override
  synchronized void take(ScheduledPacer into, long now) {
    long intended = upcoming[next];
    int last = (next == 0 ? upcoming.length : next) - 1;
    long deadline = catchUp.factor() == 0 ? upcoming[last] : Long.MAX_VALUE;
    upcoming[next] = draw();
    next = next + 1 == upcoming.length ? 0 : next + 1;
    boolean gradual = catchUp.factor() > 0 && Double.isFinite(catchUp.factor());
    long soonest = gradual ? lastStart + (long) ((intended - before) / catchUp.factor()) : intended;
    long earliest = Math.max(intended, soonest);
    before = intended;
    lastStart = Math.max(earliest, now);
    if (intended >= windowStart && left-- <= 0) {
      intended = Long.MAX_VALUE; // beyond every window
    }
    into.set(intended, earliest, deadline);
  }

  @Override
  synchronized void dropped() {
    left++;
  }
}
