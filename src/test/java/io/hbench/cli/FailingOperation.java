package io.hbench.cli;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.RowRequests;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Requests to a server that answers with errors only. */
public final class FailingOperation implements OperationType {
  @Override
  public Operation create(RowRequests requests, KeyRange range) {
    return new Operation() {
      @Override
      public Request next(KeySequence keys) {
        keys.next();
        return client -> CompletableFuture.failedFuture(new IOException("the server is ill"));
      }
    };
  }

  @Override
  public Effect effect() {
    return Effect.NONE;
  }
}
