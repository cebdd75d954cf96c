package io.hbench.pacing;

import io.hbench.spec.Alternation;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Closed loop: a request is due as soon as a slot is free or, with a think time, a random time
 * after that.
 */
final class ClosedPacer implements Pacer {
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final UniformRandomProvider random;
  private final long maxThinkNanos;
  private final Optional<Alternation> alternation;
  private long thoughtUntil = UNKNOWN;

  /**
   * @param maxThinkNanos maximum think time, uniformly distributed; 0 for none
   * @param alternation the intervals in which the thread sends; empty for all
   */
  ClosedPacer(long maxThinkNanos, Optional<Alternation> alternation, long seed) {
    this.maxThinkNanos = maxThinkNanos;
    this.alternation = alternation;
    this.random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  /** The think time starts at the first call: a slot is free then. */
  @Override
  public long intended(long now) {
    if (maxThinkNanos > 0 && thoughtUntil == UNKNOWN) {
      thoughtUntil = now + random.nextLong(maxThinkNanos);
    }
    long due = Math.max(now, thoughtUntil);
    return alternation.isPresent() ? alternation.get().next(due) : due;
  }

  @Override
  public long earliest(long now) {
    return intended(now);
  }

  @Override
  public void advance(long sent) {
    thoughtUntil = UNKNOWN;
  }
}
