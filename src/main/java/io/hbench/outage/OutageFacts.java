package io.hbench.outage;

import java.util.List;
import java.util.Objects;
import java.util.function.LongBinaryOperator;

/**
 * What a task saw of outages.
 *
 * @param outages by their starts; 4,000 at most
 * @param unlisted number of outages beyond these
 */
public record OutageFacts(List<TaskOutage> outages, long unlisted) {
  /** Refuses a file without the list. */
  public OutageFacts {
    outages = List.copyOf(Objects.requireNonNull(outages, "no outages"));
  }

  /**
   * The same facts with the client's hiccups.
   *
   * @param within sum of the hiccups between two times, in nanoseconds since the common start
   */
  public OutageFacts withHiccups(LongBinaryOperator within) {
    return new OutageFacts(outages.stream().map(o -> o.withHiccups(within)).toList(), unlisted);
  }
}
