package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.figure.Unit;
import io.hbench.length.GoalEstimate;
import io.hbench.length.LengthFacts;
import io.hbench.report.RunReport;
import java.util.ArrayList;
import java.util.List;

/** The precision that a run of {@code --for auto} has reached. */
final class LengthView {
  private LengthView() {}

  /** A line for each goal, and one for the window; empty for a window of fixed length. */
  static List<String> lines(RunReport report) {
    LengthFacts length = report.window().length();
    List<String> lines = new ArrayList<>();
    if (length != null) {
      length.goals().forEach(goal -> lines.add(goal.text() + ", " + interval(goal)));
      lines.add(
          format(
              "%s confidence for all of them together; the window began %s after the start",
              Unit.SHARE.text(length.confidence()),
              Unit.SECONDS.text(report.window().startSeconds())));
    }
    return lines;
  }

  private static String interval(GoalEstimate goal) {
    if (goal.low() == null) {
      return "no confidence interval";
    }
    Unit unit = Unit.named(goal.unit());
    return unit.text(goal.low()) + " to " + unit.text(goal.high());
  }
}
