package io.hbench.report;

import io.hbench.length.GoalEstimate;
import io.hbench.length.LengthFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The precision of a run's figures, as text. */
public final class LengthText {
  private LengthText() {}

  /** A line for each goal, and one for the window; empty for a window of fixed length. */
  public static List<String> lines(RunReport report) {
    LengthFacts length = report.window().length();
    if (length == null) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    for (GoalEstimate goal : length.goals()) {
      lines.add(reached(goal) + ", " + interval(goal));
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "%.0f %% confidence for all of them together; the window began %.1f s after the start",
            100 * length.confidence(),
            report.window().startSeconds()));
    return lines;
  }

  /** What each goal has reached: {@code p99 ± 5%: ± 3.1 %}. */
  public static String progress(List<GoalEstimate> goals) {
    return goals.stream().map(LengthText::reached).collect(Collectors.joining(", "));
  }

  /** The goals that were not reached. */
  static String missed(LengthFacts length) {
    return progress(length.goals().stream().filter(goal -> !goal.isReached()).toList());
  }

  private static String reached(GoalEstimate goal) {
    return goal.goal() + ": " + width(goal);
  }

  /** The width of an interval. */
  private static String width(GoalEstimate goal) {
    return goal.width() == null
        ? "not enough data"
        : String.format(Locale.ROOT, "± %.1f %%", 100 * goal.width());
  }

  /** The ends of an interval: {@code 1,200 to 1,260 µs}. */
  private static String interval(GoalEstimate goal) {
    return goal.low() == null
        ? "no confidence interval"
        : String.format(
            Locale.ROOT,
            "%,.0f to %,.0f %s",
            goal.low(),
            goal.high(),
            goal.unit().equals("us") ? "µs" : "ops/s");
  }
}
