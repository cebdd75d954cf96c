package io.hbench.op;

import io.hbench.data.KeySequence;
import org.apache.hadoop.hbase.client.Delete;

/** Deletes a whole row, whether it is there or not. */
final class DeleteOperation implements Operation {
  private final RowShape shape;

  DeleteOperation(RowShape shape) {
    this.shape = shape;
  }

  @Override
  public Request next(KeySequence keys) {
    Delete delete = shape.delete(keys.next());
    return client -> client.delete(delete).thenApply(done -> Outcomes.written(delete));
  }
}
