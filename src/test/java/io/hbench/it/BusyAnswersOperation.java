package io.hbench.it;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import org.apache.hadoop.hbase.client.Get;

/** Gets whose answers keep the thread that brings them busy for 100 µs. */
public final class BusyAnswersOperation implements OperationType {
  private static final long WORK_NANOS = 100_000;

  @Override
  public Operation create(RowRequests requests, KeyRange range) {
    return new Operation() {
      @Override
      public Request next(KeySequence keys) {
        Get get = requests.reads().get(keys.next());
        return client -> client.get(get).thenApply(row -> work());
      }
    };
  }

  private static Outcome work() {
    long end = System.nanoTime() + WORK_NANOS;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return new Outcome(1, 0, 0);
  }

  @Override
  public Effect effect() {
    return Effect.READS;
  }

  @Override
  public Rows rows() {
    return Rows.EXISTING;
  }
}
