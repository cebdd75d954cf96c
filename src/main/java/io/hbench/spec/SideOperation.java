package io.hbench.spec;

import io.hbench.latency.Side;
import io.hbench.op.NamedOperation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;

/** An operation of one side of a duet: the same requests, recorded under the name of the side. */
record SideOperation(OperationType type, Side side) implements NamedOperation {

  /** The type of a request that the operation sends first has the name of the side, too. */
  @Override
  public OperationType recorded(Request request) {
    OperationType recorded = request.recordedAs(type);
    return recorded == type ? this : new SideOperation(recorded, side);
  }

  @Override
  public String toString() {
    return side.nameOf(type.toString());
  }
}
