package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.data.RowKeys;

/** Asks {@code hbase:meta} for the region of a row, past the client's own memory of it. */
final class LocateOperation implements Operation {
  LocateOperation(RowShape shape) {}

  @Override
  public Request next(KeySequence keys) {
    byte[] key = RowKeys.key(keys.next());
    return client -> client.locate(key).thenApply(found -> new Outcome(1, 0, 0));
  }
}
