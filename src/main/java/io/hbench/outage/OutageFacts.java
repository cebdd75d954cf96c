package io.hbench.outage;

import java.util.List;
import java.util.Objects;

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
}
