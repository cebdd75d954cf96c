package io.hbench.report;

import io.hbench.figure.Unit;
import io.hbench.settings.Objective;
import java.util.List;

/**
 * An objective and whether the run meets it. An invalid run meets no objective.
 *
 * @param objective as the user wrote it
 * @param unit of value and limit: us, s, share, 1/s, bytes, bytes/s, number or x
 * @param value over the window, or in the worst interval for an objective of every interval; null
 *     if there are no requests, or too few for the percentile
 * @param server the region server with this value, for an objective of each server; else null
 * @param worst the worst interval, without a value if too few were answered; null if none has a
 *     value
 * @param intervals the intervals after the grace time
 */
public record ObjectiveReport(
    String objective,
    String unit,
    Double value,
    double limit,
    boolean met,
    String server,
    ObjectiveInterval worst,
    List<ObjectiveInterval> intervals) {

  /** A value of it, which does not look like a limit that it misses; or why there is none. */
  public String text(Double amount) {
    return amount == null ? missing() : Unit.named(unit).text(amount, limit);
  }

  /** Why it has no value. */
  public String missing() {
    if (!Objective.parse(objective).figure().isOfRequests()) {
      return "unknown";
    }
    boolean unanswered = server != null || (worst != null && worst.value() == null);
    return unanswered ? "too few answers" : "too few requests";
  }

  /**
   * An objective's value in one interval.
   *
   * @param t seconds from the start of the window to its start
   * @param value null if there are no requests, or too few for the percentile
   * @param count requests that the objective covers
   * @param exceeding failed requests for an objective on errors; requests over the limit for an
   *     objective on latency
   */
  public record ObjectiveInterval(double t, Double value, long count, long exceeding) {}
}
