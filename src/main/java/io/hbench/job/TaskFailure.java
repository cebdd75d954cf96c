package io.hbench.job;

import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Why a task failed, in a file that is deleted at the end of the job: LocalJobRunner keeps no
 * diagnostics of its tasks.
 */
final class TaskFailure {
  private static final Logger LOG = LoggerFactory.getLogger(TaskFailure.class);
  private static final String FILE = RunDirectory.START + "/failed-";

  private TaskFailure() {}

  /** Writes the reason; a failure to do so is only logged. */
  static void write(RunDirectory run, int task, Throwable failure) {
    try {
      run.write(FILE + task, reason(failure));
    } catch (IOException | RuntimeException e) {
      LOG.warn("can't write why task {} failed: {}", task, e.toString());
    }
  }

  private static String reason(Throwable failure) {
    boolean plain = failure.getClass().equals(IOException.class) && failure.getMessage() != null;
    return plain ? failure.getMessage() : failure.toString();
  }

  /** Reads the reason of the task that failed first. */
  static Optional<String> first(RunDirectory run) {
    Path prefix = new Path(run.path(), FILE);
    try {
      FileStatus[] files =
          run.fileSystem()
              .listStatus(prefix.getParent(), file -> file.getName().startsWith(prefix.getName()));
      if (files.length == 0) {
        return Optional.empty();
      }
      Arrays.sort(files, Comparator.comparing(FileStatus::getModificationTime));
      try (InputStream in = run.fileSystem().open(files[0].getPath())) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().findFirst();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
