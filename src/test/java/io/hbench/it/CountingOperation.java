package io.hbench.it;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import org.apache.hadoop.hbase.client.Get;

/** The worked example of src/docs/extending.md: how many cells does a row have? */
public final class CountingOperation implements OperationType {
  @Override
  public Operation create(RowRequests requests, KeyRange range) {
    return new Operation() {
      @Override
      public Request next(KeySequence keys) {
        Get get = requests.reads().get(keys.next()); // made before the clock runs
        return client ->
            client
                .get(get)
                .thenApply(
                    row -> new Outcome(row.isEmpty() ? 0 : 1, row.isEmpty() ? 1 : 0, row.size()));
      }
    };
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
