package io.hbench.rundir;

/** hbench's counters of a job: what its tasks did in the window, counted apart from histograms. */
public enum LoadCounter {
  /** Failed ones included. */
  REQUESTS,
  ERRORS,
  /** Rows that came back or were written. */
  ROWS,
  /** Rows that were asked for and are not there. */
  EMPTY,
  /** Requests before the window. */
  WARMUP_REQUESTS,
  WARMUP_ERRORS,
  /** Requests that were due in the window and never sent. */
  UNSENT,
  /** Rows that a replica served instead of the primary region. */
  STALE_ROWS,
  SCAN_RPC_CALLS,
  SCAN_REMOTE_RPC_CALLS,
  SCAN_REGIONS,
  /** Bytes in the results of scans. */
  SCAN_BYTES,
  /** From the first request of each thread to its last answer, in milliseconds, summed up. */
  ELAPSED_TIME,
  /** Tasks that have passed the start line. */
  TASKS_STARTED;

  /** Counters are found by name: the application master needs no class of ours. */
  public static final String GROUP = "hbench";
}
