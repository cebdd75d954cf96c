package io.hbench.pacing;

/**
 * Pacing of one thread of a run that may end early: there is no request from the end on. Requests
 * that should have been sent before the end and wait for a slot for long are dropped, as at the end
 * of any run.
 */
final class EndingPacer extends DelegatingPacer {
  private final EarlyEnd end;
  private final long lastCallNanos;

  /**
   * @param lastCallNanos time after the end in which delayed requests are still sent
   */
  EndingPacer(Pacer pacer, EarlyEnd end, long lastCallNanos) {
    super(pacer);
    this.end = end;
    this.lastCallNanos = lastCallNanos;
  }

  @Override
  public long intended(long now) {
    long intended = super.intended(now);
    return intended < end.nanos() ? intended : Long.MAX_VALUE;
  }

  @Override
  public long earliest(long now) {
    return isOver(now) ? now : super.earliest(now);
  }

  @Override
  public boolean isDropped(long now) {
    return super.isDropped(now) || (hasSchedule() && isOver(now));
  }

  private boolean isOver(long now) {
    return now - lastCallNanos >= end.nanos();
  }
}
