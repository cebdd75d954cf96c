package io.hbench.pacing;

import io.hbench.data.Seeds;
import io.hbench.settings.CatchUp;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;

/**
 * Open loop: schedule of one task's share of a rate. All threads of the task take their requests
 * from it, in the order of the intended times: a request goes to the slot that is free first, as
 * with one queue in front of all slots. With a queue for each thread, a slow request would delay
 * the next one of its thread while other threads are idle. Safe for use by several threads, which
 * take their requests one at a time.
 */
public final class Schedule {
  /** Distinguishes the seed of the arrivals from those of the threads, which are 0 or more. */
  private static final long ARRIVALS = Long.MIN_VALUE;

  private final RatePlan plan;
  private final DoubleSupplier indexes;
  private final CatchUp catchUp;
  private final long windowStart;
  private final boolean limited;
  private final List<ScheduledPacer> pacers = new CopyOnWriteArrayList<>();

  private long before;

  /** Time at which the last request could be sent. */
  private long lastStart = Long.MIN_VALUE / 2;

  /** Number of requests of the window that are left. */
  private long left;

  /**
   * @param indexes of the task's requests: see {@link ArrivalIndexes}
   * @param windowStart in nanoseconds since the common start
   * @param requests number of requests of the window, or {@link Long#MAX_VALUE}
   */
  private Schedule(
      RatePlan plan, DoubleSupplier indexes, CatchUp catchUp, long windowStart, long requests) {
    this.plan = plan;
    this.indexes = indexes;
    this.catchUp = catchUp;
    this.windowStart = windowStart;
    this.limited = requests < Long.MAX_VALUE;
    this.left = requests;
  }

  /** The schedule of a task; empty without a rate. */
  public static Optional<Schedule> of(RunSpec spec, TaskSpec task) {
    return spec.load()
        .rate()
        .map(
            rate ->
                new Schedule(
                    new RatePlan(rate, spec.measurement().warmup(), spec.limit().time()),
                    ArrivalIndexes.of(
                        spec.load().arrival(),
                        task.index(),
                        spec.tasks(),
                        Seeds.derive(spec.taskSeed(task.index()), ARRIVALS)),
                    spec.load().catchUp(),
                    spec.window().start(),
                    spec.measurement().warmupRows() == 0
                        ? task.requests().orElse(Long.MAX_VALUE)
                        : Long.MAX_VALUE));
  }

  /** Whether the schedule ends with the task's last request; else each thread has its share. */
  public boolean hasEnd() {
    return limited;
  }

  /** Pacing of one more thread. */
  ScheduledPacer newPacer() {
    ScheduledPacer pacer = new ScheduledPacer(this);
    pacers.add(pacer);
    return pacer;
  }

  /**
   * Takes the next request for a slot that is free. While the task catches up, requests start at
   * intervals that are shorter by the catch-up factor.
   *
   * @param now nanoseconds since the common start
   */
  synchronized void take(ScheduledPacer into, long now) {
    long intended = plan.nanosOf(indexes.getAsDouble());
    boolean gradual = catchUp.factor() > 0 && Double.isFinite(catchUp.factor());
    long soonest = gradual ? lastStart + (long) ((intended - before) / catchUp.factor()) : intended;
    long earliest = Math.max(intended, soonest);
    before = intended;
    lastStart = Math.max(earliest, now);
    if (intended >= windowStart && left-- <= 0) {
      intended = Long.MAX_VALUE; // beyond every window
    }
    into.set(intended, earliest);
  }

  /** Gives back one request of the limit: it was dropped, and the run sends another one. */
  synchronized void dropped() {
    left++;
  }

  /** Whether late requests are dropped, and do not wait for a slot. */
  boolean dropsLate() {
    return catchUp.factor() == 0;
  }

  /** Whether a slot of the task is free now, and has been free at a time: the client is late. */
  boolean hasFreeSlotSince(long time) {
    return pacers.stream().anyMatch(pacer -> pacer.freeSince() <= time);
  }
}
