package io.hbench.kit;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.RowRequests;

/** An operation of a test, all of whose requests are made alike and store nothing. */
public abstract class PlainOperation implements OperationType {
  /**
   * Makes one request.
   *
   * @param keys of which it takes one
   */
  protected abstract Request next(KeySequence keys);

  @Override
  public final Operation create(RowRequests requests, KeyRange range) {
    return this::next;
  }

  @Override
  public final Effect effect() {
    return Effect.NONE;
  }
}
