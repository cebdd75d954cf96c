package io.hbench.rundir;

/**
 * Hadoop counters of a job: what its tasks did in the measurement window. The tasks count them
 * apart from the histograms, so the two can be checked against each other.
 */
public enum LoadCounter {
  /** Completed requests, failed ones included. */
  REQUESTS,
  /** Failed requests. */
  ERRORS,
  /** Rows that were read or written. */
  ROWS,
  /** Rows that were requested and are not in the table. */
  ROWS_NOT_FOUND,
  /** Completed requests before the window, failed ones included. */
  WARMUP_REQUESTS,
  /** Failed requests before the window. */
  WARMUP_ERRORS,
  /** Tasks whose load has begun. */
  TASKS_STARTED,
  /** Tasks that had not looked up all their regions when the time for it was over. */
  LOOKUPS_CUT;

  /**
   * Group of these counters. They are found by name: the application master has no hbench class.
   */
  public static final String GROUP = "hbench";
}
