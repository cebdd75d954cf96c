package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowRequests;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.util.Bytes;

/** Adds 1 to a counter in each family, in the column that PerformanceEvaluation uses. */
record IncrementOperation(RowRequests requests) implements Operation {
  private static final byte[] COLUMN = Bytes.toBytes("IncrementTest");

  @Override
  public Request next(KeySequence keys) {
    Increment increment = new Increment(requests.key(keys.next()));
    increment.setDurability(requests.writes().durability());
    for (byte[] family : requests.families()) {
      increment.addColumn(family, COLUMN, 1);
    }
    return Request.forRow(
        increment.getRow(),
        client -> client.increment(increment).thenApply(r -> OutcomeCounts.written(increment)));
  }
}
