package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.RowReads;
import io.hbench.row.RowRequests;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;

/** Reads a row, or a batch of rows in one request. */
record GetOperation(RowRequests requests) implements Operation {
  @Override
  public Request next(KeySequence keys) {
    RowReads reads = requests.reads();
    if (requests.batch() == 1) {
      Get get = reads.get(keys.next());
      return Request.forRow(
          get.getRow(), client -> client.get(get).thenApply(reads.outcomes()::read));
    }
    List<Get> gets = requests.batch(keys, reads::get);
    return Request.forRows(
        gets.get(0).getRow(),
        gets.size(),
        client -> client.get(gets).thenApply(reads.outcomes()::read));
  }
}
