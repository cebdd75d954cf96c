package io.hbench.driver.hook;

import io.hbench.settings.SettingType;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A time limit that is running.
 *
 * @param time of this process
 * @param endNanos by its clock
 * @param limit length, for the message
 */
public record Deadline(Time time, long endNanos, Duration limit) {

  /** A limit that starts now. */
  public static Deadline in(Time time, Duration limit) {
    return new Deadline(time, time.nanos() + limit.toNanos(), limit);
  }

  /** The limit that ends first. */
  public static Optional<Deadline> first(Optional<Deadline> one, Optional<Deadline> other) {
    return Stream.of(one, other)
        .flatMap(Optional::stream)
        .min(Comparator.comparing(Deadline::leftNanos));
  }

  /** Time that is left; not negative. */
  public long leftNanos() {
    return Math.max(0, endNanos - time.nanos());
  }

  /** The message, once the time is over. */
  public Optional<String> exceeded() {
    return leftNanos() > 0 ? Optional.empty() : Optional.of(message());
  }

  /** Work that may take long. */
  @FunctionalInterface
  public interface Work<T> {
    T perform() throws IOException, InterruptedException;
  }

  /**
   * Performs work in this thread, which is interrupted at the deadline.
   *
   * @throws IOException if the deadline is exceeded
   */
  public <T> T limit(Work<T> work) throws IOException, InterruptedException {
    Interruption interruption = new Interruption(Thread.currentThread());
    ScheduledExecutorService timer = time.threads("deadline", 1);
    var unused = timer.schedule(() -> interruption.happen(time), leftNanos(), TimeUnit.NANOSECONDS);
    try {
      return work.perform();
    } catch (InterruptedException | IOException | RuntimeException e) {
      if (interruption.hasHappened()) {
        throw new IOException(message(), e);
      }
      throw e;
    } finally {
      interruption.end();
      timer.shutdownNow();
    }
  }

  /** The interruption of a thread, which does not happen after the end of its work. */
  private static final class Interruption {
    private final Thread worker;
    private boolean ended;
    private boolean happened;

    Interruption(Thread worker) {
      this.worker = worker;
    }

    synchronized void happen(Time time) {
      if (!ended) {
        happened = true;
        time.interrupt(worker);
      }
    }

    synchronized boolean hasHappened() {
      return happened;
    }

    synchronized void end() {
      ended = true;
      if (happened) {
        Thread.interrupted();
      }
    }
  }

  public String message() {
    return "deadline of " + SettingType.text(limit) + " exceeded";
  }
}
