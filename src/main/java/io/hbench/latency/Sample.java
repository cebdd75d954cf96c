package io.hbench.latency;

/**
 * One request as it is recorded. A recorder copies what it needs: a thread can use the same sample
 * for all its requests, and record without an allocation.
 */
public final class Sample {
  /** Instead of a time that a request does not have. */
  public static final long NONE = -1;

  String operation;
  String outcome;

  /** Null if it was meant for no region. */
  ServerRegion place;

  long at;
  long serviceNanos;
  long responseNanos;
  long rows;
  long notFound;
  long bytes;

  /**
   * Sets the series.
   *
   * @param newOutcome {@link Series#OK} or the kind of the failure
   */
  public Sample of(String newOperation, String newOutcome) {
    operation = newOperation;
    outcome = newOutcome;
    return this;
  }

  /**
   * Sets where the request was meant to go.
   *
   * @param newPlace null if it was meant for no region
   */
  public Sample to(ServerRegion newPlace) {
    place = newPlace;
    return this;
  }

  /**
   * Sets the times.
   *
   * @param newAt intended time in nanoseconds since the start, or the time of sending without a
   *     schedule
   * @param newServiceNanos from sending to completion; {@link #NONE} if it was never sent
   * @param newResponseNanos from the intended time to completion; {@link #NONE} without a schedule
   */
  public Sample times(long newAt, long newServiceNanos, long newResponseNanos) {
    at = newAt;
    serviceNanos = newServiceNanos;
    responseNanos = newResponseNanos;
    return this;
  }

  /** Sets what was read or written: rows, rows that are not in the table, and bytes. */
  public Sample amounts(long newRows, long newNotFound, long newBytes) {
    rows = newRows;
    notFound = newNotFound;
    bytes = newBytes;
    return this;
  }
}
