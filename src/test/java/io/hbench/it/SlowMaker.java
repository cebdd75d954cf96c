package io.hbench.it;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Takes as many milliseconds to make a request as its property {@code millis} says, and none to
 * send it. Without the property it can't be made at all.
 */
public final class SlowMaker implements OperationType {
  @Override
  public Operation create(RowRequests requests, KeyRange range) {
    long millis = Long.parseLong(requests.properties().get("millis"));
    return new Operation() {
      @Override
      public Request next(KeySequence keys) {
        keys.next();
        try {
          TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return client -> CompletableFuture.completedFuture(new Outcome(1, 0, 0));
      }
    };
  }

  @Override
  public Effect effect() {
    return Effect.NONE;
  }
}
