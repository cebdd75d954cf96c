package io.hbench.pacing;

/** Pacer that paces as another one; subclasses change what they override. */
abstract class DelegatingPacer implements Pacer {
  private final Pacer pacer;

  DelegatingPacer(Pacer pacer) {
    this.pacer = pacer;
  }

  @Override
  public boolean hasSchedule() {
    return pacer.hasSchedule();
  }

  @Override
  public long intended(long now) {
    return pacer.intended(now);
  }

  @Override
  public long earliest(long now) {
    return pacer.earliest(now);
  }

  @Override
  public boolean dropsLate() {
    return pacer.dropsLate();
  }

  @Override
  public void slotIsFreeSince(long time) {
    pacer.slotIsFreeSince(time);
  }

  @Override
  public boolean isDropped() {
    return pacer.isDropped();
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
