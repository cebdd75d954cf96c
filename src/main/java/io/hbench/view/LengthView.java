package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.doc.Document;
import io.hbench.figure.Unit;
import io.hbench.length.GoalEstimate;
import io.hbench.length.LengthFacts;
import io.hbench.report.RunReport;

/** The precision that a run of {@code --for auto} has reached. */
final class LengthView {
  private LengthView() {}

  /** A line for each goal, and one for the window. */
  static void summary(LengthFacts length, RunReport report, Document document) {
    length.goals().forEach(goal -> document.fact("precision", goal.text() + ", " + interval(goal)));
    document.fact(
        "precision",
        format(
            "%s confidence for all of them together; the window began %s after the start",
            Unit.SHARE.text(length.confidence()),
            Unit.SECONDS.text(report.window().startSeconds())));
  }

  private static String interval(GoalEstimate goal) {
    if (goal.low() == null) {
      return "no confidence interval";
    }
    Unit unit = Unit.named(goal.unit());
    return unit.text(goal.low()) + " to " + unit.text(goal.high());
  }
}
