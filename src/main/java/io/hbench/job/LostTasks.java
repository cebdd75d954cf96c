package io.hbench.job;

import io.hbench.figure.Format;
import io.hbench.rundir.LostTask;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.CommandSettings;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tasks that a run has lost after its start. */
record LostTasks(RunDirectory run, RunSpec spec) {
  private static final Logger LOG = LoggerFactory.getLogger(LostTasks.class);

  /** 29 % of 100 are a little less than 29. */
  private static final double ROUNDING = 1e-6;

  /**
   * Adds a task. What it sent is not sent again: the figures lack it.
   *
   * @param others number of tasks that shared its container
   * @param noticed time at which its next attempt has started, in ISO 8601
   * @throws IOException if the run has lost more tasks than {@code --lost-tasks} allows
   */
  void add(int index, int others, String noticed) throws IOException {
    Optional<TaskFacts> facts = facts(index);
    String file = RunDirectory.lostTask(index);
    run.writeJson(file, new LostTask(index, facts.map(TaskFacts::host).orElse(null), noticed));
    int lost = run.tasks().lost().size();
    if (lost > spec.policies().lostTasks() * spec.tasks() + ROUNDING) {
      run.fileSystem().delete(new Path(run.path(), file), false);
      String task = "task " + index + facts.map(TaskFacts::host).map(" on "::concat).orElse("");
      String message =
          facts.filter(TaskFacts::isDone).isPresent()
              ? task + " had ended, and MapReduce has lost its output with that machine"
              : "%s was lost after the start: its container%s failed or was killed"
                  .formatted(
                      task,
                      others == 0
                          ? ""
                          : ", with " + Format.counted(others, "more task") + " of all tenants,");
      long percent = Math.min(100, Math.round(Math.ceil(100.0 * lost / spec.tasks())));
      throw new IOException(
          CommandSettings.takes(spec.command(), Settings.LOST_TASKS)
              ? message + "; to go on without it, try --lost-tasks " + percent + "%"
              : message);
    }
  }

  /** The facts of a task; empty if its file tells none: it may have gone with the machine. */
  private Optional<TaskFacts> facts(int index) {
    try {
      return run.tasks().facts(index);
    } catch (IOException e) {
      LOG.warn("can't read the file of task {}: {}", index, e.toString());
      return Optional.empty();
    }
  }
}
