package io.hbench.cluster.action;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.apache.hadoop.hbase.util.ExceptionUtil;

/** Waiting for the effect of an action. */
final class Await {
  /** A server of a large cluster opens thousands of regions within it. */
  static final Duration LIMIT = Duration.ofMinutes(5);

  private static final Duration POLL = Duration.ofMillis(200);

  private Await() {}

  /** The state that an action waits for. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException;
  }

  /**
   * Polls until a condition holds; a poll that fails is repeated.
   *
   * @param missing what is wrong if it never holds
   * @throws IOException if it does not hold within the limit; its cause is the last failed poll
   */
  static void until(Duration limit, Condition condition, String missing)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    IOException last = null;
    while (true) {
      try {
        if (condition.holds()) {
          return;
        }
        last = null;
      } catch (IOException e) {
        ExceptionUtil.rethrowIfInterrupt(e);
        last = e;
      }
      if (System.nanoTime() - end > 0) {
        throw new IOException(
            String.format(Locale.ROOT, "after %,d s %s", limit.toSeconds(), missing), last);
      }
      Thread.sleep(POLL.toMillis());
    }
  }
}
