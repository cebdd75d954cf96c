package io.hbench.pacing;

import io.hbench.spec.Alternation;

/** Pacer of one side of a duet: its requests fall into the intervals of that side alone. */
final class AlternatingPacer implements Pacer {
  private final Pacer pacer;
  private final Alternation alternation;

  /**
   * @param pacer of a thread that would send all the time
   */
  AlternatingPacer(Pacer pacer, Alternation alternation) {
    this.pacer = pacer;
    this.alternation = alternation;
  }

  @Override
  public boolean hasSchedule() {
    return pacer.hasSchedule();
  }

  /** Of a schedule, the requests in the intervals of the other side are left to that one. */
  @Override
  public long intended(long now) {
    long intended = pacer.intended(now);
    if (!pacer.hasSchedule()) {
      return alternation.next(intended);
    }
    while (intended < alternation.window().end() && !alternation.includes(intended)) {
      pacer.advance(now);
      intended = pacer.intended(now);
    }
    return intended;
  }

  @Override
  public long earliest(long now) {
    long earliest = pacer.earliest(now);
    return pacer.hasSchedule() ? earliest : alternation.next(earliest);
  }

  @Override
  public boolean isDropped(long now) {
    return pacer.isDropped(now);
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
