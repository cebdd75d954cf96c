package io.hbench.op;

import io.hbench.data.KeyRange;
import io.hbench.row.RowRequests;

/** An operation type that does what another one does, under a name of its own. */
public interface NamedOperation extends OperationType {
  /** The other one. */
  OperationType type();

  @Override
  default Operation create(RowRequests requests, KeyRange range) {
    return type().create(requests, range);
  }

  @Override
  default Effect effect() {
    return type().effect();
  }

  @Override
  default Rows rows() {
    return type().rows();
  }

  @Override
  default boolean isOneAtATime() {
    return type().isOneAtATime();
  }

  @Override
  default boolean needsOrderedKeys() {
    return type().needsOrderedKeys();
  }

  @Override
  default boolean transfersCells() {
    return type().transfersCells();
  }

  @Override
  default boolean readsCells() {
    return type().readsCells();
  }

  @Override
  default String help() {
    return type().help();
  }
}
