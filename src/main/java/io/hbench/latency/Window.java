package io.hbench.latency;

/**
 * Measurement window of a run, in nanoseconds since the common start.
 *
 * @param start end of the warm-up
 * @param end end of the measurement; {@link Long#MAX_VALUE} if only a number of requests ends it
 */
public record Window(long start, long end, long interval) {

  public Window {
    if (start < 0 || end <= start || interval <= 0) {
      throw new IllegalArgumentException(
          "not a window: " + start + " to " + end + " in steps of " + interval);
    }
  }

  public boolean contains(long nanos) {
    return nanos >= start && nanos < end;
  }

  /** Start of an interval. */
  public long startOf(int number) {
    return start + number * interval;
  }

  /**
   * How long after its end an interval stays open for requests that are still in flight. Half an
   * interval: what is later is rare, and who watches a run waits no longer.
   */
  long lateness() {
    return interval / 2;
  }

  /** Interval of a time in the window, from 0. */
  public int intervalOf(long nanos) {
    return Math.toIntExact((nanos - start) / interval);
  }
}
