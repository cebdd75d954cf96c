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
public final class Stagger {
  /** While tasks come to the start, others poll for it. */
  private static final int STARTS_PER_SECOND = 280;

  private static final int POLLS_PER_SECOND = 110;
  private static final int ENDS_PER_SECOND = 400;

  /** Between two steps of a search nothing else asks. */
  private static final int CALLS_BETWEEN_STEPS_PER_SECOND = 500;

  private static final int STEP_FILES_PER_SECOND = 350;

  /** Calls of a task before its first poll: its own file, and its arrival. */
  private static final int CALLS_TO_START = 8;

  private static final int CALLS_TO_END = 3;

  /** Calls of a task to end the file of a step, and to begin that of the next. */
  private static final int CALLS_FOR_STEP_FILE = 6;

  /** Golden ratio: multiples of it, modulo 1, are spread evenly, whichever tasks come first. */
  private static final double GOLDEN = 0.618033988749895;

  private Stagger() {}

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

  /** The time between two polls of a task at the start barrier. */
  static Duration poll(int tasks) {
    return seconds(tasks / (double) POLLS_PER_SECOND);
  }

  /**
   * The time between two polls of a task for the next step; also the time in which the submitter
   * reads the files of all tasks once, meanwhile nothing polls.
   */
  public static Duration betweenSteps(int tasks) {
    return seconds(tasks / (double) CALLS_BETWEEN_STEPS_PER_SECOND);
  }

  /** How long the submitter may take to read all files, before tasks ask again anyway. */
  static Duration maxBetweenSteps(int tasks) {
    return betweenSteps(tasks).multipliedBy(5).plusSeconds(1);
  }

  /** How long a task waits before it opens its file of a step that it has just got. */
  public static Duration beforeStepFile(int task, int tasks) {
    return betweenSteps(tasks) // until all have got it
        .plus(turn(task, tasks, CALLS_FOR_STEP_FILE / (double) STEP_FILES_PER_SECOND));
  }

  /** The turn of a task among all that poll once in a period, in the period's unit. */
  static long turn(int task, long period) {
    return Math.round(task * GOLDEN % 1 * period);
  }

  /** How long a task waits before it looks for the first task of its group, during the load. */
  public static Duration beforeConnection(int task, int tasks) {
    return turn(task, tasks, 1.0 / CALLS_BETWEEN_STEPS_PER_SECOND);
  }

  private static Duration turn(int task, int tasks, double secondsEach) {
    return seconds(task * GOLDEN % 1 * tasks * secondsEach);
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }
}
