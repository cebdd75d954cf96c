package io.hbench.pacing;

/** The end of a run that may end before its window does. Safe for use by several threads. */
public final class EarlyEnd {
  private volatile long nanos = Long.MAX_VALUE;

  /** Sets the end, in nanoseconds since the common start; it may have passed. */
  public void set(long end) {
    nanos = end;
  }

  /** The end; {@link Long#MAX_VALUE} until it is set. */
  long nanos() {
    return nanos;
  }

  /**
   * A pacer of requests up to the end.
   *
   * @param pacer of all requests
   * @param lastCallNanos time after the end in which delayed requests are still sent
   */
  public Pacer limit(Pacer pacer, long lastCallNanos) {
    return new EndingPacer(pacer, this, lastCallNanos);
  }
}
