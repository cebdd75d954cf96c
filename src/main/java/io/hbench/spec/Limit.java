package io.hbench.spec;

import io.hbench.length.PrecisionGoal;
import io.hbench.length.RunLength;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The condition that ends a run; without any, it is the last row of a key order that has every row
 * once.
 *
 * @param time length of the window if it is fixed, or its longest length
 * @param precision of figures, if it ends the run
 * @param requests number of measured requests of all tasks, if it ends the run
 * @param rows number of requested rows of all tasks, if it ends the run
 */
public record Limit(
    Optional<Duration> time,
    Optional<Precision> precision,
    Optional<Long> requests,
    Optional<Long> rows) {

  /** The precision of figures, or the longest time. */
  public record Precision(RunLength length, List<PrecisionGoal> goals) {
    public Precision {
      goals = List.copyOf(goals);
    }
  }

  static Limit time(Duration length) {
    return new Limit(Optional.of(length), Optional.empty(), Optional.empty(), Optional.empty());
  }
}
