package io.hbench.job;

import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.RunDirectory;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;

/**
 * Follows a job that another process has submitted, and writes its end into {@code job.json} if the
 * submitter does not. It never kills the job.
 *
 * @param conf settings of the run and addresses of the cluster
 */
public record JobFollower(Time time, RunSpec spec, Configuration conf, RunDirectory run) {
  private static final String UNSEEN =
      "events: report --follow began in the load; those before are unknown: ";

  /**
   * Why the job of a run may still be running; empty if there was none, or if it has ended. The end
   * of a job that has ended unseen is written.
   */
  public static Optional<String> whyRunning(Configuration conf, RunDirectory run)
      throws InterruptedException {
    try {
      if (!run.exists()) {
        return Optional.empty();
      }
      Optional<JobFacts> known = JobFacts.find(run);
      if (known.isEmpty()) {
        return run.has(RunDirectory.PLAN) // which is there before a job is submitted
            ? Optional.of(run.path() + " has no " + RunDirectory.JOB)
            : Optional.empty();
      }
      return known.get().hasEnded() ? Optional.empty() : whyRunning(conf, run, known.get());
    } catch (IOException | YarnRuntimeException e) {
      return Optional.of(FailureText.of(e));
    }
  }

  /**
   * The id of a run's job that YARN knows and that has not ended; empty if there is none.
   *
   * @throws IOException if YARN does not answer
   */
  public static Optional<String> running(Configuration conf, RunDirectory run)
      throws IOException, InterruptedException {
    Optional<JobFacts> known = JobFacts.find(run);
    if (known.isEmpty() || known.get().hasEnded() || isLocal(run)) {
      return Optional.empty();
    }
    try {
      Optional<HadoopJob> job = HadoopJob.find(conf, known.get(), run.path());
      return job.isPresent() && !job.get().job().isComplete()
          ? Optional.of(job.get().job().getJobID().toString())
          : Optional.empty();
    } catch (YarnRuntimeException e) {
      throw new IOException(known.get().job().label() + ": state unknown", e);
    }
  }

  private static Optional<String> whyRunning(Configuration conf, RunDirectory run, JobFacts known)
      throws IOException, InterruptedException {
    JobFile file = new JobFile(Time.real(), run);
    if (run.has(RunDirectory.SUCCESS)) { // whatever the history server says
      file.succeeded(known);
      return Optional.empty();
    }
    Optional<HadoopJob> job = HadoopJob.find(conf, known, run.path());
    if (job.isPresent() && job.get().job().isComplete()) {
      file.endedUnseen(job.get(), known);
      return Optional.empty();
    }
    return Optional.of(
        known.job().label() + (job.isPresent() ? " has not ended" : ": not known to this cluster"));
  }

  /** Whether the tasks of the job of a run were threads of the process that submitted it. */
  public static boolean isLocal(RunDirectory run) throws IOException {
    return JobFacts.find(run)
        .filter(facts -> facts.job().label().startsWith(JobFacts.LOCAL))
        .isPresent();
  }

  /**
   * Follows the job to its end. The servers are queried only if the job is still running: later
   * their state includes other load.
   *
   * @param known content of {@code job.json}, in which the job has not ended
   * @param progress called about once a second or more often
   * @return empty if the submitter is still running and writes the end of the job
   * @throws IOException if the outcome of the job is unknown
   */
  public Optional<JobFacts> follow(
      JobFacts known, JobSubmission.Servers servers, Consumer<Progress> progress)
      throws IOException, InterruptedException {
    Optional<HadoopJob> job;
    try {
      job = HadoopJob.find(conf, known, run.path());
    } catch (IOException | YarnRuntimeException e) {
      if (!run.has(RunDirectory.SUCCESS)) {
        throw new IOException(
            "%s: state unknown: %s".formatted(known.job().label(), FailureText.of(e)), e);
      }
      job = Optional.empty(); // it succeeded, and the history server has forgotten it
    }
    if (job.isEmpty()) {
      return Optional.of(forgotten(known));
    }
    JobFacts facts = known.job().id() == null ? file().submitted(job.get(), known) : known;
    return follow(job.get(), facts, servers, progress);
  }

  /** Follows a job that the cluster knows. */
  Optional<JobFacts> follow(
      HadoopJob job, JobFacts known, JobSubmission.Servers servers, Consumer<Progress> progress)
      throws IOException, InterruptedException {
    JobWatch watch = new JobWatch(time, spec, conf, run);
    if (job.job().isComplete()) {
      return submitterWritesEnd(watch)
          ? Optional.empty()
          : Optional.of(file().endedUnseen(job, known));
    }
    String from = time.iso();
    Map<String, Long> counters = job.finalCounters(); // so far; null if they are unknown
    boolean late =
        counters != null && counters.getOrDefault(LoadCounter.TASKS_STARTED.name(), 0L) > 0;
    ServerWatch serverWatch = ServerWatch.start(time, servers, run, spec.measurement().interval());
    try {
      watch.toItsEnd(
          job,
          known.status().started(),
          serverWatch,
          now -> {
            progress.accept(now);
            return Optional.empty();
          });
    } finally {
      serverWatch.end();
    }
    if (submitterWritesEnd(watch)) {
      return Optional.empty();
    }
    JobFacts ended = watch.complete(watch.end(job, known, Optional.empty()), servers, serverWatch);
    return Optional.of(late ? file().write(ended.withNote(UNSEEN + from)) : ended);
  }

  /**
   * Waits for a submitter that has not detached: its record of the end has more details. So has
   * that of another follower, which was the first.
   */
  private boolean submitterWritesEnd(JobWatch watch) throws IOException, InterruptedException {
    return JobFacts.read(run).hasEnded() || (!spec.policies().detach() && watch.awaitSubmitter());
  }

  /** Takes the outcome from the run directory. */
  private JobFacts forgotten(JobFacts known) throws IOException {
    if (!run.has(RunDirectory.SUCCESS)) {
      throw new IOException(
          (LoadJob.isLocal(conf, spec)
                  ? "%s: a local job (--local, or mapreduce.framework.name), which only the process"
                      + " that submitted it can follow"
                  : "%s: not known to this cluster, and its run directory has no "
                      + RunDirectory.SUCCESS)
              .formatted(known.job().label()));
    }
    return file().succeeded(known);
  }

  private JobFile file() {
    return new JobFile(time, run);
  }
}
