package io.hbench.op;

import io.hbench.data.KeySequence;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;

/** Writes a row, or a batch of rows in one request: over old rows or new ones, as the keys go. */
final class PutOperation implements Operation {
  private final RowShape shape;

  PutOperation(RowShape shape) {
    this.shape = shape;
  }

  @Override
  public Request next(KeySequence keys) {
    if (shape.batch() == 1) {
      Put put = shape.put(keys.next());
      return client -> client.put(put).thenApply(done -> Outcomes.written(put));
    }
    List<Put> puts = shape.batch(keys, shape::put);
    return client -> client.put(puts).thenApply(done -> Outcomes.written(puts));
  }
}
