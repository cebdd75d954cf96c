package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowRequests;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.util.Bytes;

/** Adds 1 to a counter in each family, in the column that PerformanceEvaluation uses. */
final class IncrementOperation implements Operation {
  private static final byte[] COLUMN = Bytes.toBytes("IncrementTest");

  private final RowRequests shape;

  IncrementOperation(RowRequests requests) {
    this.shape = requests;
  }

  @Override
  public Request next(KeySequence keys) {
    Increment increment = new Increment(shape.key(keys.next()));
    increment.setDurability(shape.durability());
    for (byte[] family : shape.families()) {
      increment.addColumn(family, COLUMN, 1);
    }
    return client -> client.increment(increment).thenApply(r -> OutcomeCounts.written(increment));
  }
}
