package io.hbench.engine;

import io.hbench.spec.LoadModel;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;

/**
 * Says when a thread's next request should be sent. All instants are nanoseconds since the common
 * start.
 */
public interface Pacer {

  /** A closed loop: as soon as there is a slot. */
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

  static Pacer of(RunSpec spec, TaskSpec task, int thread, long threadSeed) {
    LoadModel load = spec.load();
    if (load.rate().isEmpty()) {
      return load.thinkTime().isZero()
          ? Pacer.unpaced()
          : new ThinkTime(load.thinkTime().toNanos(), threadSeed);
    }
    long lane = task.index() + (long) spec.tasks() * thread;
    return new Schedule(
        new RatePlan(load.rate().get(), spec.measurement().warmup(), spec.limit().time()),
        load.arrival().indexes(lane, spec.totalThreads(), threadSeed),
        load.catchUp());
  }

  /** Whether requests have a time at which they should be sent, whatever the servers do. */
  default boolean hasSchedule() {
    return false;
  }

  /** When the next request should be sent. */
  long intended(long now);

  /** Before this it must not be sent: later than intended only while it catches up slowly. */
  long earliest(long now);

  /** Whether it is too late for the next request, and it should not be sent at all. */
  default boolean isDropped(long now) {
    return false;
  }

  /** Goes on to the next request. */
  void advance(long sent);
}
