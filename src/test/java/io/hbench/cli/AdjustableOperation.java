package io.hbench.cli;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.kit.Pause;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Requests that take as long, and fail as often, as a test wants tonight. */
public final class AdjustableOperation implements OperationType {
  private static final Outcome DONE = new Outcome(1, 0, 0);
  private static final AtomicLong SENT = new AtomicLong();
  private static volatile long nanos;
  private static volatile int failEach;
  private static volatile Path slower = Path.of("/nowhere");
  private static volatile Path broken = Path.of("/nowhere");

  /**
   * Sets what the next requests do.
   *
   * @param each one request in so many fails; 0 for none
   */
  static void set(Duration time, int each) {
    nanos = time.toNanos();
    failEach = each;
  }

  /** Sets the file that makes runs a fifth slower if it is there at their start. */
  static void slowerWhile(Path file) {
    slower = file;
  }

  /** Sets the file that makes runs fail if it is there at their start. */
  static void brokenWhile(Path file) {
    broken = file;
  }

  @Override
  public Operation create(RowRequests requests, KeyRange range) {
    if (Files.exists(broken)) {
      throw new IllegalStateException("broken");
    }
    long each = Files.exists(slower) ? nanos * 6 / 5 : nanos;
    return new Operation() {
      @Override
      public Request next(KeySequence keys) {
        keys.next();
        return client -> {
          Pause.nanos(each);
          return failEach > 0 && SENT.incrementAndGet() % failEach == 0
              ? CompletableFuture.failedFuture(new IOException("the server is ill"))
              : CompletableFuture.completedFuture(DONE);
        };
      }
    };
  }

  @Override
  public Effect effect() {
    return Effect.NONE;
  }
}
