package io.hbench.pacing;

import io.hbench.spec.Alternation;
import io.hbench.spec.LoadModel;
import java.util.Optional;

/**
 * Pacing of one thread: the intended time of its next request. All times are nanoseconds since the
 * common start.
 */
public interface Pacer {

  /**
   * Pacing of one of a task's threads.
   *
   * @param alternation the intervals in which the thread sends; empty for all
   */
  static Pacer of(
      LoadModel load,
      Optional<Schedule> schedule,
      Optional<Alternation> alternation,
      long threadSeed) {
    Pacer pacer = of(load, schedule, threadSeed);
    return alternation.isPresent() ? new AlternatingPacer(pacer, alternation.get()) : pacer;
  }

  private static Pacer of(LoadModel load, Optional<Schedule> schedule, long threadSeed) {
    if (schedule.isPresent()) {
      return schedule.get().newPacer();
    }
    return load.thinkTime().isZero()
        ? unpaced()
        : new ThinkTime(load.thinkTime().toNanos(), threadSeed);
  }

  /** Closed loop: a request is due as soon as a slot is free. */
  static Pacer unpaced() {
    return new Pacer() {
      @Override
      public long intended(long now) {
        return now;
      }

      @Override
      public long earliest(long now) {
        return now;
      }

      @Override
      public void advance(long sent) {}
    };
  }

  /** Whether the intended times are independent of the servers (open loop). */
  default boolean hasSchedule() {
    return false;
  }

  /** Intended time of the next request. */
  long intended(long now);

  /** Earliest time of sending: later than intended only while the loop catches up slowly. */
  long earliest(long now);

  /** Whether late requests are dropped, and do not wait for a slot. */
  default boolean dropsLate() {
    return false;
  }

  /**
   * Tells since when a slot of the thread is free that would take a request at once; {@link
   * Long#MAX_VALUE} if there is none.
   */
  default void slotIsFreeSince(long time) {}

  /** Whether the next request, which is late, must be dropped: no slot was free at its time. */
  default boolean isDropped() {
    return false;
  }

  /** The next request of the window was dropped: it does not count for the number of requests. */
  default void dropped() {}

  /** Advances to the next request. */
  void advance(long sent);
}
