package io.hbench.job;

import io.hbench.job.barrier.StepBarrier;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** Submitter's side of the {@link StepBarrier}: publishes each step when the last one is done. */
final class StepCoordinator {
  private final JobSubmission.Steps steps;
  private final RunDirectory run;
  private final JobFacts.Job job;
  private final StepBarrier barrier;
  private int number;
  private RunDirectory current;
  private JobFacts facts;
  private boolean ended;

  /**
   * @param run of the whole job
   * @param job facts of the whole job
   */
  StepCoordinator(JobSubmission.Steps steps, RunDirectory run, JobFacts job) {
    this.steps = steps;
    this.run = run;
    this.job = job.job();
    this.barrier = new StepBarrier(run, job.job().tasks());
  }

  /** Publishes the next step if all tasks have finished the current one. */
  void advance() throws IOException {
    if (ended || (current != null && !barrier.isDone(current))) {
      return;
    }
    if (current != null) {
      barrier.begun();
      current.writeJson(RunDirectory.JOB, facts.succeeded(now(), null));
      run.fileSystem().delete(new Path(current.path(), RunDirectory.START), true);
    }
    Optional<String> plan = steps.next(Optional.ofNullable(current));
    if (plan.isEmpty()) {
      ended = true;
      run.publish(RunDirectory.LAST_STEP, "");
      return;
    }
    number++;
    String name = RunDirectory.step(number);
    current = run.directory(name);
    facts =
        JobFacts.submitted(
            new JobFacts.Job(
                job.id(),
                job.runId() + "/" + name,
                job.hbenchVersion(),
                job.tasks(),
                job.drawSeed()),
            now());
    current.writeJson(RunDirectory.JOB, facts);
    current.publish(RunDirectory.PLAN, plan.get());
  }

  /** Writes the end of the job into the step that it did not finish, if there is one. */
  void end(JobFacts end) throws IOException {
    if (current != null && !ended && end.hasEnded()) {
      JobFacts.Status status = end.status();
      current.writeJson(
          RunDirectory.JOB, facts.ended(status.state(), status.failure(), status.finished(), null));
    }
  }

  private static String now() {
    return OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
