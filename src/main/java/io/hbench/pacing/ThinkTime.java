package io.hbench.pacing;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Closed loop with a random think time between a completion and the next request. */
final class ThinkTime implements Pacer {
  private static final long UNKNOWN = -1;

  private final UniformRandomProvider random;
  private final long max;
  private long earliest = UNKNOWN;

  /**
   * @param max maximum think time in nanoseconds, above 0; uniformly distributed
   */
  ThinkTime(long max, long seed) {
    this.max = max;
    this.random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  @Override
  public long intended(long now) {
    return Math.max(now, earliest(now));
  }

  /** The think time starts at the first call: a slot is free then. */
  @Override
  public long earliest(long now) {
    if (earliest == UNKNOWN) {
      earliest = now + random.nextLong(max);
    }
    return earliest;
  }

  @Override
  public void advance(long sent) {
    earliest = UNKNOWN;
  }
}
