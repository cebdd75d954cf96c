package io.hbench.engine;

import io.hbench.spec.Alternation;

/** The phases of a thread of a duet: requests in a guard are not measured, like a warm-up. */
final class AlternatingPhases extends Phases {
  private final Alternation alternation;

  AlternatingPhases(Phase measured, Phase warmup, Alternation alternation, long warmupRows) {
    super(measured, warmup, alternation.window(), warmupRows);
    this.alternation = alternation;
  }

  @Override
  int isWarmup(long intended, long rowsBefore) {
    return super.isWarmup(intended, rowsBefore) | alternation.isGuard(intended);
  }

  @Override
  boolean areMeasuredAt(long instant) {
    return super.areMeasuredAt(instant) && alternation.isGuard(instant) == 0;
  }
}
