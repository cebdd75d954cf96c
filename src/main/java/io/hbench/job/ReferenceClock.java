package io.hbench.job;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A clock that all tasks share, whatever their own clocks show: the one that stamps the files of
 * the run directory's file system.
 *
 * @param nanoTimeOfZero what {@link System#nanoTime} shows here when the reference clock shows 0
 * @param errorMillis how far off that may be, either way
 */
record ReferenceClock(long nanoTimeOfZero, double errorMillis) {
  private static final int TRIES = 7;
  private static final double NANOS_PER_MILLI = 1e6;

  /** Half of the millisecond that a file's stamp is cut off to. */
  private static final double RESOLUTION_MILLIS = 0.5;

  /**
   * Compares clocks by writing a file and reading its stamp, several times; the quickest try is the
   * most exact (Cristian's algorithm).
   *
   * @param probe a file of this task's own; deleted afterwards
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

  /** When {@link System#nanoTime} will show it here. */
  long toNanoTime(double referenceMillis) {
    return nanoTimeOfZero + Math.round(referenceMillis * NANOS_PER_MILLI);
  }

  /** What the reference clock shows when it is {@code nanoTime} here. */
  double toMillis(long nanoTime) {
    return (nanoTime - nanoTimeOfZero) / NANOS_PER_MILLI;
  }
}
