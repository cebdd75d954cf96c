package io.hbench.job;

import io.hbench.job.KillReasons.Kill;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.spec.RunSpec;
import io.hbench.spec.Tenants;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Polls a job until it ends, for its submitter and for a follower. */
final class JobWatch {
  private static final Logger LOG = LoggerFactory.getLogger(JobWatch.class);

  /** Maximum time without an answer from YARN. */
  private static final long MAX_SILENCE_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** Maximum wait for the end of a killed job, and for another process that writes the end. */
  private static final long MAX_END_MILLIS = 30_000;

  /** Maximum time from {@code _SUCCESS} until YARN says so: its ResourceManager may be frozen. */
  private static final long MAX_UNTOLD_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** Each poll is a little load for the application master. */
  private static final Duration POLL = Duration.ofSeconds(1);

  private static final Duration POLL_LOCAL = Duration.ofMillis(100);

  /** For a few seconds at the end: the user waits for the report. */
  private static final Duration POLL_REDUCER = Duration.ofMillis(200);

  private final Time time;
  private final RunSpec spec;
  private final JobFile file;
  private final boolean local;
  private final Duration poll;

  /** Number of containers. */
  private final int wanted;

  JobWatch(Time time, RunSpec spec, Configuration conf, RunDirectory run) {
    this.time = time;
    this.spec = spec;
    this.file = new JobFile(time, run);
    this.local = LoadJob.isLocal(conf, spec);
    this.poll = local ? POLL_LOCAL : POLL;
    this.wanted = Tenants.containers(conf, spec.tasks());
  }

  /**
   * Polls the job until it ends or is killed. Job.waitForCompletion wakes up every five seconds
   * only, and prints what hbench does not need.
   *
   * @param submitted time of submission, ISO 8601
   * @param check called with the progress; returns a reason to kill the job, or empty
   * @return the reason if the job was killed from here
   * @throws IOException if YARN does not answer for some minutes; the job may still be running
   */
  Optional<Kill> toItsEnd(
      HadoopJob watched,
      String submitted,
      ServerWatch servers,
      Function<Progress, Optional<Kill>> check)
      throws IOException, InterruptedException {
    Job job = watched.job();
    long heard = time.nanos();
    long started = heard - file.nanosSince(submitted);
    long next = heard;
    long succeeded = Long.MAX_VALUE;
    while (true) {
      try {
        if (job.isComplete()) {
          return Optional.empty();
        }
        if (time.nanos() - next >= 0) {
          Progress now = progress(watched, time.nanos() - started, servers);
          Optional<Kill> reason = check.apply(now);
          if (reason.isPresent()) {
            job.killJob();
            return reason;
          }
          next = time.nanos() + poll.toNanos();
        }
        heard = time.nanos();
        if (isLoadOver(watched) && file.hasSucceeded()) {
          succeeded = Math.min(succeeded, heard);
          if (heard - succeeded > MAX_UNTOLD_NANOS) {
            return Optional.empty();
          }
        }
      } catch (IOException | YarnRuntimeException e) {
        if (file.isOver(watched)) {
          return Optional.empty();
        }
        if (time.nanos() - heard > MAX_SILENCE_NANOS) {
          throw new IOException(
              "%s: no answer from YARN for %d minutes, the job may still be running: %s"
                  .formatted(
                      job.getJobID(),
                      TimeUnit.NANOSECONDS.toMinutes(MAX_SILENCE_NANOS),
                      FailureText.of(e)),
              e);
        }
        LOG.warn("{}: no answer from YARN: {}", job.getJobID(), FailureText.of(e));
      }
      time.sleep(isLoadOver(watched) ? POLL_REDUCER : poll);
    }
  }

  /** Whether only the reducer is left, by the last answer of YARN. */
  private boolean isLoadOver(HadoopJob job) {
    try {
      return !local && spec.command() != Command.FINDMAX && job.job().mapProgress() >= 1;
    } catch (IOException | YarnRuntimeException e) {
      return false;
    }
  }

  /** Waits until a killed job has ended and its tasks have written their results. */
  void awaitEnd(Job job) throws InterruptedException {
    try {
      for (long slept = 0; !job.isComplete() && slept < MAX_END_MILLIS; slept += poll.toMillis()) {
        time.sleep(poll);
      }
    } catch (IOException | YarnRuntimeException e) {
      LOG.warn("{}: no answer from YARN: {}", job.getJobID(), FailureText.of(e));
    }
  }

  /** Waits until the submitter has written the end of the job; returns whether it has. */
  boolean awaitSubmitter() throws IOException, InterruptedException {
    for (long slept = 0; slept < MAX_END_MILLIS; slept += poll.toMillis()) {
      if (JobFacts.read(file.run()).hasEnded()) {
        return true;
      }
      time.sleep(poll);
    }
    return false;
  }

  /** Writes the end of a job that has just ended. */
  JobFacts end(HadoopJob job, JobFacts facts, Optional<Kill> killed)
      throws IOException, InterruptedException {
    JobFacts ended = file.ended(job, facts, killed.map(Kill::why));
    return killed.filter(Kill::breach).isPresent() && ended.hasEnded() && !ended.succeeded()
        ? file.write(ended.breached())
        : ended;
  }

  /** Hands over the HFiles of a job whose end is written, and writes what the servers say. */
  JobFacts complete(JobFacts ended, JobSubmission.Servers servers, ServerWatch serverWatch)
      throws IOException, InterruptedException {
    JobFacts handedOver = ended.succeeded() ? servers.take(ended) : ended;
    serverWatch.writeSamples();
    return file.write(handedOver.withAfter(servers.facts(), serverWatch.events(), servers.notes()));
  }

  private Progress progress(HadoopJob job, long nanos, ServerWatch servers)
      throws IOException, InterruptedException {
    Counters counters = job.counters();
    long containers = local ? wanted : containers(counters);
    return new Progress(
        Duration.ofNanos(nanos),
        containers > 0 || job.hasMaster(), // asks only before the first container
        spec.tasks(),
        wanted,
        containers,
        count(counters, LoadCounter.TASKS_STARTED),
        count(counters, LoadCounter.REQUESTS),
        count(counters, LoadCounter.WARMUP_REQUESTS),
        count(counters, LoadCounter.ROWS),
        count(counters, LoadCounter.ERRORS) + count(counters, LoadCounter.WARMUP_ERRORS),
        count(counters, LoadCounter.WARMUP_ERRORS),
        servers.events());
  }

  /** Containers of tasks, without those whose task has failed and waits for another one. */
  private static long containers(Counters counters) {
    return counters.findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue()
        - counters.findCounter(JobCounter.NUM_FAILED_MAPS).getValue()
        - counters.findCounter(JobCounter.NUM_KILLED_MAPS).getValue();
  }

  private static long count(Counters counters, LoadCounter counter) {
    return counters.getGroup(LoadCounter.GROUP).findCounter(counter.name()).getValue();
  }
}
