package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowRequests;
import org.apache.hadoop.hbase.client.Delete;

/** Deletes all families of a row, whether the row exists or not. */
record DeleteOperation(RowRequests requests) implements Operation {
  @Override
  public Request next(KeySequence keys) {
    Delete delete = requests.writes().delete(keys.next());
    return Request.forRow(
        delete.getRow(),
        client -> client.delete(delete).thenApply(done -> OutcomeCounts.written(delete)));
  }
}
