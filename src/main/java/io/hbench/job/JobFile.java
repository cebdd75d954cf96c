package io.hbench.job;

import io.hbench.rundir.JobFacts;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobStatus;

/** What a run directory says of its job: {@code job.json}, at its start and at its end. */
record JobFile(RunDirectory run) {

  /** As it is now. */
  JobFacts read() throws IOException {
    return run.readJson(RunDirectory.JOB, JobFacts.class)
        .orElseThrow(() -> new IOException(run.path() + " has no " + RunDirectory.JOB));
  }

  /** The job was submitted. */
  JobFacts started(
      HadoopJob job, int tasks, String version, ServerFacts before, List<PreparedStep> prepared)
      throws IOException {
    return write(
        new JobFacts(
            job.job().getJobID().toString(),
            run.path().getName(),
            version,
            tasks,
            JobStatus.State.RUNNING.name(),
            null,
            now(),
            null,
            null,
            before,
            null,
            null,
            prepared,
            List.of()));
  }

  /**
   * The job has just ended.
   *
   * @param killed why, if it was
   */
  JobFacts ended(HadoopJob job, JobFacts facts, Optional<String> killed)
      throws IOException, InterruptedException {
    return ended(job, facts, killed, now());
  }

  /** The job has ended some time ago, and is still known. */
  JobFacts endedUnseen(HadoopJob job, JobFacts facts) throws IOException, InterruptedException {
    long finished = job.job().getStatus().getFinishTime();
    return ended(job, facts, Optional.empty(), finished > 0 ? iso(finished) : now());
  }

  /** The job succeeded, which its directory tells, and is forgotten otherwise. */
  JobFacts succeeded(JobFacts facts) throws IOException {
    Path success = new Path(run.path(), RunDirectory.SUCCESS);
    long finished = run.fileSystem().getFileStatus(success).getModificationTime();
    return atTheEnd(facts.ended(JobStatus.State.SUCCEEDED.name(), null, iso(finished), null));
  }

  private JobFacts ended(HadoopJob job, JobFacts facts, Optional<String> killed, String finished)
      throws IOException, InterruptedException {
    return atTheEnd(
        facts.ended(
            job.job().getStatus().getState().name(),
            job.job().isSuccessful() ? null : killed.isPresent() ? killed.get() : job.whyFailed(),
            finished,
            job.finalCounters()));
  }

  /** Tasks that have ended have no use for their start line. */
  private JobFacts atTheEnd(JobFacts facts) throws IOException {
    write(facts);
    run.fileSystem().delete(new Path(run.path(), RunDirectory.START), true);
    return facts;
  }

  /** Readers may be at it: they find the old one or this one. */
  JobFacts write(JobFacts facts) throws IOException {
    run.writeJson(RunDirectory.JOB, facts);
    return facts;
  }

  /** By the clocks of two machines, maybe: nothing was submitted in the future. */
  static long nanosSince(String iso) {
    OffsetDateTime now = OffsetDateTime.now(ZoneId.systemDefault());
    return Math.max(0, Duration.between(OffsetDateTime.parse(iso), now).toNanos());
  }

  private static String now() {
    return OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static String iso(long millis) {
    return Instant.ofEpochMilli(millis)
        .atZone(ZoneId.systemDefault())
        .toOffsetDateTime()
        .truncatedTo(ChronoUnit.MILLIS)
        .toString();
  }
}
