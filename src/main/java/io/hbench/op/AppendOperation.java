package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowRequests;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Appends the row key to one cell in each family, in the column that PerformanceEvaluation uses.
 * The cell grows with every request for the row.
 */
record AppendOperation(RowRequests requests) implements Operation {
  private static final byte[] COLUMN = Bytes.toBytes("AppendTest");

  @Override
  public Request next(KeySequence keys) {
    byte[] key = requests.key(keys.next());
    Append append = new Append(key);
    append.setDurability(requests.writes().durability());
    for (byte[] family : requests.families()) {
      append.addColumn(family, COLUMN, key);
    }
    return Request.forRow(
        key, client -> client.append(append).thenApply(r -> OutcomeCounts.written(append)));
  }
}
