package io.hbench.job;

import io.hbench.job.barrier.ReferenceClock;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Collected;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.rundir.server.ServerSamples.Series;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sampler of the servers' counters while a job runs, in a thread of its own: every second at most,
 * less often where a round takes long, or the job runs for long.
 */
final class CostWatch {
  private static final Logger LOG = LoggerFactory.getLogger(CostWatch.class);

  private static final Duration MIN_PERIOD = Duration.ofSeconds(1);

  /** HBase's pages are to be read more often than it refreshes them. */
  private static final Duration MAX_PERIOD = Duration.ofSeconds(4);

  /** Rounds take a fifth of the time: logins compute. */
  private static final int PERIODS_OF_A_ROUND = 5;

  private static final Duration MAX_LAST_ROUND = Duration.ofSeconds(20);

  /** A page of each server of a large cluster, at half of the pace of pages. */
  private static final Duration LAST_OF_A_SERVER = Duration.ofMillis(40);

  /** Samples of all pages of all servers: less than 100 MB. */
  private static final int MAX_SAMPLES = 100_000;

  private static final int MAX_SAMPLES_OF_A_PAGE = 1_200;
  private static final int MIN_SAMPLES_OF_A_PAGE = 20;

  private static final double NANOS_PER_MILLI = 1e6;

  private final JobSubmission.Servers servers;

  /** By server and page, on the local clock: the reference clock is known later. */
  private final Map<String, Map<String, Collected>> samples = new TreeMap<>();

  private final Map<String, Map<String, Collected>> dataNodes = new TreeMap<>();

  private final Time time;
  private final ScheduledExecutorService thread;

  private CostWatch(Time time, JobSubmission.Servers servers) {
    this.time = time;
    this.servers = servers;
    this.thread = time.threads("cost-watch", 1);
  }

  /** Starts with a round at once. */
  static CostWatch start(Time time, JobSubmission.Servers servers) {
    CostWatch watch = new CostWatch(time, servers);
    watch.thread.execute(watch::rounds);
    return watch;
  }

  private void rounds() {
    long start = time.nanos();
    if (round()) {
      long took = time.nanos() - start;
      var unused = thread.schedule(this::rounds, period(took) - took, TimeUnit.NANOSECONDS);
    }
  }

  private long period(long took) {
    long wanted = PERIODS_OF_A_ROUND * took;
    return Math.max(MIN_PERIOD.toNanos(), Math.min(MAX_PERIOD.toNanos(), wanted));
  }

  /** Returns false without servers. */
  private synchronized boolean round() {
    try {
      List<Reading> readings = servers.readings();
      add(readings);
      return !readings.isEmpty();
    } catch (IOException | RuntimeException | Error e) {
      LOG.debug("no counters of the servers", e); // the run may be a test of failing servers
      return true;
    }
  }

  /**
   * Reads servers of a large cluster that the last rounds have not.
   *
   * @return whether there are any
   */
  private synchronized boolean lastRounds() {
    boolean any = false;
    try {
      for (List<Reading> more = servers.lastReadings();
          !more.isEmpty();
          more = servers.lastReadings()) {
        any = true;
        add(more);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("no last counters of the servers", e);
    }
    return any;
  }

  private void add(List<Reading> readings) {
    synchronized (samples) {
      readings.forEach(this::add);
      List<Collected> all =
          Stream.of(samples, dataNodes)
              .flatMap(some -> some.values().stream())
              .flatMap(pages -> pages.values().stream())
              .toList();
      int most =
          Math.max(
              MIN_SAMPLES_OF_A_PAGE,
              Math.min(MAX_SAMPLES_OF_A_PAGE, MAX_SAMPLES / Math.max(1, all.size())));
      all.stream().filter(page -> page.size() > most).forEach(Collected::halve);
    }
  }

  private void add(Reading reading) {
    Map<String, Collected> pages =
        (reading.isOfDataNode() ? dataNodes : samples)
            .computeIfAbsent(reading.server(), s -> new HashMap<>());
    if (!reading.counters().isEmpty()) {
      double half = (reading.receivedNanos() - reading.sentNanos()) / 2.0;
      pages
          .computeIfAbsent(reading.page(), page -> new Collected())
          .add(
              (reading.sentNanos() + half) / NANOS_PER_MILLI,
              half / NANOS_PER_MILLI,
              reading.counters(),
              !reading.isOfJvm());
    }
  }

  /** Reads all servers after a step, while all tasks wait; of a large cluster, their JVMs alone. */
  void readAll() {
    synchronized (samples) {
      if (samples.values().stream().allMatch(Map::isEmpty)) {
        return; // their pages are closed, and each would be waited for
      }
    }
    if (!lastRounds()) {
      round();
      round(); // each second round reads HBase's pages
    }
  }

  /** Takes a last round, and ends the thread. */
  void end() throws InterruptedException {
    thread.execute(
        () -> {
          if (round()) {
            round(); // each second round reads HBase's pages
            lastRounds();
            add(servers.lastOfDataNodes());
          }
          thread.shutdownNow();
        });
    if (!thread.awaitTermination(maxEnd().toMillis(), TimeUnit.MILLISECONDS)) {
      thread.shutdownNow();
    }
  }

  private Duration maxEnd() {
    synchronized (samples) {
      return MAX_LAST_ROUND.plus(LAST_OF_A_SERVER.multipliedBy(samples.size()));
    }
  }

  /** The samples so far; empty without servers. */
  ServerSamples samples(ReferenceClock clock) {
    double offset = clock.toMillis(0);
    synchronized (samples) {
      return new ServerSamples(
          servers(samples, ServerSamples.JVM, offset),
          servers(dataNodes, ServerSamples.DATA_NODE_JVM, offset));
    }
  }

  private static List<ServerSamples.Server> servers(
      Map<String, Map<String, Collected>> all, String jvm, double offset) {
    List<ServerSamples.Server> servers = new ArrayList<>();
    all.forEach(
        (name, pages) -> {
          Map<String, Series> series = new HashMap<>();
          pages.forEach((page, collected) -> series.put(page, collected.series(offset)));
          servers.add(new ServerSamples.Server(name, series.remove(jvm), series));
        });
    return servers;
  }
}
