package io.hbench.pacing;

import io.hbench.spec.Alternation;
import io.hbench.spec.LoadModel;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Pacing of one thread: the intended time of its next request. All times are nanoseconds since the
 * common start.
 */
public interface Pacer {

  /**
   * Pacing of one of a task's threads.
   *
   * @param schedule of the task; empty without a rate
   * @param alternation the intervals in which the thread sends; empty for all
   */
  static Pacer of(
      LoadModel load,
      Optional<Schedule> schedule,
      Optional<Alternation> alternation,
      long threadSeed) {
    return schedule.isPresent()
        ? schedule.get().newPacer()
        : new ClosedPacer(load.thinkTime().toNanos(), alternation, threadSeed);
  }

  /** Whether the intended times are independent of the servers (open loop). */
  default boolean hasSchedule() {
    return false;
  }

  /**
   * Skips the scheduled times before a time; none without a schedule, and none of a replay, which
   * has all its writes.
   *
   * @param counts by their intended time, whether requests count
   * @return the number of requests that count, and are not sent
   */
  default long skipUntil(long time, LongPredicate counts) {
    return 0;
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
