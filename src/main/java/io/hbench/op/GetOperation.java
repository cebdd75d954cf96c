package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowRequests;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;

/** Reads a row, or a batch of rows in one request. */
final class GetOperation implements Operation {
  private final RowRequests requests;
  private final OutcomeCounts outcomes;

  GetOperation(RowRequests requests) {
    this.requests = requests;
    this.outcomes = requests.outcomes();
  }

  @Override
  public Request next(KeySequence keys) {
    if (requests.batch() == 1) {
      Get get = requests.get(keys.next());
      return client -> client.get(get).thenApply(outcomes::read);
    }
    List<Get> gets = requests.batch(keys, requests::get);
    return client -> client.get(gets).thenApply(outcomes::read);
  }
}
