package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowRequests;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.client.Put;

/** Writes a row, or a batch of rows in one request: existing rows, or new ones. */
record PutOperation(RowRequests requests, LongFunction<Put> make) implements Operation {
  static PutOperation puts(RowRequests requests) {
    return new PutOperation(requests, requests.writes()::put);
  }

  static PutOperation inserts(RowRequests requests) {
    return new PutOperation(requests, requests.writes()::newRow);
  }

  @Override
  public Request next(KeySequence keys) {
    if (requests.batch() == 1) {
      Put put = make.apply(keys.next());
      Outcome written = OutcomeCounts.written(put); // once it is sent, it leaves the caches
      return Request.forRow(put.getRow(), client -> client.put(put).thenApply(done -> written));
    }
    List<Put> puts = requests.batch(keys, make);
    Outcome written = OutcomeCounts.written(puts);
    return Request.forRows(
        puts.get(0).getRow(), puts.size(), client -> client.put(puts).thenApply(done -> written));
  }
}
