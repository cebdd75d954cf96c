package io.hbench.driver;

import io.hbench.report.live.LiveInterval;
import io.hbench.report.live.LiveReader;
import io.hbench.time.Time;
import java.time.Duration;
import java.util.Optional;
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

  private final Time time;
  private final LiveReader reader;
  private final ScheduledExecutorService thread;
  private final long pause;
  private long nextReadNanos;
  private volatile Optional<LiveInterval> newest = Optional.empty();
  private volatile Optional<String> breach = Optional.empty();

  /**
   * Starts reading.
   *
   * @param time of this process
   * @param pause minimum time between two reads; at least one second
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a read has no result
  LiveWatch(Time time, LiveReader reader, Duration pause) {
    this.time = time;
    this.thread = time.threads("live-watch", 1);
    this.reader = reader;
    this.pause = pause.toNanos();
    this.nextReadNanos = time.nanos() + this.pause;
    thread.scheduleWithFixedDelay(this::read, POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void read() {
    long began = time.nanos();
    if (began >= nextReadNanos) {
      newest = reader.read();
      breach = reader.breach();
      long ended = time.nanos();
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
