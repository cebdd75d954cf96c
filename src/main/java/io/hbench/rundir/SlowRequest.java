package io.hbench.rundir;

import java.util.Objects;

/**
 * A slow request, as its task saw it. Times are nanoseconds since the common start.
 *
 * @param server {@code host:port} of the region server that it was meant for; null if unknown
 * @param region encoded name of its region, likewise
 * @param row key of its row, or of the first of several, as HBase's shell prints it; null without
 *     one
 * @param failure kind of the failure; null if it succeeded
 * @param intended without a rate the time of sending
 * @param hiccups sum of the client's hiccups between sending and answer
 */
public record SlowRequest(
    String operation,
    String server,
    String region,
    String row,
    String failure,
    long intended,
    long sent,
    long done,
    long hiccups) {
  public SlowRequest {
    Objects.requireNonNull(operation, "no operation");
  }

  public long service() {
    return done - sent;
  }

  /** The same request with the client's hiccups. */
  public SlowRequest withHiccups(long nanos) {
    return new SlowRequest(operation, server, region, row, failure, intended, sent, done, nanos);
  }
}
