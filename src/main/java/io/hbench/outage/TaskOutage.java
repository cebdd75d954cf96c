package io.hbench.outage;

import java.util.Map;
import java.util.function.LongBinaryOperator;

/**
 * An outage of a region as one task saw it. Times are in nanoseconds since the common start.
 *
 * @param region encoded name
 * @param server {@code host:port} of the region server that the first request was meant for
 * @param up sending of the last request before the outage that was answered in time; null without
 *     one
 * @param from sending of the first request that failed or took too long
 * @param last sending of the last such request
 * @param lastDone its completion
 * @param recovered sending of the first request after {@code from} that was answered in time; null
 *     if there was none
 * @param to completion of that request; null if there was none
 * @param operations requests that failed or took too long, by operation
 * @param failed whether any of them failed, instead of being answered too late
 * @param hiccups sum of the client's hiccups in it, in nanoseconds; 0 until the task has ended
 */
public record TaskOutage(
    String region,
    String server,
    Long up,
    long from,
    long last,
    long lastDone,
    Long recovered,
    Long to,
    Map<String, Long> operations,
    boolean failed,
    long hiccups) {
  /** That of a slow request whose cause is the client. */
  private static final double HALF = 0.5;

  public TaskOutage {
    operations = Map.copyOf(operations);
  }

  /**
   * Whether it was the client that stood still: hiccups have half of it or more, and no request
   * failed.
   *
   * <p>It is assumed that a region that is out makes requests fail sooner or later, or lasts longer
   * than the hiccups. So a server that hangs and goes on, with answers that are late and no
   * failure, is not blamed if the client stood still for half of that time as well.
   */
  public boolean isOfClient() {
    return !failed && hiccups >= HALF * (end() - from);
  }

  private long end() {
    return to == null ? lastDone : to;
  }

  /**
   * The same outage with the client's hiccups.
   *
   * @param within sum of the hiccups between two times
   */
  TaskOutage withHiccups(LongBinaryOperator within) {
    return new TaskOutage(
        region,
        server,
        up,
        from,
        last,
        lastDone,
        recovered,
        to,
        operations,
        failed,
        within.applyAsLong(from, end()));
  }

  /** Whether the task saw no answer in time to a request of this time, until the end. */
  boolean covers(long sent) {
    return (up == null || up <= sent) && (recovered == null || sent < recovered);
  }
}
