package io.hbench.pacing;

/**
 * Pacing of one thread of a run that may end early: there is no request from the end on. Requests
 * that should have been sent before the end and wait for a slot for long are dropped, as at the end
 * of any run.
 */
final class EndingPacer implements Pacer {
  private final Pacer pacer;
  private final EarlyEnd end;
  private final long lastCallNanos;

  /**
   * @param lastCallNanos time after the end in which delayed requests are still sent
   */
  EndingPacer(Pacer pacer, EarlyEnd end, long lastCallNanos) {
    this.pacer = pacer;
    this.end = end;
    this.lastCallNanos = lastCallNanos;
  }

  @Override
  public boolean hasSchedule() {
    return pacer.hasSchedule();
  }

  @Override
  public long intended(long now) {
    long intended = pacer.intended(now);
    return intended < end.nanos() ? intended : Long.MAX_VALUE;
  }

  @Override
  public long earliest(long now) {
    return isOver(now) ? now : pacer.earliest(now);
  }

  @Override
  public boolean isDropped(long now) {
    return pacer.isDropped(now) || (hasSchedule() && isOver(now));
  }

  private boolean isOver(long now) {
    return now - lastCallNanos >= end.nanos();
  }

  @Override
  public void dropped() {
    pacer.dropped();
  }

  @Override
  public void advance(long sent) {
    pacer.advance(sent);
  }
}
