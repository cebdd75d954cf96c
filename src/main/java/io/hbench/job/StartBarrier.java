package io.hbench.job;

import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
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
final class StartBarrier {
  /** For each task to start its threads, and make its first requests, on a busy machine too. */
  static final Duration COLD = Duration.ofSeconds(2);

  /** The same where all tasks share one JVM, in which everything is loaded. */
  static final Duration WARM = Duration.ofMillis(300);

  private final FileSystem fs;
  private final Path ready;
  private final Path go;
  private final int tasks;
  private final Duration timeout;
  private final boolean allowWaves;
  private final Duration margin;

  /**
   * @param margin from the last task's coming to the start
   * @param timeout how long a task waits for the others
   * @param allowWaves whether those that are there then start without the others
   */
  StartBarrier(RunDirectory run, int tasks, Duration margin, Duration timeout, boolean allowWaves) {
    this.fs = run.fileSystem();
    Path start = new Path(run.path(), RunDirectory.START);
    this.ready = new Path(start, "ready");
    this.go = new Path(start, "go");
    this.tasks = tasks;
    this.margin = margin;
    this.timeout = timeout;
    this.allowWaves = allowWaves;
  }

  /**
   * Waits for the others.
   *
   * @return the instant at which all start, in milliseconds of the reference clock; in the past for
   *     a task that comes late
   * @throws IOException if the others are not there in time; the message says how many are missing
   */
  double await(int task, ReferenceClock clock) throws IOException, InterruptedException {
    fs.create(new Path(ready, name(task)), true).close();
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      if (isOpen()) {
        return read();
      }
      if (task == 0 && countReady() >= tasks) {
        publish(clock);
        return read();
      }
      if (System.nanoTime() >= deadline) {
        if (!allowWaves) {
          throw new IOException(tooFew());
        }
        if (isFirst(task)) {
          publish(clock);
        }
      }
      Thread.sleep(pollMillis());
    }
  }

  /** Whether the start is decided. */
  boolean isOpen() throws IOException {
    return fs.exists(go);
  }

  /** Says how many tasks are missing, and what to do. */
  String tooFew() throws IOException {
    long here = countReady();
    return here == 0
        ? "none of %d tasks got a container in %d s (--start-timeout): is the queue full, or stopped?"
            .formatted(tasks, timeout.toSeconds())
        : ("only %d of %d tasks got a container in %d s (--start-timeout): try --tasks %d, free"
                + " the queue, or wait longer")
            .formatted(here, tasks, timeout.toSeconds(), here);
  }

  private static String name(int task) {
    return String.format(Locale.ROOT, "%05d", task);
  }

  /** Of those that are here: one must decide. Lists them all, which only a wave has to. */
  private boolean isFirst(int task) throws IOException {
    return Arrays.stream(fs.listStatus(ready))
        .map(file -> file.getPath().getName())
        .min(Comparator.naturalOrder())
        .filter(name(task)::equals)
        .isPresent();
  }

  /** One call to the name node, whatever the number of tasks. */
  long countReady() throws IOException {
    return fs.exists(ready) ? fs.getContentSummary(ready).getFileCount() : 0;
  }

  /** All tasks together ask some 500 times a second at most. */
  private long pollMillis() {
    return Math.max(100, tasks * 2L);
  }

  /** By renaming: whoever sees the file sees all of it. */
  private void publish(ReferenceClock clock) throws IOException {
    double startMillis = clock.toMillis(System.nanoTime()) + 2 * pollMillis() + margin.toMillis();
    Path draft = go.suffix(".draft");
    RunDirectory.write(fs, draft, Double.toString(startMillis));
    if (!fs.rename(draft, go) && !isOpen()) { // with waves, two may decide at once
      throw new IOException("can't rename " + draft + " to " + go);
    }
  }

  private double read() throws IOException {
    try (var in = fs.open(go)) {
      return Double.parseDouble(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
