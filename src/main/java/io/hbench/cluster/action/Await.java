package io.hbench.cluster.action;

import static io.hbench.figure.Format.format;

import io.hbench.time.Pace;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import org.apache.commons.lang3.ObjectUtils;
import org.apache.commons.lang3.function.FailableBooleanSupplier;
import org.apache.hadoop.hbase.util.ExceptionUtil;

/**
 * Waiting for the effect of an action. The time between two polls grows with what they ask for, by
 * the pace of what they ask.
 */
final class Await {
  /** A server of a large cluster opens thousands of regions within it. */
  static final Duration LIMIT = Duration.ofMinutes(5);

  private static final int CALM_POLLS = 5;
  private static final Duration POLL = Duration.ofMillis(200);

  /** Time of a wait after which it may poll less often. */
  private static final Duration OFTEN = Duration.ofSeconds(10);

  private Await() {}

  /**
   * Polls until a condition holds; a poll that fails is repeated.
   *
   * @param pace of what the condition asks for
   * @param missing what is wrong if it never holds
   * @throws IOException if it does not hold within the limit; its cause is the last failed poll
   */
  static void until(
      Duration limit, Pace pace, FailableBooleanSupplier<IOException> condition, String missing)
      throws IOException, InterruptedException {
    until(limit, POLL, pace, condition, missing);
  }

  /**
   * The same, with fewer polls in a long wait.
   *
   * @param later time between polls after the first ten seconds
   */
  static void until(
      Duration limit,
      Duration later,
      Pace pace,
      FailableBooleanSupplier<IOException> condition,
      String missing)
      throws IOException, InterruptedException {
    Time time = pace.time();
    long start = time.nanos();
    IOException last = null;
    while (true) {
      try {
        if (condition.getAsBoolean()) {
          return;
        }
        last = null;
      } catch (IOException e) {
        ExceptionUtil.rethrowIfInterrupt(e);
        last = e;
      }
      Duration rest = limit.minusNanos(time.nanos() - start);
      if (rest.isZero() || rest.isNegative()) {
        throw new IOException(format("after %,d s %s", limit.toSeconds(), missing), last);
      }
      boolean often = limit.minus(rest).compareTo(OFTEN) < 0;
      Duration due = ObjectUtils.max(pace.untilDue(), often ? POLL : later);
      time.sleep(ObjectUtils.min(due, rest)); // the last poll is at the limit
    }
  }

  /** The same, five times in a row: what the master has begun may go on, or begin later. */
  static void untilCalm(
      Duration limit, Pace pace, FailableBooleanSupplier<IOException> calm, String missing)
      throws IOException, InterruptedException {
    int[] polls = {0};
    until(
        limit,
        pace,
        () -> {
          polls[0] = calm.getAsBoolean() ? polls[0] + 1 : 0;
          return polls[0] >= CALM_POLLS;
        },
        missing);
  }
}
