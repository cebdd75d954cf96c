package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import java.util.concurrent.CompletableFuture;

/** Draws a row and sends nothing: measures the cost of hbench itself. */
record NoopOperation(RowRequests requests) implements Operation {
  private static final Outcome NOTHING = new Outcome(1, 0, 0);

  @Override
  public Request next(KeySequence keys) {
    keys.next();
    return client -> CompletableFuture.completedFuture(NOTHING);
  }
}
