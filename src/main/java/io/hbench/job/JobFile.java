package io.hbench.job;

import io.hbench.rundir.JobFacts;
import io.hbench.rundir.KeysFile;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.Version;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;

/** File {@code job.json} of a run directory: written at the start of a job and at its end. */
record JobFile(Time time, RunDirectory run) {
  /** The facts of a job that is about to be submitted: it has no id yet. */
  JobFacts planned(RunSpec spec) {
    JobFacts.Job job =
        new JobFacts.Job(
            null, run.path().getName(), Version.hbench(), spec.tasks(), spec.data().drawSeed());
    return JobFacts.submitted(job, time.iso());
  }

  /** Writes the facts of a job that was submitted. */
  JobFacts submitted(HadoopJob job, JobFacts planned) throws IOException {
    return write(planned.withId(job.job().getJobID().toString()));
  }

  /** Whether the job has written all its results, whether or not YARN has heard of that. */
  boolean hasSucceeded() throws IOException {
    return run.has(RunDirectory.SUCCESS);
  }

  /**
   * Whether a job has ended, without the history server: by its run directory, or by the
   * ResourceManager.
   */
  boolean isOver(HadoopJob job) {
    try {
      return run.has(RunDirectory.SUCCESS) || job.end().isPresent();
    } catch (IOException | YarnRuntimeException e) {
      return false;
    }
  }

  /**
   * Writes the facts of a job that has just ended, as far as its services answer.
   *
   * @param killed reason if it was killed, or empty
   */
  JobFacts ended(HadoopJob job, JobFacts facts, Optional<String> killed)
      throws IOException, InterruptedException {
    try {
      return job.job().isComplete() || !hasSucceeded()
          ? ended(job, facts, killed, time.iso())
          : succeeded(facts);
    } catch (IOException | YarnRuntimeException e) {
      if (run.has(RunDirectory.SUCCESS)) {
        return succeeded(facts);
      }
      HadoopJob.End end = job.end().orElseThrow(() -> new IOException(e));
      if (end.isSuccess()) { // of a job that writes no such file: its tasks' files are read
        return atTheEnd(facts.succeeded(time.iso(), null));
      }
      String why = killed.or(() -> TaskFailure.first(run)).orElse(end.diagnostics());
      return atTheEnd(facts.ended(end.state(), why, time.iso(), null));
    }
  }

  /** Writes the facts of a job that has ended some time ago and that the cluster still knows. */
  JobFacts endedUnseen(HadoopJob job, JobFacts facts) throws IOException, InterruptedException {
    long finished = job.job().getStatus().getFinishTime();
    String end = finished > 0 ? iso(finished) : time.iso();
    JobFacts known = facts.withId(job.job().getJobID().toString());
    return ended(job, known, Optional.empty(), end);
  }

  /** Writes the facts of a job that succeeded and that the cluster has forgotten. */
  JobFacts succeeded(JobFacts facts) throws IOException {
    Path success = new Path(run.path(), RunDirectory.SUCCESS);
    long finished = run.fileSystem().getFileStatus(success).getModificationTime();
    return atTheEnd(facts.succeeded(iso(finished), null));
  }

  private JobFacts ended(HadoopJob job, JobFacts facts, Optional<String> killed, String finished)
      throws IOException, InterruptedException {
    return atTheEnd(
        facts.ended(
            job.job().getStatus().getState().name(),
            job.job().isSuccessful() ? null : whyFailed(job, killed),
            finished,
            job.finalCounters()));
  }

  private String whyFailed(HadoopJob job, Optional<String> killed)
      throws IOException, InterruptedException {
    if (killed.isPresent()) {
      return killed.get();
    }
    return job.whyFailed()
        .or(() -> TaskFailure.first(run))
        .orElse("no reason given; see the log of the job");
  }

  /** Writes the facts, and deletes the files of the barriers. */
  private JobFacts atTheEnd(JobFacts facts) throws IOException {
    write(facts);
    run.fileSystem().delete(new Path(run.path(), RunDirectory.START), true);
    new KeysFile(run.fileSystem().getConf(), run).release();
    return facts;
  }

  /** Replaces the file: a reader finds the old version or the new one. */
  JobFacts write(JobFacts facts) throws IOException {
    run.writeJson(RunDirectory.JOB, facts);
    return facts;
  }

  /** Time since an instant, which may be of another machine's clock: not negative. */
  long nanosSince(String iso) {
    Instant then = OffsetDateTime.parse(iso).toInstant();
    return Math.max(0, Duration.between(then, time.instant()).toNanos());
  }

  private static String iso(long millis) {
    return Time.iso(Instant.ofEpochMilli(millis));
  }
}
