package io.hbench.latency;

/**
 * The part of a run that is measured, in nanoseconds since the common start.
 *
 * @param start where the warm-up ends
 * @param end where the measurement ends; {@link Long#MAX_VALUE} if only a count ends it
 * @param interval the length of the stretches that are also kept one by one
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

  /** The interval that an instant of the window belongs to, from 0. */
  public int intervalOf(long nanos) {
    return Math.toIntExact((nanos - start) / interval);
  }
}
