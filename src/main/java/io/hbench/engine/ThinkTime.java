package io.hbench.engine;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** A closed loop with rests: from an answer to the next request, up to a longest time. */
public final class ThinkTime implements Pacer {
  private static final long UNKNOWN = -1;

  private final UniformRandomProvider random;
  private final long max;
  private long earliest = UNKNOWN;

  /**
   * @param max in nanoseconds, above 0; each rest up to it is equally likely
   */
  public ThinkTime(long max, long seed) {
    this.max = max;
    this.random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  @Override
  public long intended(long now) {
    return Math.max(now, earliest(now));
  }

  /** The rest begins when it is asked for the first time: a slot is free then. */
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
