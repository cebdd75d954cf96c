package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowRequests;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;

/**
 * Reads a row, then writes it: two round trips and one latency sample, as in YCSB's workload F. Not
 * atomic. A row that the read does not find counts as not found, although the write creates it.
 */
record ReadModifyWriteOperation(RowRequests requests) implements Operation {
  @Override
  public Request next(KeySequence keys) {
    long row = keys.next();
    Get get = requests.reads().get(row);
    Put put = requests.writes().put(row);
    return Request.forRow(
        get.getRow(),
        client ->
            client
                .get(get)
                .thenCompose(
                    old ->
                        client
                            .put(put)
                            .thenApply(
                                done -> {
                                  Outcome read = requests.reads().outcomes().read(old);
                                  Outcome written = OutcomeCounts.written(put);
                                  return new Outcome(
                                      read.rows(),
                                      read.notFound(),
                                      read.bytes() + written.bytes(),
                                      read.details());
                                })));
  }
}
