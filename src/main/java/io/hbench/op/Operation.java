package io.hbench.op;

import io.hbench.data.KeySequence;

/** Makes the requests of one kind. An instance belongs to one thread. */
@FunctionalInterface
public interface Operation {
  /**
   * The next request: keys are drawn and values made here, where no clock runs.
   *
   * @param keys has one more row at least; a batch takes as many as it needs and there are
   */
  Request next(KeySequence keys);
}
