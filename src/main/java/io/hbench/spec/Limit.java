package io.hbench.spec;

import io.hbench.length.PrecisionGoal;
import io.hbench.length.RunLength;
import java.time.Duration;
import java.util.List;
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

  /** The precision of figures, or the longest time. */
  record Precision(RunLength length, List<PrecisionGoal> goals) implements Limit {
    public Precision {
      goals = List.copyOf(goals);
    }

    @Override
    public Optional<Duration> time() {
      return Optional.of(length.longest());
    }

    @Override
    public Optional<Precision> precision() {
      return Optional.of(this);
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

  /** The length of the window, if it is fixed, or its longest length. */
  default Optional<Duration> time() {
    return Optional.empty();
  }

  /** The precision of figures, if it ends the run. */
  default Optional<Precision> precision() {
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
