package io.hbench.cli;

import io.hbench.data.KeySequence;
import io.hbench.kit.Pause;
import io.hbench.kit.PlainOperation;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Requests that all succeed, as late as a test wants. */
public final class LateOperation extends PlainOperation {
  private static final Outcome DONE = new Outcome(1, 0, 0);
  private static volatile long nanos;

  static void take(Duration time) {
    nanos = time.toNanos();
  }

  @Override
  protected Request next(KeySequence keys) {
    keys.next();
    return client -> {
      Pause.nanos(nanos);
      return CompletableFuture.completedFuture(DONE);
    };
  }
}
