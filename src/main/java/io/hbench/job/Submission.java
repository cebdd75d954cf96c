package io.hbench.job;

import io.hbench.run.RunSpec;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerFacts;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Submits a job, watches it, and leaves in the run directory what the submitter knows. */
public final class Submission {
  private static final Logger LOG = LoggerFactory.getLogger(Submission.class);

  /** An attempt, or the last one that its task had. */
  private static final Set<TaskCompletionEvent.Status> FAILED =
      EnumSet.of(TaskCompletionEvent.Status.FAILED, TaskCompletionEvent.Status.TIPFAILED);

  private static final long DEAF_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** How much longer the tasks may take to notice for themselves that some are missing. */
  private static final Duration TASKS_OWN_TIME = Duration.ofSeconds(15);

  /** Fewer say nothing about a share. */
  private static final long LEAST_REQUESTS = 100;

  private static final long END_MILLIS = 30_000;

  /** Each look costs the application master a little, and in a sandbox the servers, too. */
  private static final Duration POLL = Duration.ofSeconds(1);

  private static final Duration POLL_LOCAL = Duration.ofMillis(100);

  private final RunSpec spec;
  private final Configuration conf;
  private final RunDirectory run;
  private final Duration poll;

  /**
   * @param conf with the run's settings and the addresses of HBase: it travels with the job
   */
  public Submission(RunSpec spec, Configuration conf, RunDirectory run) {
    this.spec = spec;
    this.conf = conf;
    this.run = run;
    this.poll = LoadJob.isLocal(conf) || spec.local() ? POLL_LOCAL : POLL;
  }

  /** The servers, for whoever wants to know how they are. */
  public interface Servers {
    /** Where there are none. */
    Servers NONE = new Servers() {};

    /** What they say now; null where there is nothing to ask. */
    default ServerFacts facts() throws IOException {
      return null;
    }

    /** What was done to the table before the job. */
    default List<PreparedStep> prepared() {
      return List.of();
    }

    /**
     * What has changed since the last call; nothing at the first.
     *
     * @param atMs the time now, in milliseconds of the reference clock
     */
    default List<ServerEvent> changes(double atMs) throws IOException {
      return List.of();
    }

    /** Gives them what a job that succeeded has left for them. */
    default JobFacts take(JobFacts job) throws IOException {
      return job;
    }
  }

  /**
   * Runs the job to its end.
   *
   * @param plan the effective settings, as XML
   * @param version of hbench
   * @param progress called about once a second, or more often
   */
  public JobFacts execute(String plan, String version, Servers servers, Consumer<Progress> progress)
      throws IOException, InterruptedException {
    ServerFacts before = servers.facts();
    Job job = LoadJob.of(spec, conf, run.path());
    Runnable killer = () -> killQuietly(job);
    // before Hadoop's own hooks close the connections that killing needs
    ShutdownHookManager.get().addShutdownHook(killer, FileSystem.SHUTDOWN_HOOK_PRIORITY + 10);
    try {
      job.submit();
      JobFacts facts =
          new JobFacts(
              job.getJobID().toString(),
              run.path().getName(),
              version,
              spec.tasks(),
              JobStatus.State.RUNNING.name(),
              null,
              now(),
              null,
              null,
              before,
              null,
              null,
              servers.prepared(),
              List.of());
      run.write(RunDirectory.PLAN, plan);
      run.writeJson(RunDirectory.JOB, facts);
      ServerWatch serverWatch = ServerWatch.start(servers, run, spec.interval());
      Optional<String> killed;
      try {
        killed = watch(job, progress);
        awaitEnd(job);
      } finally {
        serverWatch.end();
      }
      JobFacts ended =
          facts.ended(
              job.getStatus().getState().name(),
              job.isSuccessful() ? null : killed.isPresent() ? killed.get() : whyFailed(job),
              now(),
              finalCounters(job));
      run.writeJson(RunDirectory.JOB, ended);
      run.fileSystem().delete(new Path(run.path(), RunDirectory.START), true);
      JobFacts handedOver = ended.succeeded() ? servers.take(ended) : ended;
      JobFacts all = handedOver.with(servers.facts(), serverWatch.events());
      run.writeJson(RunDirectory.JOB, all);
      return all;
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    } finally {
      // what went wrong here is no reason to kill a job that may be fine
      ShutdownHookManager.get().removeShutdownHook(killer);
    }
  }

  /** After a kill: the tasks' last words, the application gone from YARN's list. */
  private void awaitEnd(Job job) throws IOException, InterruptedException {
    for (long slept = 0; !job.isComplete() && slept < END_MILLIS; slept += poll.toMillis()) {
      Thread.sleep(poll.toMillis());
    }
  }

  /** Ctrl-C ends the load, not just the watching. */
  private static void killQuietly(Job job) {
    try {
      if (job.getJobID() != null && !job.isComplete()) {
        job.killJob();
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("can't kill {}", job.getJobID(), e);
    }
  }

  /**
   * Job.waitForCompletion wakes every five seconds only, and prints what nobody wants.
   *
   * @return why it was killed from here, if it was
   * @throws IOException if YARN says nothing for some minutes; the job may go on
   */
  private Optional<String> watch(Job job, Consumer<Progress> progress)
      throws IOException, InterruptedException {
    long started = System.nanoTime();
    long heard = started;
    while (true) {
      try {
        if (job.isComplete()) {
          return Optional.empty();
        }
        Progress now = progress(counters(job), System.nanoTime() - started);
        progress.accept(now);
        Optional<String> hopeless = tooManyErrors(now).or(() -> tooFewTasks(now));
        if (hopeless.isPresent()) {
          job.killJob();
          return hopeless;
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

  private Optional<String> tooManyErrors(Progress p) {
    long requests = p.requests() + p.warmup();
    return spec.abortAbove()
        .filter(share -> requests >= LEAST_REQUESTS && p.errors() > share * requests)
        .map(
            share ->
                String.format(
                    Locale.ROOT,
                    "%,d of %,d requests failed: more than --abort-above %s%%",
                    p.errors(),
                    requests,
                    BigDecimal.valueOf(100 * share).stripTrailingZeros().toPlainString()));
  }

  /** Tasks notice it themselves; but if there is none at all, nobody else does. */
  private Optional<String> tooFewTasks(Progress p) {
    if (p.started() > 0 || p.elapsed().compareTo(spec.startTimeout().plus(TASKS_OWN_TIME)) < 0) {
      return Optional.empty();
    }
    try {
      StartLine line = LoadMapper.startLine(run, spec, conf);
      boolean hopeful = line.isOpen() || (spec.allowWaves() && line.countReady() > 0);
      return hopeful ? Optional.empty() : Optional.of(line.tooFew());
    } catch (IOException e) {
      LOG.warn("can't see the start line: {}", e.getMessage());
      return Optional.empty();
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

  /** hbench's own counters; none before the application master answers. */
  private static Map<String, Long> counters(Job job) throws IOException {
    Map<String, Long> values = new TreeMap<>();
    Counters counters = job.getCounters();
    if (counters != null) {
      CounterGroup group = counters.getGroup(LoadCounter.GROUP);
      group.forEach(counter -> values.put(counter.getName(), counter.getValue()));
    }
    return values;
  }

  /** Null if the history server does not answer: the tasks' files hold the same counts. */
  private static Map<String, Long> finalCounters(Job job) {
    try {
      Map<String, Long> counters = counters(job);
      return counters.isEmpty() ? null : counters;
    } catch (IOException | YarnRuntimeException e) {
      LOG.warn("no counters of {}: {}", job.getJobID(), e.getMessage());
      return null;
    }
  }

  /** The first line that the first failing task left, or what YARN says. */
  private static String whyFailed(Job job) throws IOException, InterruptedException {
    int from = 0;
    TaskCompletionEvent[] events = job.getTaskCompletionEvents(from, 100);
    while (events.length > 0) {
      for (TaskCompletionEvent event : events) {
        if (FAILED.contains(event.getStatus())) {
          String[] diagnostics = job.getTaskDiagnostics(event.getTaskAttemptId());
          if (diagnostics != null && diagnostics.length > 0) {
            return firstLine(String.join("\n", diagnostics));
          }
        }
      }
      from += events.length;
      events = job.getTaskCompletionEvents(from, 100);
    }
    return firstLine(job.getStatus().getFailureInfo());
  }

  private static String firstLine(String text) {
    return text.lines()
        .map(line -> line.replaceFirst("^(Error: )?(java\\.io\\.IOException: )?", "").trim())
        .filter(line -> !line.isEmpty() && !line.equals("NA"))
        .findFirst()
        .orElse("no reason given; the log of the job has it");
  }

  private static String now() {
    return OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
