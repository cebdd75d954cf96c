package io.hbench.profile;

import io.hbench.profile.Profiles.Task;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.fs.FileStatus;

/** Reader of the profiles in a run directory. */
public final class ProfileReader {
  private ProfileReader() {}

  /**
   * Lists the profiles of a run with {@code --profile}.
   *
   * @param tasks number of tasks
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
