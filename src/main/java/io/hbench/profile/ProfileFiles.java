package io.hbench.profile;

import static io.hbench.figure.Format.format;

/** Names of the files of a run's profiles, and which tasks have one. */
public final class ProfileFiles {
  /** Directory in the run directory. */
  private static final String DIRECTORY = "profile";

  /** Beginning of the names of the recordings of tasks. */
  static final String TASKS = DIRECTORY + "/task-";

  /** {@link ServerProfiles}. */
  static final String SERVERS = DIRECTORY + "/servers.json";

  /** However many tasks there are, so that the NameNode notices none of them. */
  static final int MAX_TASKS = 10;

  private ProfileFiles() {}

  static String ofTask(int task) {
    return TASKS + format("%05d.jfr", task);
  }

  static String ofServer(String server) {
    return DIRECTORY + "/server-" + server.replaceAll("[^A-Za-z0-9._-]", "-") + "-cpu.html";
  }

  /** Whether a task is profiled: all of a few, else ones at equal distances. */
  static boolean isProfiled(int task, int tasks) {
    return tasks <= MAX_TASKS || task == 0 || place(task, tasks) > place(task - 1, tasks);
  }

  private static long place(int task, int tasks) {
    return (long) task * MAX_TASKS / tasks;
  }
}
