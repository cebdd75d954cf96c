package io.hbench.job;

import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
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
    try {
      Optional<FileStatus> first =
          run.list(FILE).stream().min(Comparator.comparing(FileStatus::getModificationTime));
      return first.isEmpty()
          ? Optional.empty()
          : RunDirectory.read(run.fileSystem(), first.get().getPath()).lines().findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
