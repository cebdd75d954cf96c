package io.hbench.driver;

import io.hbench.figure.Figure;
import io.hbench.job.Progress;
import io.hbench.report.live.LiveInterval;
import io.hbench.report.live.LiveReader;
import io.hbench.report.live.RunEnding;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Objective;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Progress display and evaluation of objectives of a running run. The data that its tasks have
 * flushed is read in a thread of its own, so that a slow file system does not delay the display.
 */
final class LiveProgress implements AutoCloseable {
  /** Time for reading the figures before they are displayed. */
  private static final Duration READ_TIME = Duration.ofSeconds(1);

  /** Pause after a read, as a multiple of its duration: reading uses at most 10 % of one CPU. */
  private static final int PAUSE_FACTOR = 9;

  private static final long POLL_MILLIS = 1_000;
  private static final Logger LOG = LoggerFactory.getLogger(LiveProgress.class);

  private final Time time;
  private final ProgressDisplay display;
  private final Optional<RunEnding> ending;
  private final LiveMetrics metrics;
  private final LiveReader reader;
  private final Optional<ScheduledExecutorService> thread;

  /** Minimum time between two reads. */
  private final long pauseNanos;

  private long nextReadNanos;
  private volatile Optional<LiveInterval> newest = Optional.empty();
  private volatile Optional<String> breach = Optional.empty();

  /**
   * Starts reading the figures of a run.
   *
   * @param conf settings of the run; a quiet one reads figures only for what may end it
   * @param ending of a run that this process ends when its figures are precise; closed with this
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a read has no result
  LiveProgress(
      RunSpec spec,
      RunDirectory run,
      Configuration conf,
      Console console,
      Optional<RunEnding> ending) {
    this.time = console.time();
    this.ending = ending;
    this.metrics = new LiveMetrics(spec, run, conf, console);
    boolean quiet = Settings.QUIET.get(conf);
    display = ProgressDisplay.of(spec, quiet, console);
    List<Objective> judged = spec.policies().abortOnBreach() ? latencies(spec) : List.of();
    reader = new LiveReader(time, run, spec, judged, ending);
    boolean eachInterval = !judged.isEmpty() || ending.isPresent() || metrics.isWanted();
    Duration every =
        !eachInterval
            ? Collections.max(
                List.of(display.every().minus(READ_TIME), spec.measurement().interval()))
            : spec.measurement().interval();
    pauseNanos = every.toNanos();
    nextReadNanos = time.nanos() + pauseNanos;
    thread = quiet && !eachInterval ? Optional.empty() : Optional.of(time.threads("live-watch", 1));
    thread.ifPresent(
        t -> t.scheduleWithFixedDelay(this::read, POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS));
  }

  private void read() {
    long began = time.nanos();
    if (began >= nextReadNanos) {
      try {
        newest = reader.read();
        breach = reader.breach();
        metrics.take(newest);
      } catch (RuntimeException | Error e) { // records may be lost: no interval is judged without
        LOG.warn(
            "no live figures from now on, and no objective ends the run: {}", FailureText.of(e));
        nextReadNanos = Long.MAX_VALUE;
        return;
      }
      long ended = time.nanos();
      nextReadNanos = ended + Math.max(pauseNanos, PAUSE_FACTOR * (ended - began));
    }
  }

  /** Objectives on every interval that need the tasks' histograms. */
  private static List<Objective> latencies(RunSpec spec) {
    return spec.policies().objectives().stream()
        .filter(o -> o.isOfIntervals() && !o.isOfCounters())
        .filter(o -> o.figure() != Figure.THROUGHPUT || spec.limit().precision().isEmpty())
        .toList();
  }

  void show(Progress progress) {
    metrics.take(progress);
    display.show(progress, newest, ending.map(RunEnding::estimates).orElse(List.of()));
  }

  /** The objective that an interval missed, by the data flushed so far; empty if none did. */
  Optional<String> breach() {
    return breach;
  }

  @Override
  public void close() {
    ending.ifPresent(RunEnding::close);
    thread.ifPresent(ScheduledExecutorService::shutdown); // a read in progress goes on
    metrics.close();
    display.close();
  }
}
