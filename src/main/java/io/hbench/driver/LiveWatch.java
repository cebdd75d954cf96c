package io.hbench.driver;

import io.hbench.report.live.LiveInterval;
import io.hbench.report.live.LiveReader;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Reads the data that the tasks of a running job have flushed, in a thread of its own, so that a
 * slow file system does not delay the display.
 */
final class LiveWatch implements AutoCloseable {
  /** Pause after a read, as a multiple of its duration: reading uses at most 10 % of one CPU. */
  private static final int PAUSE_FACTOR = 9;

  private static final long POLL_MILLIS = 1_000;

  private final LiveReader reader;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread daemon = new Thread(work, "live-watch");
            daemon.setDaemon(true);
            return daemon;
          });
  private final long pause;
  private long nextReadNanos;
  private volatile Optional<LiveInterval> newest = Optional.empty();
  private volatile Optional<String> breach = Optional.empty();

  /**
   * Starts reading.
   *
   * @param pause minimum time between two reads; at least one second
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a read has no result
  LiveWatch(LiveReader reader, Duration pause) {
    this.reader = reader;
    this.pause = pause.toNanos();
    this.nextReadNanos = System.nanoTime() + this.pause;
    thread.scheduleWithFixedDelay(this::read, POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void read() {
    long began = System.nanoTime();
    if (began >= nextReadNanos) {
      newest = reader.read();
      breach = reader.breach();
      long ended = System.nanoTime();
      nextReadNanos = ended + Math.max(pause, PAUSE_FACTOR * (ended - began));
    }
  }

  /** The newest interval of the last read; empty before the first interval. */
  Optional<LiveInterval> newest() {
    return newest;
  }

  /** The objective that an interval missed, by the last read; empty if none did. */
  Optional<String> breach() {
    return breach;
  }

  /** Stops reading; does not wait for a read in progress. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
