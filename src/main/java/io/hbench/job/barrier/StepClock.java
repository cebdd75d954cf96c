package io.hbench.job.barrier;

import io.hbench.time.Time;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;

/**
 * A task's reading of the {@link ReferenceClock} from step to step of a search. The tasks meet at a
 * {@link StartBarrier} once; later readings come from the files that they make anyway. Not
 * thread-safe.
 */
public final class StepClock {
  private final Time time;
  private final FileSystem fs;
  private ReferenceClock clock;
  private long readNanos;
  private Optional<ReferenceClock.Stamp> known = Optional.empty();

  public StepClock(Time time, FileSystem fs) {
    this.time = time;
    this.fs = fs;
  }

  /**
   * Sets the first reading.
   *
   * @param first reading at the start barrier
   * @param stamp that it is made of
   */
  public void set(ReferenceClock first, Optional<ReferenceClock.Stamp> stamp) {
    clock = first;
    readNanos = time.nanos();
    known = stamp;
  }

  /**
   * The reading now.
   *
   * @param newest stamp of the task's newest file
   */
  public ReferenceClock now(Optional<ReferenceClock.Stamp> newest) {
    long nanos = time.nanos();
    Optional<ReferenceClock.Stamp> newer = newest.equals(known) ? Optional.empty() : newest;
    clock = clock.after(Duration.ofNanos(nanos - readNanos), fs, newer, nanos);
    readNanos = nanos;
    known = newest;
    return clock;
  }
}
