package io.hbench.pacing;

/** Pacer of one thread that takes its requests from the task's schedule, one at a time. */
final class ScheduledPacer implements Pacer {
  private final Schedule schedule;
  private boolean taken;
  private long intended;
  private long earliest;
  private long deadline;

  ScheduledPacer(Schedule schedule) {
    this.schedule = schedule;
  }

  /**
   * Sets the request that the schedule gives.
   *
   * @param newDeadline time at which it must be dropped
   */
  void set(long newIntended, long newEarliest, long newDeadline) {
    intended = newIntended;
    earliest = newEarliest;
    deadline = newDeadline;
  }

  @Override
  public boolean hasSchedule() {
    return true;
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
  public boolean isDropped(long now) {
    return deadline <= now;
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
