package io.hbench.profile;

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
        run.list(ProfileFiles.TASKS).stream()
            .collect(Collectors.toMap(file -> file.getPath().getName(), FileStatus::getLen));
    List<Task> recordings =
        IntStream.range(0, shared ? 1 : tasks)
            .filter(task -> ProfileFiles.isProfiled(task, tasks))
            .mapToObj(
                task -> {
                  String file = ProfileFiles.ofTask(task);
                  Long bytes = sizes.get(StringUtils.substringAfterLast(file, "/"));
                  return new Task(task, bytes == null ? null : file, bytes == null ? 0 : bytes);
                })
            .toList();
    return new Profiles(
        recordings,
        run.readJson(ProfileFiles.SERVERS, ServerProfiles.class)
            .orElseGet(
                () ->
                    ServerProfiles.none(
                        "only the submitter of a run on one table takes them, while it waits for its end")));
  }
}
