package io.hbench.job;

import io.hbench.figure.Format;
import io.hbench.rundir.LostTask;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.CommandSettings;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
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
    String host = host(index);
    String file = RunDirectory.lostTask(index);
    run.writeJson(file, new LostTask(index, host, noticed));
    int lost = run.tasks().lost().size();
    if (lost > spec.policies().lostTasks() * spec.tasks() + ROUNDING) {
      run.fileSystem().delete(new Path(run.path(), file), false);
      String message =
          "task %d%s was lost after the start: its container%s failed or was killed"
              .formatted(
                  index,
                  host == null ? "" : " on " + host,
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

  /** The machine of a task; null if its file tells none: it may have gone with the machine. */
  private String host(int index) {
    try {
      return run.tasks().facts(index).map(TaskFacts::host).orElse(null);
    } catch (IOException e) {
      LOG.warn("can't read the file of task {}: {}", index, e.toString());
      return null;
    }
  }
}
