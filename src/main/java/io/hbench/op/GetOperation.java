package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowReads;
import io.hbench.row.RowRequests;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;

/** Reads a row, or a batch of rows in one request. */
final class GetOperation implements Operation {
  private final RowRequests requests;
  private final RowReads reads;
  private final OutcomeCounts outcomes;

  GetOperation(RowRequests requests) {
    this.requests = requests;
    this.reads = requests.reads();
    this.outcomes = reads.outcomes();
  }

  @Override
  public Request next(KeySequence keys) {
    if (requests.batch() == 1) {
      Get get = reads.get(keys.next());
      return Request.forRow(get.getRow(), client -> client.get(get).thenApply(outcomes::read));
    }
    List<Get> gets = requests.batch(keys, reads::get);
    return Request.forRows(
        gets.get(0).getRow(), gets.size(), client -> client.get(gets).thenApply(outcomes::read));
  }
}
