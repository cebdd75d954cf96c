package io.hbench.pacing;

import io.hbench.data.Seeds;
import io.hbench.settings.CatchUp;
import io.hbench.settings.Rate;
import io.hbench.spec.Alternation;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;
import java.util.function.LongPredicate;

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

  /** Indexes of the task's requests in the plan. */
  private final DoubleSupplier indexes;

  private final CatchUp catchUp;
  private final Optional<Alternation> alternation;
  private final long windowStart;
  private final boolean endsByTime;
  private final boolean limited;
  private final List<OfThread> pacers = new CopyOnWriteArrayList<>();

  /** Intended time of the next request. */
  private long next;

  private long before;

  /** Time at which the last request could be sent. */
  private long lastStart = Long.MIN_VALUE / 2;

  /** Number of requests of the window that are left. */
  private long left;

  private Schedule(Rate rate, RunSpec spec, TaskSpec task, Optional<Alternation> alternation) {
    this.plan = new RatePlan(rate, spec.measurement().warmup(), spec.limit().time());
    long seed = Seeds.derive(spec.taskSeed(task.index()), ARRIVALS);
    this.indexes = RatePlan.indexes(spec.load().arrival(), task.index(), spec.tasks(), seed);
    this.catchUp = spec.load().catchUp();
    this.alternation = alternation;
    this.windowStart = spec.window().start();
    this.endsByTime = spec.limit().time().isPresent();
    this.limited = spec.measurement().warmupRows() == 0 && task.requests().isPresent();
    this.left = limited ? task.requests().get() : Long.MAX_VALUE;
    draw();
  }

  /**
   * The schedule of a task; empty without a rate.
   *
   * @param alternation the intervals whose requests are sent; empty for all
   */
  public static Optional<Schedule> of(
      RunSpec spec, TaskSpec task, Optional<Alternation> alternation) {
    return spec.load().rate().map(rate -> new Schedule(rate, spec, task, alternation));
  }

  /** Whether the schedule ends with the task's last request; else each thread has its share. */
  public boolean hasEnd() {
    return limited;
  }

  /** Pacing of one more thread. */
  Pacer newPacer() {
    OfThread pacer = new OfThread();
    pacers.add(pacer);
    return pacer;
  }

  /** Draws the next request; in a duet, those of the other side are left to that one. */
  private void draw() {
    do {
      next = plan.nanosOf(indexes.getAsDouble());
    } while (alternation.isPresent() && !alternation.get().includes(next));
  }

  /** Pacing of one thread, which takes its requests one at a time. */
  private final class OfThread implements Pacer {
    private boolean taken;
    private long intended;
    private long earliest;

    /** Since when a slot of the thread is free; read by all threads. */
    private volatile long freeSince = Long.MIN_VALUE;

    @Override
    public boolean hasSchedule() {
      return true;
    }

    /** What is skipped leaves nothing to catch up with. */
    @Override
    public long skipUntil(long time, LongPredicate counts) {
      synchronized (Schedule.this) {
        long count = 0;
        while (next < time) {
          // a run that ends with its last request sends all of them, if later
          count += endsByTime && counts.test(next) ? 1 : 0;
          before = next;
          lastStart = next;
          draw();
        }
        return count;
      }
    }

    /** Takes a request at the first call: a slot is free then. */
    @Override
    public long intended(long now) {
      if (!taken) {
        take(now);
        taken = true;
      }
      return intended;
    }

    /**
     * Takes the next request of the task. While the task catches up, requests start at intervals
     * that are shorter by the catch-up factor. The window has no backlog of the warm-up: what a
     * cold start has delayed is forgotten.
     */
    private void take(long now) {
      synchronized (Schedule.this) {
        if (now >= windowStart) {
          skipUntil(windowStart, skipped -> false);
        }
        boolean ofWindow = next >= windowStart;
        if (ofWindow && left == 0) {
          intended = Long.MAX_VALUE; // beyond every window
          return;
        }
        left -= ofWindow ? 1 : 0;
        boolean gradual = catchUp.factor() > 0 && Double.isFinite(catchUp.factor());
        long soonest = gradual ? lastStart + (long) ((next - before) / catchUp.factor()) : next;
        intended = next;
        earliest = Math.max(next, soonest);
        before = next;
        lastStart = Math.max(earliest, now);
        draw();
      }
    }

    @Override
    public long earliest(long now) {
      return earliest;
    }

    @Override
    public boolean dropsLate() {
      return catchUp.factor() == 0;
    }

    @Override
    public void slotIsFreeSince(long time) {
      if (dropsLate()) {
        freeSince = time;
      }
    }

    /** If a slot of the task is free, and was at the intended time, then the client is late. */
    @Override
    public boolean isDropped() {
      return pacers.stream().noneMatch(pacer -> pacer.freeSince <= intended);
    }

    @Override
    public void dropped() {
      synchronized (Schedule.this) {
        left++;
      }
    }

    @Override
    public void advance(long sent) {
      taken = false;
    }
  }
}
