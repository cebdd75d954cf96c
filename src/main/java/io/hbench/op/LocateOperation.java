package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;

/** Looks up the region of a row in {@code hbase:meta}, without the client's cache. */
record LocateOperation(RowRequests requests) implements Operation {
  @Override
  public Request next(KeySequence keys) {
    byte[] key = requests.key(keys.next());
    return client -> client.locate(key).thenApply(found -> new Outcome(1, 0, 0));
  }
}
