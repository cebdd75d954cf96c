package io.hbench.spec;

import java.time.Duration;
import java.util.Optional;

/** The condition that ends a run. */
public sealed interface Limit {
  /** The end of a measurement window of fixed length. */
  record Time(Duration length) implements Limit {
    @Override
    public Optional<Duration> time() {
      return Optional.of(length);
    }
  }

  /** A number of measured requests of all tasks. */
  record Requests(long count) implements Limit {
    @Override
    public Optional<Long> requests() {
      return Optional.of(count);
    }
  }

  /** A number of requested rows of all tasks. */
  record Rows(long count) implements Limit {
    @Override
    public Optional<Long> rows() {
      return Optional.of(count);
    }
  }

  /** The last row of a key order that has every row once. */
  record EveryRowOnce() implements Limit {}

  /** The length of the window, if it is fixed. */
  default Optional<Duration> time() {
    return Optional.empty();
  }

  /** The number of requests, if it ends the run. */
  default Optional<Long> requests() {
    return Optional.empty();
  }

  /** The number of requested rows, if it ends the run. */
  default Optional<Long> rows() {
    return Optional.empty();
  }
}
