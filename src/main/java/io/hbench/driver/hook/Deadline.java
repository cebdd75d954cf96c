package io.hbench.driver.hook;

import io.hbench.settings.SettingType;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A time limit that is running.
 *
 * @param endNanos by the clock of {@link System#nanoTime}
 * @param limit length, for the message
 */
public record Deadline(long endNanos, Duration limit) {

  /** A limit that starts now. */
  public static Deadline in(Duration limit) {
    return new Deadline(System.nanoTime() + limit.toNanos(), limit);
  }

  /** The limit that ends first. */
  public static Optional<Deadline> first(Optional<Deadline> one, Optional<Deadline> other) {
    return Stream.of(one, other)
        .flatMap(Optional::stream)
        .min(Comparator.comparing(Deadline::leftNanos));
  }

  /** Time that is left; not negative. */
  public long leftNanos() {
    return Math.max(0, endNanos - System.nanoTime());
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
    Thread timer = new Thread(() -> interruption.at(this), "deadline");
    timer.setDaemon(true);
    timer.start();
    try {
      return work.perform();
    } catch (InterruptedException | IOException | RuntimeException e) {
      if (interruption.hasHappened()) {
        throw new IOException(message(), e);
      }
      throw e;
    } finally {
      interruption.end();
      timer.interrupt();
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

    void at(Deadline deadline) {
      try {
        TimeUnit.NANOSECONDS.sleep(deadline.leftNanos());
      } catch (InterruptedException e) {
        return; // the work has ended
      }
      synchronized (this) {
        if (!ended) {
          happened = true;
          worker.interrupt();
        }
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
