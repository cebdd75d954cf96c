package io.hbench.length;

import java.util.List;

/**
 * How long a run without a fixed length was, and why: the file {@code length.json}. The figures of
 * the run are those of its intervals from the first steady one to the end.
 *
 * @param from first interval of the measurement window
 * @param to first interval after it
 * @param confidence of all intervals of the goals together
 * @param goals one for each goal, in their order; empty if there are too few intervals
 */
public record LengthFacts(
    int from, int to, Outcome outcome, double confidence, List<GoalEstimate> goals) {
  public static final String FILE = "length.json";

  public enum Outcome {
    PRECISE,
    /** The longest time was over before all goals were reached. */
    NOT_PRECISE,
    /** The longest time was over, and the figures were not steady. */
    NOT_STEADY
  }

  public LengthFacts {
    if (from < 0 || to < from || outcome == null) {
      throw new IllegalArgumentException("not the length of a run");
    }
    goals = List.copyOf(goals);
  }
}
