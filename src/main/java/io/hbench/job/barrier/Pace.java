package io.hbench.job.barrier;

import java.time.Duration;

/**
 * When the tasks of a job may call the file system of the run directory, so that the NameNode of a
 * busy cluster gets no more than about 500 calls a second from all of them together, however many
 * they are. What a task costs is in {@code performance.md}, measured by {@code bin/dev bench
 * scale}.
 *
 * <p>Not in the pace: HDFS's clients renew the leases of files that are open for writing, once in
 * 30 seconds each.
 */
public final class Pace {
  /** While tasks come to the start, others poll for it. */
  private static final int STARTS_PER_SECOND = 300;

  private static final int POLLS_PER_SECOND = 120;
  private static final int POLLS_ALONE_PER_SECOND = 500;
  private static final int ENDS_PER_SECOND = 400;

  /** Calls of a task before its first poll: its own file, and its arrival. */
  private static final int CALLS_TO_START = 8;

  private static final int CALLS_TO_END = 3;

  /** Golden ratio: multiples of it, modulo 1, are spread evenly, whichever tasks come first. */
  private static final double GOLDEN = 0.618033988749895;

  private Pace() {}

  /** How long the last task waits before it comes to the start barrier. */
  public static Duration starts(int tasks) {
    return seconds(tasks * CALLS_TO_START / (double) STARTS_PER_SECOND);
  }

  /** How long a task waits before it opens its file and comes to the start barrier. */
  public static Duration beforeStart(int task, int tasks) {
    return turn(task, tasks, CALLS_TO_START / (double) STARTS_PER_SECOND);
  }

  /** How long a task waits at its end before it closes its file. */
  public static Duration beforeEnd(int task, int tasks) {
    return turn(task, tasks, CALLS_TO_END / (double) ENDS_PER_SECOND);
  }

  /**
   * The time between two polls of a task.
   *
   * @param others whether other tasks come to the start meanwhile: not in later steps of a search
   */
  static Duration poll(int tasks, boolean others) {
    return seconds(tasks / (double) (others ? POLLS_PER_SECOND : POLLS_ALONE_PER_SECOND));
  }

  private static Duration turn(int task, int tasks, double secondsEach) {
    return seconds(task * GOLDEN % 1 * tasks * secondsEach);
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }
}
