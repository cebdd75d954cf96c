package io.hbench.driver;

import io.hbench.settings.SettingType;
import io.hbench.time.Time;
import io.hbench.time.Work;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A time limit that is running. */
record Deadline(Time time, long endNanos, String message) {

  /** A limit that starts now. */
  public static Deadline in(Time time, Duration limit) {
    return new Deadline(
        time,
        time.nanos() + limit.toNanos(),
        "deadline of " + SettingType.text(limit) + " exceeded");
  }

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
    return leftNanos() > 0 ? Optional.empty() : Optional.of(message);
  }

  /**
   * Performs work in this thread, which is interrupted at the deadline.
   *
   * @throws IOException if the deadline is exceeded
   */
  public <T> T limit(Work<T> work) throws IOException, InterruptedException {
    Interruption interruption = new Interruption(time);
    ScheduledExecutorService timer = time.threads("deadline", 1);
    var unused = timer.schedule(interruption::happen, leftNanos(), TimeUnit.NANOSECONDS);
    try {
      return interruption.perform(message, work);
    } finally {
      timer.shutdownNow();
    }
  }
}
