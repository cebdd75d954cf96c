package io.hbench.driver;

import io.hbench.report.LiveInterval;
import io.hbench.report.LiveReader;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Reads what the tasks of a running job have flushed, in a thread of its own: a file system that is
 * slow, or does not answer, holds up nobody.
 */
final class LiveWatch implements AutoCloseable {
  /** Reading takes a tenth of one processor at most, however many tasks there are. */
  private static final int REST = 9;

  private static final long SOON_MILLIS = 1_000;

  private final LiveReader reader;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread daemon = new Thread(work, "live-watch");
            daemon.setDaemon(true);
            return daemon;
          });
  private final long pause;
  private long restedNanos;
  private volatile Optional<LiveInterval> newest = Optional.empty();
  private volatile Optional<String> breach = Optional.empty();

  /**
   * Looks once in a while.
   *
   * @param pause between two looks, or more; a second if it is shorter
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a look tells nobody how it went
  LiveWatch(LiveReader reader, Duration pause) {
    this.reader = reader;
    this.pause = pause.toNanos();
    this.restedNanos = System.nanoTime() + this.pause;
    thread.scheduleWithFixedDelay(this::look, SOON_MILLIS, SOON_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    long began = System.nanoTime();
    if (began >= restedNanos) {
      newest = reader.read();
      breach = reader.breach();
      long ended = System.nanoTime();
      restedNanos = ended + Math.max(pause, REST * (ended - began));
    }
  }

  /** What the last look has found; nothing before the first interval. */
  Optional<LiveInterval> newest() {
    return newest;
  }

  /** Which objective was broken in an interval, as far as the last look has found. */
  Optional<String> breach() {
    return breach;
  }

  /** A look that is under way is left to itself. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
