package io.hbench.pacing;

import io.hbench.spec.Alternation;

/** Pacer of one side of a duet: its requests fall into the intervals of that side alone. */
final class AlternatingPacer extends DelegatingPacer {
  private final Alternation alternation;

  /**
   * @param pacer of a thread that would send all the time
   */
  AlternatingPacer(Pacer pacer, Alternation alternation) {
    super(pacer);
    this.alternation = alternation;
  }

  /** Of a schedule, the requests in the intervals of the other side are left to that one. */
  @Override
  public long intended(long now) {
    long intended = super.intended(now);
    if (!hasSchedule()) {
      return alternation.next(intended);
    }
    while (intended < alternation.window().end() && !alternation.includes(intended)) {
      advance(now);
      intended = super.intended(now);
    }
    return intended;
  }

  @Override
  public long earliest(long now) {
    long earliest = super.earliest(now);
    return hasSchedule() ? earliest : alternation.next(earliest);
  }
}
