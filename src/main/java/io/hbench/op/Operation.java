package io.hbench.op;

import io.hbench.data.KeySequence;

/**
 * The requests of one operation type for one load thread. The thread calls its methods one after
 * the other. Its requests may run at the same time, if several are in flight.
 */
@FunctionalInterface
public interface Operation extends AutoCloseable {
  /**
   * Makes the next request: draws rows, makes keys and values; not timed.
   *
   * @param keys has at least one more row, unless {@link #hasNext} needs none; a batch takes as
   *     many rows as it needs, or fewer if the sequence ends
   */
  Request next(KeySequence keys);

  /** Whether there is another request. */
  default boolean hasNext(KeySequence keys) {
    return keys.hasNext();
  }

  /** Releases resources, such as an open scanner. */
  @Override
  default void close() {}
}
