package io.hbench.job;

import io.hbench.job.barrier.ReferenceClock;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Poller of the cluster while a job runs: takes snapshots in a thread of its own and keeps the
 * changes. The snapshot after a failed one covers its changes, too. A {@link CostWatch} samples the
 * servers' counters meanwhile.
 */
final class ServerWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ServerWatch.class);

  /** Each snapshot is a little load for the servers. */
  private static final Duration MIN_PERIOD = Duration.ofSeconds(10);

  private static final Duration MAX_LAST_SNAPSHOT = Duration.ofSeconds(20);

  private final Time time;
  private final JobSubmission.Servers servers;
  private final RunDirectory run;
  private final EventLog events = new EventLog();
  private final ScheduledExecutorService thread;
  private final CostWatch costs;
  private volatile ReferenceClock clock;

  private ServerWatch(Time time, JobSubmission.Servers servers, RunDirectory run) {
    this.time = time;
    this.servers = servers;
    this.run = run;
    this.thread = time.threads("server-watch", 1);
    this.costs = CostWatch.start(time, servers);
  }

  /**
   * Starts with a snapshot at once; the next ones follow every ten seconds, or every interval if
   * that is longer.
   *
   * @param run of a job that was submitted: the directory must not exist before
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a snapshot handles its failures
  static ServerWatch start(
      Time time, JobSubmission.Servers servers, RunDirectory run, Duration interval) {
    ServerWatch watch = new ServerWatch(time, servers, run);
    long every = Math.max(MIN_PERIOD.toMillis(), interval.toMillis());
    watch.thread.execute(watch::snapshot); // also for a job that ends early
    watch.thread.scheduleWithFixedDelay(watch::snapshot, every, every, TimeUnit.MILLISECONDS);
    return watch;
  }

  private void snapshot() {
    if (servers.equals(JobSubmission.Servers.NONE)) {
      return;
    }
    try {
      if (clock == null) {
        clock = ReferenceClock.measure(time, run, "submitter");
      }
      servers.changes(clock.toMillis(time.nanos())).forEach(events::add);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException | Error e) {
      LOG.debug("no snapshot of the cluster", e); // the run may be a test of failing servers
    }
  }

  List<ServerEvent> events() {
    return events.list();
  }

  /** Writes what the servers have said about themselves; missing samples must not fail the run. */
  void writeSamples() {
    write(run, Double.NEGATIVE_INFINITY);
  }

  /**
   * Writes the same of a step that has just ended.
   *
   * @param startMs its start in milliseconds of the reference clock
   */
  void writeSamples(RunDirectory step, double startMs) {
    if (clock != null) {
      costs.readAll();
      write(step, startMs);
    }
  }

  private void write(RunDirectory to, double fromMs) {
    if (clock == null) {
      return;
    }
    try {
      ServerSamples samples = costs.samples(clock).from(fromMs);
      if (!samples.servers().isEmpty()) {
        to.writeJson(ServerSamples.FILE, samples);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("no samples of the servers: {}", FailureText.of(e));
    }
  }

  /** Takes a last snapshot, and ends the thread. */
  void end() throws InterruptedException {
    costs.end();
    thread.execute(
        () -> {
          servers.ending();
          snapshot();
        });
    thread.shutdown();
    if (!thread.awaitTermination(MAX_LAST_SNAPSHOT.toSeconds(), TimeUnit.SECONDS)) {
      thread.shutdownNow();
    }
  }
}
