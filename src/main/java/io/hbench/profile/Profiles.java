package io.hbench.profile;

import static io.hbench.figure.Format.format;

import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.fs.FileStatus;

/**
 * The profiles of a run over its measurement window. Its figures were taken while profiling.
 *
 * @param tasks flight recordings (JFR) of tasks, by task
 * @param servers profiles of region servers
 */
public record Profiles(List<Task> tasks, ServerProfiles servers) {
  private static final String DIRECTORY = "profile";

  /** Beginning of the names of the recordings of tasks. */
  static final String TASKS = DIRECTORY + "/task-";

  /** {@link ServerProfiles}. */
  static final String SERVERS = DIRECTORY + "/servers.json";

  /** However many tasks there are, so that the NameNode notices none of them. */
  static final int MAX_TASKS = 10;

  /**
   * The flight recording of a task's JVM.
   *
   * @param file relative to the run directory; null if it is missing
   * @param bytes size of the file
   */
  public record Task(int task, String file, long bytes) {}

  /**
   * Lists the profiles of a run with {@code --profile}.
   *
   * @param shared whether they were threads of one JVM
   */
  public static Profiles read(RunDirectory run, int tasks, boolean shared) throws IOException {
    Map<String, Long> sizes =
        run.list(TASKS).stream()
            .collect(Collectors.toMap(file -> file.getPath().getName(), FileStatus::getLen));
    List<Task> recordings =
        IntStream.range(0, shared ? 1 : tasks)
            .filter(task -> isProfiled(task, tasks))
            .mapToObj(
                task -> {
                  String file = ofTask(task);
                  Long bytes = sizes.get(StringUtils.substringAfterLast(file, "/"));
                  return new Task(task, bytes == null ? null : file, bytes == null ? 0 : bytes);
                })
            .toList();
    return new Profiles(
        recordings,
        run.readJson(SERVERS, ServerProfiles.class)
            .orElseGet(
                () ->
                    ServerProfiles.none(
                        "only the submitter of a run on one table takes them, while it waits for its end")));
  }

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
