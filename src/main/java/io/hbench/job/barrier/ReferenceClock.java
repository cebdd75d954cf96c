package io.hbench.job.barrier;

import io.hbench.rundir.RunDirectory;
import io.hbench.time.Time;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reference clock that all tasks share, independent of their machines' clocks: the clock that
 * stamps files in the run directory's file system.
 *
 * @param nanoTimeOfZero local {@link Time#nanos} at time 0 of the reference clock
 * @param errorMillis maximum error of that, either way
 * @param readNanos local time of this reading
 */
public record ReferenceClock(long nanoTimeOfZero, double errorMillis, long readNanos) {
  private static final int TRIES = 7;
  private static final double NANOS_PER_MILLI = 1e6;

  /** HDFS and local file systems stamp milliseconds; object stores and FAT one or two seconds. */
  private static final long[] RESOLUTIONS_MILLIS = {2_000, 1_000, 100, 10};

  /** Longer than the coarsest resolution: one of its steps is seen. */
  private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);

  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final String LOCAL = "file";

  /**
   * How fast two clocks may drift apart: RFC 5905 (NTP, section 4) assumes 15 millionths of each.
   */
  private static final double DRIFT = 30e-6;

  /** Linux stamps local files with the time of its last tick. */
  private static final long TICK_MILLIS = 10;

  /**
   * The time of a file.
   *
   * @param before local {@link Time#nanos} before it was stamped
   * @param after the same, after it was stamped
   */
  public record Stamp(long before, long after, long millis) {
    /**
     * The stamp of a file that was just created.
     *
     * @param before local time before its creation
     * @return empty where a file is not seen before it is closed
     */
    public static Optional<Stamp> ofNewFile(Time time, FileSystem fs, Path file, long before)
        throws IOException {
      try {
        long millis = fs.getFileStatus(file).getModificationTime();
        return Optional.of(new Stamp(before, time.nanos(), millis));
      } catch (FileNotFoundException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * Compares the clocks by writing a file and reading its time stamp, several times. Each try
   * bounds the difference of the clocks (Cristian's algorithm), and all bounds hold at once. Where
   * stamps are coarse, it waits for the step from one to the next, which is known as exactly as a
   * try takes.
   *
   * @param probe file that only this task writes; deleted afterwards
   */
  public static ReferenceClock measure(Time time, FileSystem fs, Path probe)
      throws IOException, InterruptedException {
    List<Stamp> stamps = new ArrayList<>();
    for (int i = 0; i < TRIES; i++) {
      stamps.add(stamp(time, fs, probe));
    }
    long end = time.nanos() + MAX_NANOS;
    while (resolution(stamps) > 1 && time.nanos() < end) {
      time.sleep(PAUSE); // by chance, stamps of one moment look coarse
      stamps.add(stamp(time, fs, probe));
    }
    fs.delete(probe, false);
    return of(fs, stamps);
  }

  /**
   * The same, by a file of the directory of a job.
   *
   * @param who measures, for the name of the file
   */
  public static ReferenceClock measure(Time time, RunDirectory run, String who)
      throws IOException, InterruptedException {
    Path probe = new Path(run.path(), RunDirectory.START + "/clock-" + who);
    return measure(time, run.fileSystem(), probe);
  }

  private static ReferenceClock of(FileSystem fs, List<Stamp> stamps) {
    boolean local = LOCAL.equals(fs.getUri().getScheme());
    return of(stamps, resolution(stamps) + (local ? TICK_MILLIS : 0));
  }

  /**
   * Compares the clocks, as {@link #measure(Time, FileSystem, Path)} does, with few calls: by the
   * stamp of a file that the task has written anyway, and by that of its arrival at a barrier. Only
   * where stamps are coarse it writes a probe before that.
   */
  static ReferenceClock measure(
      Time time, FileSystem fs, Path probe, Optional<Stamp> known, Path arrival)
      throws IOException, InterruptedException {
    List<Stamp> stamps = new ArrayList<>(known.stream().toList());
    long end = time.nanos() + MAX_NANOS;
    while (stamps.isEmpty() || (resolution(stamps) > 1 && time.nanos() < end)) {
      stamps.add(stamp(time, fs, probe));
      time.sleep(PAUSE);
    }
    if (stamps.size() > known.stream().count()) {
      fs.delete(probe, false);
    }
    stamps.add(stamp(time, fs, arrival));
    return of(fs, stamps);
  }

  private static Stamp stamp(Time time, FileSystem fs, Path probe) throws IOException {
    // HDFS stamps a file when it is closed, a local file system when it is created: either is
    // inside
    long before = time.nanos();
    fs.create(probe, true).close();
    long after = time.nanos();
    return new Stamp(before, after, fs.getFileStatus(probe).getModificationTime());
  }

  /** The coarsest resolution in milliseconds that fits all stamps. */
  private static long resolution(List<Stamp> stamps) {
    for (long resolution : RESOLUTIONS_MILLIS) {
      if (stamps.stream().allMatch(stamp -> stamp.millis % resolution == 0)) {
        return resolution;
      }
    }
    return 1;
  }

  /**
   * @param lateMillis how much earlier than the true time a stamp may be: its resolution, or more
   */
  private static ReferenceClock of(List<Stamp> stamps, long lateMillis) {
    long low = Long.MIN_VALUE;
    long high = Long.MAX_VALUE;
    for (Stamp stamp : stamps) {
      long after = stamp.after - TimeUnit.MILLISECONDS.toNanos(stamp.millis);
      long before = stamp.before - TimeUnit.MILLISECONDS.toNanos(stamp.millis + lateMillis);
      if (before > high || after < low) {
        continue; // a clock was set meanwhile; the bounds so far are no worse than these
      }
      low = Math.max(low, before);
      high = Math.min(high, after);
    }
    return new ReferenceClock(
        low + (high - low) / 2,
        (high - low) / 2.0 / NANOS_PER_MILLI,
        stamps.get(stamps.size() - 1).after);
  }

  /**
   * The best knowledge some time after this reading, at no cost: by the stamp of a file or by this
   * reading, each with what the clocks may have drifted since.
   *
   * @param stamp of the newest file, if there is one
   */
  public ReferenceClock now(Time time, FileSystem fs, Optional<Stamp> stamp) {
    long now = time.nanos();
    ReferenceClock old = drifted(now);
    return stamp
        .map(newest -> of(fs, List.of(newest)).drifted(now))
        .filter(clock -> clock.errorMillis < old.errorMillis)
        .orElse(old);
  }

  private ReferenceClock drifted(long now) {
    double drift = (now - readNanos) / NANOS_PER_MILLI * DRIFT;
    return new ReferenceClock(nanoTimeOfZero, errorMillis + drift, now);
  }

  /** Converts a time of the reference clock to the local {@link Time#nanos}. */
  public long toNanoTime(double referenceMillis) {
    return nanoTimeOfZero + Math.round(referenceMillis * NANOS_PER_MILLI);
  }

  /** Converts a local {@link Time#nanos} to a time of the reference clock. */
  public double toMillis(long nanoTime) {
    return (nanoTime - nanoTimeOfZero) / NANOS_PER_MILLI;
  }
}
