package io.hbench.spec;

import io.hbench.data.Seeds;
import io.hbench.latency.Side;
import io.hbench.latency.Window;

/**
 * The intervals in which one side of a duet sends its requests. Two intervals in a row are a pair:
 * each side has one of them. Their order is random, so that no rhythm of the cluster favours a
 * side, and the same for all tasks.
 *
 * <p>Requests of the guard, the first part of an interval, do not count: requests of the other side
 * may still be in flight.
 *
 * @param window its intervals alternate, and so do those of the same length before it
 * @param seed of the order
 * @param guards length of an interval by that of its guard
 */
public record Alternation(Side side, Window window, long seed, int guards) {
  /** Of a duet: a guard is a tenth of an interval. */
  static final int OF_A_DUET = 10;

  /** Of tenants: caches that the neighbours have filled outlast their requests. */
  static final int OF_TENANTS = 3;

  private static final double NANOS = 1e9;

  /** The side whose requests are sent in an interval, counted from the start of the window. */
  private Side sideIn(long interval) {
    long firstOfPair = Seeds.derive(seed, Math.floorDiv(interval, 2)) & 1;
    return (interval & 1) == firstOfPair ? Side.BASELINE : Side.CANDIDATE;
  }

  private long intervalOf(long nanos) {
    return Math.floorDiv(nanos - window.start(), window.interval());
  }

  /** Whether the side sends requests at a time in nanoseconds since the common start. */
  public boolean includes(long nanos) {
    return sideIn(intervalOf(nanos)) == side;
  }

  /** The first time from a time on at which the side sends requests. */
  public long next(long nanos) {
    long interval = intervalOf(nanos);
    if (sideIn(interval) == side) {
      return nanos;
    }
    do {
      interval++;
    } while (sideIn(interval) != side);
    return window.start() + interval * window.interval();
  }

  /** Returns 1 for a time in a guard, else 0. */
  public int isGuard(long nanos) {
    return Math.floorMod(nanos - window.start(), window.interval()) < guard() ? 1 : 0;
  }

  /** Length of a guard in nanoseconds. */
  public long guard() {
    return window.interval() / guards;
  }

  /** Time in seconds of an interval in which requests count. */
  public double measuredSeconds() {
    return (window.interval() - guard()) / NANOS;
  }
}
