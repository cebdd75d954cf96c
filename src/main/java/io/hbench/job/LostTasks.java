package io.hbench.job;

import io.hbench.rundir.LostTask;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.apache.hadoop.fs.Path;

/** The tasks that a run has lost after its start. */
final class LostTasks {
  private final RunDirectory run;
  private final int tasks;
  private final double maxShare;

  LostTasks(RunDirectory run, RunSpec spec) {
    this.run = run;
    this.tasks = spec.tasks();
    this.maxShare = spec.policies().lostTasks();
  }

  /**
   * Adds a task. What it sent is not sent again: the figures lack it.
   *
   * @throws IOException if the run has lost more tasks than {@code --lost-tasks} allows
   */
  void add(int index) throws IOException {
    String host =
        run.readJson(RunDirectory.taskFacts(index), TaskFacts.class)
            .map(TaskFacts::host)
            .orElse(null);
    String file = RunDirectory.lostTask(index);
    run.writeJson(file, new LostTask(index, host, now()));
    int lost = run.lostTasks().size();
    if (lost > maxShare * tasks) {
      run.fileSystem().delete(new Path(run.path(), file), false);
      throw new IOException(
          "task %d%s was lost after the start: its container failed or was killed; to go on without"
                  .formatted(index, host == null ? "" : " on " + host)
              + " lost tasks, try --lost-tasks %d%%"
                  .formatted((int) Math.min(100, Math.ceil(100.0 * lost / tasks))));
    }
  }

  private static String now() {
    return OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
