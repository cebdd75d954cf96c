package io.hbench.op;

import io.hbench.data.KeySequence;

/**
 * Makes the requests of one kind. An instance belongs to one load thread: its methods are called
 * one after the other. The requests are not: with several in flight, two may be sent at once.
 */
@FunctionalInterface
public interface Operation extends AutoCloseable {
  /**
   * The next request: keys are drawn and values made here, where no clock runs.
   *
   * @param keys has one more row at least, or {@link #hasNext} said that none is needed; a batch
   *     takes as many as it needs and there are
   */
  Request next(KeySequence keys);

  /** Whether there is one more request. */
  default boolean hasNext(KeySequence keys) {
    return keys.hasNext();
  }

  /** Lets go of what it holds, such as an open scanner. */
  @Override
  default void close() {}
}
