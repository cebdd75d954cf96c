package io.hbench.job;

import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where the tasks of a job wait for each other. Containers start seconds or minutes apart; rates
 * that were measured at different times must not be added up.
 *
 * <p>Each task leaves a file when it is ready. Task 0 counts them, and when all are there it
 * publishes one instant of the {@link ReferenceClock}, a little ahead, for all to start at. Works
 * on any Hadoop file system: files are created, counted and renamed, nothing else.
 */
final class StartLine {
  /** For each task to start its threads. */
  private static final long MARGIN_MILLIS = 1_000;

  private final FileSystem fs;
  private final Path ready;
  private final Path go;
  private final int tasks;
  private final Duration timeout;

  StartLine(RunDirectory run, int tasks, Duration timeout) {
    this.fs = run.fileSystem();
    Path start = new Path(run.path(), RunDirectory.START);
    this.ready = new Path(start, "ready");
    this.go = new Path(start, "go");
    this.tasks = tasks;
    this.timeout = timeout;
  }

  /**
   * Waits for the others.
   *
   * @return the instant at which all start, in milliseconds of the reference clock
   * @throws IOException if the others are not there in time; the message says how many are missing
   */
  double await(int task, ReferenceClock clock) throws IOException, InterruptedException {
    fs.create(new Path(ready, String.format("%05d", task)), true).close();
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      if (task == 0 && countReady() >= tasks) {
        publish(clock.toMillis(System.nanoTime()) + 2 * pollMillis() + MARGIN_MILLIS);
      }
      if (fs.exists(go)) {
        return read();
      }
      if (System.nanoTime() >= deadline) {
        throw new IOException(tooFew(countReady()));
      }
      Thread.sleep(pollMillis());
    }
  }

  private String tooFew(long here) {
    return ("only %d of %d tasks got a container in %d s (--start-timeout): try --tasks %d, free"
            + " the queue, or wait longer")
        .formatted(here, tasks, timeout.toSeconds(), Math.max(1, here));
  }

  /** One call to the name node, whatever the number of tasks. */
  private long countReady() throws IOException {
    return fs.getContentSummary(ready).getFileCount();
  }

  /** All tasks together ask some 500 times a second at most. */
  private long pollMillis() {
    return Math.max(100, tasks * 2L);
  }

  /** By renaming: whoever sees the file sees all of it. */
  private void publish(double startMillis) throws IOException {
    Path draft = go.suffix(".draft");
    RunDirectory.write(fs, draft, Double.toString(startMillis));
    if (!fs.rename(draft, go)) {
      throw new IOException("can't rename " + draft + " to " + go);
    }
  }

  private double read() throws IOException {
    try (var in = fs.open(go)) {
      return Double.parseDouble(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
