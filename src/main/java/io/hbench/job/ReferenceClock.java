package io.hbench.job;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reference clock that all tasks share, independent of their machines' clocks: the clock that
 * stamps files in the run directory's file system.
 *
 * @param nanoTimeOfZero local {@link System#nanoTime} at time 0 of the reference clock
 * @param errorMillis maximum error of that, either way
 */
record ReferenceClock(long nanoTimeOfZero, double errorMillis) {
  private static final int TRIES = 7;
  private static final double NANOS_PER_MILLI = 1e6;

  /** Half of a millisecond, to which a file's time stamp is truncated. */
  private static final double RESOLUTION_MILLIS = 0.5;

  /**
   * Compares the clocks by writing a file and reading its time stamp, several times; the fastest
   * try is the most exact one (Cristian's algorithm).
   *
   * @param probe file that only this task writes; deleted afterwards
   */
  static ReferenceClock measure(FileSystem fs, Path probe) throws IOException {
    ReferenceClock best = null;
    for (int i = 0; i < TRIES; i++) {
      ReferenceClock one = tryOnce(fs, probe);
      if (best == null || one.errorMillis < best.errorMillis) {
        best = one;
      }
    }
    fs.delete(probe, false);
    return best;
  }

  private static ReferenceClock tryOnce(FileSystem fs, Path probe) throws IOException {
    // HDFS stamps a file when it is closed, a local file system when it is created: either is
    // inside
    long before = System.nanoTime();
    fs.create(probe, true).close();
    long after = System.nanoTime();
    double stamp = fs.getFileStatus(probe).getModificationTime() + RESOLUTION_MILLIS;
    long middle = before + (after - before) / 2;
    return new ReferenceClock(
        middle - Math.round(stamp * NANOS_PER_MILLI),
        (after - before) / 2.0 / NANOS_PER_MILLI + RESOLUTION_MILLIS);
  }

  /** Converts a time of the reference clock to the local {@link System#nanoTime}. */
  long toNanoTime(double referenceMillis) {
    return nanoTimeOfZero + Math.round(referenceMillis * NANOS_PER_MILLI);
  }

  /** Converts a local {@link System#nanoTime} to a time of the reference clock. */
  double toMillis(long nanoTime) {
    return (nanoTime - nanoTimeOfZero) / NANOS_PER_MILLI;
  }
}
