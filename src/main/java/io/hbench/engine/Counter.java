package io.hbench.engine;

/** Counts of a load thread, kept in an array by ordinal: see {@link ThreadCounters}. */
public enum Counter {
  /** Completed requests, failed ones included. */
  REQUESTS,
  /** Failed requests. */
  ERRORS,
  /** Rows that were read or written. */
  ROWS,
  /** Rows that were requested and are not in the table. */
  NOT_FOUND,
  /** Requests that were not sent when they could have been, because all slots were in use. */
  DROPPED,
  /** Requests whose time had passed when the task came: they are not in the response times. */
  MISSED,
  /** Rows that a replica served instead of the primary region. */
  STALE_ROWS,
  SCAN_RPCS,
  SCAN_REMOTE_RPCS,
  SCAN_REGIONS,
  SCAN_BYTES,
  /** Rows that were compared with their expected values. */
  COMPARED,
  /** Compared rows that have their expected values. */
  CORRECT,
  /** Correct rows whose writes were never acknowledged. */
  UNACKNOWLEDGED,
  MISSING_ROWS,
  STALE_VERSIONS,
  CORRUPT_ROWS,
  UNEXPECTED_ROWS;

  /** Index in an array of counts, which lives no longer than the JVM. */
  @SuppressWarnings("EnumOrdinal") // faster than a map, on the path of every request
  int index() {
    return ordinal();
  }
}
