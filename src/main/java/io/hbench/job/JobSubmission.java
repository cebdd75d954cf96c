package io.hbench.job;

import io.hbench.job.KillReasons.Kill;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Submits a job, watches it to its end and writes {@code job.json} into the run directory. */
public final class JobSubmission {
  private static final Logger LOG = LoggerFactory.getLogger(JobSubmission.class);

  private static final long DEAF_NANOS = TimeUnit.MINUTES.toNanos(5);

  private static final long END_MILLIS = 30_000;

  /** Each look costs the application master a little, and in a sandbox the servers, too. */
  private static final Duration POLL = Duration.ofSeconds(1);

  private static final Duration POLL_LOCAL = Duration.ofMillis(100);

  private final RunSpec spec;
  private final Configuration conf;
  private final RunDirectory run;
  private final JobFile file;
  private final Duration poll;

  /**
   * @param conf settings of the run and addresses of HBase; the job gets a copy
   */
  public JobSubmission(RunSpec spec, Configuration conf, RunDirectory run) {
    this.spec = spec;
    this.conf = conf;
    this.run = run;
    this.file = new JobFile(run);
    this.poll = isLocal() ? POLL_LOCAL : POLL;
  }

  /** Access to the HBase cluster that a job drives. */
  public interface Servers {
    /** No cluster: nothing is known about its servers. */
    Servers NONE = new Servers() {};

    /** Current state of the cluster; null without a cluster. */
    default ServerFacts facts() throws IOException {
      return null;
    }

    /** Called when the run directory exists: writes the files that the tasks wait for. */
    default void submitted() throws IOException {}

    /** Steps that prepared the table before the job. */
    default List<PreparedStep> prepared() {
      return List.of();
    }

    /**
     * Changes since the last call; none at the first call.
     *
     * @param atMs current time in milliseconds of the reference clock
     */
    default List<ServerEvent> changes(double atMs) throws IOException {
      return List.of();
    }

    /** Hands over the HFiles of a job that succeeded; returns the job's facts with the result. */
    default JobFacts take(JobFacts job) throws IOException {
      return job;
    }
  }

  /** Whether the job goes on when this process ends. */
  public boolean outlivesThisProcess() {
    return !isLocal();
  }

  private boolean isLocal() {
    return LoadJob.isLocal(conf) || spec.local();
  }

  /** Says what a job in steps is to do next, whatever was measured so far. */
  @FunctionalInterface
  public interface Steps {
    /**
     * Decides on the next step.
     *
     * @param done the step before, which all tasks have finished; empty at the first call
     * @return settings of the next step as XML, or empty if there is none
     */
    Optional<String> next(Optional<RunDirectory> done) throws IOException;
  }

  /** Observer of a job's progress, called about once a second or more often. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * Takes the current progress.
     *
     * @return a missed objective because of which the job is to be killed, or empty
     */
    Optional<String> see(Progress now);
  }

  /**
   * Runs the job to its end.
   *
   * @param plan effective settings, as XML
   * @param version of hbench
   */
  public JobFacts execute(String plan, String version, Servers servers, Watcher watcher)
      throws IOException, InterruptedException {
    return execute(plan, version, servers, Optional.empty(), watcher);
  }

  /**
   * Runs the job to its end, step by step if there are steps.
   *
   * @param plan effective settings, as XML
   * @param version of hbench
   * @param steps asked when all tasks wait at the step barrier
   */
  public JobFacts execute(
      String plan, String version, Servers servers, Optional<Steps> steps, Watcher watcher)
      throws IOException, InterruptedException {
    ServerFacts before = servers.facts();
    HadoopJob job = new HadoopJob(LoadJob.of(spec, conf, run.path()));
    Runnable killer = job::killQuietly;
    // before Hadoop's own hooks close the connections that killing needs
    ShutdownHookManager.get().addShutdownHook(killer, FileSystem.SHUTDOWN_HOOK_PRIORITY + 10);
    try {
      JobFacts facts = start(job, plan, version, before, servers.prepared());
      servers.submitted();
      ServerWatch serverWatch = ServerWatch.start(servers, run, spec.measurement().interval());
      Optional<StepCoordinator> coordinator = steps.map(s -> new StepCoordinator(s, run, facts));
      Optional<Kill> killed;
      try {
        KillReasons reasons = new KillReasons(spec, run);
        killed =
            watch(
                job,
                facts.started(),
                now -> reasons.check(now, watcher.see(now)).or(() -> goOn(coordinator)));
        awaitEnd(job.job());
      } finally {
        serverWatch.end();
      }
      return ended(job, facts, killed, servers, serverWatch);
    } finally {
      // a failure here is no reason to kill a job that may be fine
      ShutdownHookManager.get().removeShutdownHook(killer);
    }
  }

  /**
   * Starts the job without watching it: a {@link JobFollower} does the rest.
   *
   * @param plan effective settings, as XML
   * @param version of hbench
   */
  public JobFacts submit(String plan, String version, Servers servers)
      throws IOException, InterruptedException {
    ServerFacts before = servers.facts();
    HadoopJob job = new HadoopJob(LoadJob.of(spec, conf, run.path()));
    JobFacts facts = start(job, plan, version, before, servers.prepared());
    servers.submitted();
    return facts;
  }

  JobFacts start(
      HadoopJob job, String plan, String version, ServerFacts before, List<PreparedStep> prepared)
      throws IOException, InterruptedException {
    try {
      job.job().submit();
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
    run.write(RunDirectory.PLAN, plan);
    return file.started(job, spec.tasks(), version, before, prepared);
  }

  /** Kills the job if this fails: its tasks would wait for the next step. */
  public Optional<JobFacts> follow(JobFacts known, Servers servers, Consumer<Progress> progress)
      throws IOException, InterruptedException {
    Optional<HadoopJob> job;
    try {
      job = HadoopJob.find(conf, known.id());
    } catch (IOException | YarnRuntimeException e) {
      if (!run.has(RunDirectory.SUCCESS)) {
        throw new IOException("no word of " + known.id() + ": " + e.getMessage(), e);
      }
      job = Optional.empty(); // it succeeded so long ago that it is forgotten
    }
    return job.isPresent()
        ? follow(job.get(), known, servers, progress)
        : Optional.of(forgotten(known));
  }

  /** The same, of a job that is known. */
  Optional<JobFacts> follow(
      HadoopJob job, JobFacts known, Servers servers, Consumer<Progress> progress)
      throws IOException, InterruptedException {
    if (job.job().isComplete()) {
      return isSubmittersTask() ? Optional.empty() : Optional.of(file.endedUnseen(job, known));
    }
    ServerWatch serverWatch = ServerWatch.start(servers, run, spec.measurement().interval());
    try {
      watch(
          job,
          known.started(),
          now -> {
            progress.accept(now);
            return Optional.empty();
          });
    } finally {
      serverWatch.end();
    }
    return isSubmittersTask()
        ? Optional.empty()
        : Optional.of(ended(job, known, Optional.empty(), servers, serverWatch));
  }

  /** Whoever has not detached may still be there, knows more, and says so soon. */
  private boolean isSubmittersTask() throws IOException, InterruptedException {
    if (Settings.DETACH.get(conf)) {
      return false;
    }
    for (long slept = 0; slept < END_MILLIS; slept += poll.toMillis()) {
      if (file.read().finished() != null) {
        return true;
      }
      Thread.sleep(poll.toMillis());
    }
    return false;
  }

  /** What it has left is all that there is. */
  private JobFacts forgotten(JobFacts known) throws IOException {
    if (!run.has(RunDirectory.SUCCESS)) {
      throw new IOException(
          (isLocal()
                  ? "%s: tasks are threads of a JVM here (--local, or mapreduce.framework.name):"
                      + " only who has submitted it knows more"
                  : "%s is not known to this cluster, and did not succeed as far as its directory"
                      + " tells")
              .formatted(known.id()));
    }
    return file.succeeded(known);
  }

  private JobFacts ended(
      HadoopJob job,
      JobFacts facts,
      Optional<Kill> killed,
      Servers servers,
      ServerWatch serverWatch)
      throws IOException, InterruptedException {
    JobFacts ended = file.ended(job, facts, killed.map(Kill::why));
    if (killed.filter(Kill::breach).isPresent() && !ended.succeeded()) {
      ended = file.write(ended.breached());
    }
    JobFacts handedOver = ended.succeeded() ? servers.take(ended) : ended;
    return file.write(handedOver.with(servers.facts(), serverWatch.events()));
  }

  /** After a kill: the tasks' last words, the application gone from YARN's list. */
  private void awaitEnd(Job job) throws IOException, InterruptedException {
    for (long slept = 0; !job.isComplete() && slept < END_MILLIS; slept += poll.toMillis()) {
      Thread.sleep(poll.toMillis());
    }
  }

  /**
   * Job.waitForCompletion wakes every five seconds only, and prints what nobody wants.
   *
   * @param submitted when, ISO 8601
   * @param check at every progress; says why the job is to be killed, if it is
   * @return why it was killed from here, if it was
   * @throws IOException if YARN says nothing for some minutes; the job may go on
   */
  private Optional<Kill> watch(
      HadoopJob watched, String submitted, Function<Progress, Optional<Kill>> look)
      throws IOException, InterruptedException {
    Job job = watched.job();
    long heard = System.nanoTime();
    long started = heard - JobFile.nanosSince(submitted);
    while (true) {
      try {
        if (job.isComplete()) {
          return Optional.empty();
        }
        Progress now = progress(watched.counters(), System.nanoTime() - started);
        Optional<Kill> reason = look.apply(now);
        if (reason.isPresent()) {
          job.killJob();
          return reason;
        }
        heard = System.nanoTime();
      } catch (IOException | YarnRuntimeException e) {
        if (System.nanoTime() - heard > DEAF_NANOS) {
          throw new IOException("lost sight of " + job.getJobID() + ": " + e.getMessage(), e);
        }
        LOG.warn("no word of {}: {}", job.getJobID(), e.getMessage());
      }
      Thread.sleep(poll.toMillis());
    }
  }

  /** Without a next step, the tasks would wait for one. */
  private static Optional<Kill> goOn(Optional<StepCoordinator> course) {
    try {
      if (course.isPresent()) {
        course.get().advance();
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(new Kill("can't start the next step: " + e.getMessage(), false));
    }
  }

  private Progress progress(Map<String, Long> counters, long nanos) {
    return new Progress(
        Duration.ofNanos(nanos),
        spec.tasks(),
        counters.getOrDefault(LoadCounter.TASKS_STARTED.name(), 0L),
        counters.getOrDefault(LoadCounter.REQUESTS.name(), 0L),
        counters.getOrDefault(LoadCounter.WARMUP_REQUESTS.name(), 0L),
        counters.getOrDefault(LoadCounter.ROWS.name(), 0L),
        counters.getOrDefault(LoadCounter.ERRORS.name(), 0L)
            + counters.getOrDefault(LoadCounter.WARMUP_ERRORS.name(), 0L));
  }
}
