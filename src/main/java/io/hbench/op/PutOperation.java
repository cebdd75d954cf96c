package io.hbench.op;

import io.hbench.data.KeySequence;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.client.Put;

/** Writes a row, or a batch of rows in one request. */
final class PutOperation implements Operation {
  private final RowShape shape;
  private final LongFunction<Put> make;

  private PutOperation(RowShape shape, LongFunction<Put> make) {
    this.shape = shape;
    this.make = make;
  }

  static PutOperation puts(RowShape shape) {
    return new PutOperation(shape, shape::put);
  }

  static PutOperation inserts(RowShape shape) {
    return new PutOperation(shape, shape::newRow);
  }

  @Override
  public Request next(KeySequence keys) {
    if (shape.batch() == 1) {
      Put put = make.apply(keys.next());
      return client -> client.put(put).thenApply(done -> Outcomes.written(put));
    }
    List<Put> puts = shape.batch(keys, make);
    return client -> client.put(puts).thenApply(done -> Outcomes.written(puts));
  }
}
