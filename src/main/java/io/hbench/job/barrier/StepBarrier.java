package io.hbench.job.barrier;

import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Step barrier between two steps of a findmax job. The submitter publishes a step as a run
 * directory with its settings. Each task creates a file there when it has written its results. When
 * all tasks have, the submitter publishes the next step.
 */
public final class StepBarrier {
  /**
   * Maximum time that a task waits for the next step: longer than another task may take to give up
   * requests that hang. Without a next step the submitter is gone, and the task ends.
   */
  private static final Duration MAX_WAIT = Duration.ofMinutes(5);

  private static final String DONE = RunDirectory.START + "/done";
  private static final String BEGUN = RunDirectory.START + "/begun";

  private final RunDirectory run;
  private final int tasks;
  private volatile IOException failure;

  /**
   * @param run of the whole job
   */
  public StepBarrier(RunDirectory run, int tasks) {
    this.run = run;
    this.tasks = tasks;
  }

  /** Spec of a step, by its plan alone: others may be allowed to write into the run directory. */
  public static RunSpec spec(RunDirectory step, Configuration job) throws IOException {
    Configuration conf = step.plan();
    String secret = Settings.OPERATION_PROPERTIES.property();
    if (job.get(secret) != null) { // the same in all steps; the plan lacks passwords
      conf.set(secret, job.get(secret));
    }
    return RunSpec.from(conf);
  }

  /**
   * Waits for a step; called by a task.
   *
   * @param step from 1 on
   * @return the step's directory, or empty if there is no further step
   * @throws IOException if the submitter publishes nothing for some minutes
   */
  public Optional<RunDirectory> await(int step) throws IOException, InterruptedException {
    RunDirectory next = run.directory(RunDirectory.step(step));
    long deadline = System.nanoTime() + MAX_WAIT.toNanos();
    while (System.nanoTime() < deadline) {
      if (failure != null) {
        begun(); // so that no other attempt waits as long
        throw failure;
      }
      if (next.has(RunDirectory.PLAN)) {
        return Optional.of(next);
      }
      if (run.has(RunDirectory.LAST_STEP)) {
        return Optional.empty();
      }
      Thread.sleep(Math.max(100, tasks * 4L)); // about 500 calls a second from all tasks at most
    }
    throw new IOException(
        "step %d was not published within %d minutes: the submitter is gone"
            .formatted(step, MAX_WAIT.toMinutes()));
  }

  /** Ends the wait for a step, now or later, with an error. */
  public void fail(String what, Throwable cause) {
    failure = new IOException(what + ": " + cause.getMessage(), cause);
  }

  /** Notes that the first step is over. */
  public void begun() throws IOException {
    run.fileSystem().create(new Path(run.path(), BEGUN), true).close();
  }

  /**
   * Whether an attempt of a task may take part: as at a {@link StartBarrier}, whose files of the
   * first step are deleted at its end.
   *
   * @param first start barrier of the first step
   */
  public boolean admits(int task, int attempt, StartBarrier first) throws IOException {
    return attempt == 0 || (!run.has(BEGUN) && first.admits(task, attempt));
  }

  /** Reports that a task has written its results of a step. */
  public void done(RunDirectory step, int task) throws IOException {
    String name = DONE + "/" + String.format(Locale.ROOT, "%05d", task);
    step.fileSystem().create(new Path(step.path(), name), true).close();
  }

  /** Whether all tasks have written their results; one call to the name node. */
  public boolean isDone(RunDirectory step) throws IOException {
    Path done = new Path(step.path(), DONE);
    FileSystem fs = step.fileSystem();
    return fs.exists(done) && fs.getContentSummary(done).getFileCount() >= tasks;
  }
}
