package io.hbench.report.slow;

/** What a cause is known from. */
public enum KnownFrom {
  /** Hiccups of the client while the request was open. */
  HICCUPS,
  /** The request's own entry in a slow log of the server. */
  SLOW_LOG,
  /**
   * What the server's metrics pages tell of all calls of the time: the longest ones, and how many
   * were long. It is an inference, not a measurement of the request.
   */
  METRICS_PAGE
}
