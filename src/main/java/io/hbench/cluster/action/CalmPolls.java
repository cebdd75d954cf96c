package io.hbench.cluster.action;

/**
 * Consecutive polls that find nothing to undo: the master may go on with an action whose client was
 * interrupted.
 */
final class CalmPolls {
  private static final int ENOUGH = 5;

  private int count;

  /** Whether there were enough of them, after one more poll. */
  boolean after(boolean isCalm) {
    count = isCalm ? count + 1 : 0;
    return count >= ENOUGH;
  }
}
