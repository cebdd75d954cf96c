package io.hbench.outage;

import java.util.Map;

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
    Map<String, Long> operations) {

  public TaskOutage {
    operations = Map.copyOf(operations);
  }

  /** Whether the task saw no answer in time to a request of this time, until the end. */
  boolean covers(long sent) {
    return (up == null || up <= sent) && (recovered == null || sent < recovered);
  }
}
