package io.hbench.pacing;

import io.hbench.data.Seeds;
import io.hbench.settings.Arrival;
import io.hbench.settings.CatchUp;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.Optional;

/**
 * Open loop: schedule of one task's share of a rate. All threads of the task take their requests
 * from it, in the order of the intended times: a request goes to the slot that is free first, as
 * with one queue in front of all slots. With a queue for each thread, a slow request would delay
 * the next one of its thread while other threads are idle. Safe for use by several threads.
 */
public abstract class Schedule {
  /** Distinguishes the seed of the arrivals from those of the threads, which are 0 or more. */
  private static final long ARRIVALS = Long.MIN_VALUE;

  private final boolean limited;

  /**
   * @param requests number of requests of the window, or {@link Long#MAX_VALUE}
   */
  Schedule(long requests) {
    this.limited = requests < Long.MAX_VALUE;
  }

  /** The schedule of a task; empty without a rate. */
  public static Optional<Schedule> of(RunSpec spec, TaskSpec task) {
    if (spec.load().rate().isEmpty()) {
      return Optional.empty();
    }
    RatePlan plan =
        new RatePlan(spec.load().rate().get(), spec.measurement().warmup(), spec.limit().time());
    CatchUp catchUp = spec.load().catchUp();
    int threads = spec.load().threads();
    long windowStart = spec.window().start();
    long requests =
        spec.measurement().warmupRows() == 0
            ? task.requests().orElse(Long.MAX_VALUE)
            : Long.MAX_VALUE;
    boolean gradual = catchUp.factor() > 0 && Double.isFinite(catchUp.factor());
    if (spec.load().arrival() == Arrival.CONSTANT && !gradual) {
      long lookAhead = catchUp.factor() == 0 ? threads : SteadySchedule.UNBOUNDED;
      return Optional.of(
          new SteadySchedule(plan, task.index(), spec.tasks(), lookAhead, windowStart, requests));
    }
    return Optional.of(
        new OrderedSchedule(
            plan,
            ArrivalIndexes.of(
                spec.load().arrival(),
                task.index(),
                spec.tasks(),
                Seeds.derive(spec.taskSeed(task.index()), ARRIVALS)),
            catchUp,
            threads,
            windowStart,
            requests));
  }

  /** Whether the schedule ends with the task's last request; else each thread has its share. */
  public final boolean hasEnd() {
    return limited;
  }

  /**
   * Takes the next request for a slot that is free. While the task catches up, requests start at
   * intervals that are shorter by the catch-up factor.
   *
   * @param now nanoseconds since the common start
   */
  abstract void take(ScheduledPacer into, long now);

  /** Gives back one request of the limit: it was dropped, and the run sends another one. */
  abstract void dropped();
}
