package io.hbench.pacing;

import java.util.function.LongPredicate;

/** Pacer of one thread that takes its requests from the task's schedule, one at a time. */
final class ScheduledPacer implements Pacer {
  private final Schedule schedule;
  private boolean taken;
  private long intended;
  private long earliest;

  /** Read by all threads of the schedule. */
  private volatile long freeSince = Long.MIN_VALUE;

  /** One of those that the schedule knows: see {@link Schedule#newPacer}. */
  ScheduledPacer(Schedule schedule) {
    this.schedule = schedule;
  }

  /** Sets the request that the schedule gives. */
  void set(long newIntended, long newEarliest) {
    intended = newIntended;
    earliest = newEarliest;
  }

  long freeSince() {
    return freeSince;
  }

  @Override
  public boolean hasSchedule() {
    return true;
  }

  @Override
  public long skipUntil(long time, LongPredicate counts) {
    return schedule.skipUntil(time, counts);
  }

  /** Takes a request at the first call: a slot is free then. */
  @Override
  public long intended(long now) {
    if (!taken) {
      schedule.take(this, now);
      taken = true;
    }
    return intended;
  }

  @Override
  public long earliest(long now) {
    return earliest;
  }

  @Override
  public boolean dropsLate() {
    return schedule.dropsLate();
  }

  @Override
  public void slotIsFreeSince(long time) {
    if (schedule.dropsLate()) {
      freeSince = time;
    }
  }

  @Override
  public boolean isDropped() {
    return schedule.dropsLate() && !schedule.hasFreeSlotSince(intended);
  }

  @Override
  public void dropped() {
    schedule.dropped();
  }

  @Override
  public void advance(long sent) {
    taken = false;
  }
}
