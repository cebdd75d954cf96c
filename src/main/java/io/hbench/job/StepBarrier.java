package io.hbench.job;

import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where the tasks of a job in steps and its submitter meet between two steps. The submitter
 * publishes a step by its plan, in a run directory of the step's own; each task leaves a file there
 * when its figures are written; when all have, the submitter says what comes next.
 */
final class StepBarrier {
  /**
   * How long a task waits for the next step: longer than another one may take to give up requests
   * that hang. If nothing comes, the submitter is gone, and nobody else would free the container.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final String DONE = RunDirectory.START + "/done";

  private final RunDirectory run;
  private final int tasks;

  /**
   * @param run of the whole job
   */
  StepBarrier(RunDirectory run, int tasks) {
    this.run = run;
    this.tasks = tasks;
  }

  /** What a step is to do: its plan takes the place of the job's, and the rest is the job's own. */
  static RunSpec spec(RunDirectory step, Configuration job) throws IOException {
    Configuration conf = new Configuration(job);
    for (Setting<?> setting : Settings.all()) {
      conf.unset(setting.property());
    }
    try (InputStream in = step.fileSystem().open(new Path(step.path(), RunDirectory.PLAN))) {
      conf.addResource(in);
      return RunSpec.from(conf);
    }
  }

  /**
   * A task waits for a step.
   *
   * @param step from 1 on
   * @return nothing if there are no more
   * @throws IOException if nobody says anything for some minutes
   */
  Optional<RunDirectory> await(int step) throws IOException, InterruptedException {
    RunDirectory next = run.directory(RunDirectory.step(step));
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      if (next.has(RunDirectory.PLAN)) {
        return Optional.of(next);
      }
      if (run.has(RunDirectory.LAST_STEP)) {
        return Optional.empty();
      }
      Thread.sleep(Math.max(100, tasks * 4L)); // all together some 500 questions a second at most
    }
    throw new IOException(
        "nobody has asked for step %d in %d minutes: the submitter is gone"
            .formatted(step, PATIENCE.toMinutes()));
  }

  /** A task has written everything that it knows of a step. */
  void done(RunDirectory step, int task) throws IOException {
    String name = DONE + "/" + String.format(Locale.ROOT, "%05d", task);
    step.fileSystem().create(new Path(step.path(), name), true).close();
  }

  /** Whether all tasks have; one call to the name node. */
  boolean isDone(RunDirectory step) throws IOException {
    Path done = new Path(step.path(), DONE);
    FileSystem fs = step.fileSystem();
    return fs.exists(done) && fs.getContentSummary(done).getFileCount() >= tasks;
  }
}
