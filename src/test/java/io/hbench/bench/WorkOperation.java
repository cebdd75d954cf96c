package io.hbench.bench;

import io.hbench.data.KeySequence;
import io.hbench.kit.PlainOperation;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests of a server on this machine, without the server: each waits for a millisecond, and works
 * for some 0.1 ms.
 */
public final class WorkOperation extends PlainOperation {
  private static final long WAIT_NANOS = 1_000_000;
  private static final int STEPS = 100_000;
  private static final Outcome DONE = new Outcome(1, 0, 0);

  /** Keeps the compiler from leaving out the work. */
  private static volatile long result;

  @Override
  protected Request next(KeySequence keys) {
    keys.next();
    return client -> {
      LockSupport.parkNanos(WAIT_NANOS);
      long sum = result;
      for (int i = 0; i < STEPS; i++) {
        sum = sum * 31 + i;
      }
      result = sum;
      return CompletableFuture.completedFuture(DONE);
    };
  }
}
