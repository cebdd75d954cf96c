package io.hbench.profile;

import java.util.List;

/**
 * The profiles of a run over its measurement window. Its figures were taken while profiling.
 *
 * @param tasks flight recordings (JFR) of tasks, by task
 * @param servers profiles of region servers
 */
public record Profiles(List<Task> tasks, ServerProfiles servers) {
  /**
   * The flight recording of a task's JVM.
   *
   * @param file relative to the run directory; null if it is missing
   * @param bytes size of the file
   */
  public record Task(int task, String file, long bytes) {}
}
