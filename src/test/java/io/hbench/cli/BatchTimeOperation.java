package io.hbench.cli;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.kit.Pause;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import java.util.concurrent.CompletableFuture;

/** Requests that take 4 ms, and a tenth of it longer for each row of a batch after the first. */
public final class BatchTimeOperation implements OperationType {
  private static final long NANOS = 4_000_000;
  private static final Outcome DONE = new Outcome(1, 0, 0);

  @Override
  public Operation create(RowRequests requests, KeyRange range) {
    long nanos = NANOS + NANOS / 10 * (requests.batch() - 1);
    return new Operation() {
      @Override
      public Request next(KeySequence keys) {
        keys.next();
        return client -> {
          Pause.nanos(nanos);
          return CompletableFuture.completedFuture(DONE);
        };
      }
    };
  }

  @Override
  public Effect effect() {
    return Effect.NONE;
  }
}
