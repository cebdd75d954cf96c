package io.hbench.report.format;

import io.hbench.report.ObjectiveReport;
import io.hbench.report.ObjectiveText;
import io.hbench.report.RunReport;
import io.hbench.report.format.JunitSuite.Case;
import io.hbench.report.format.JunitSuite.Outcome;
import java.util.Locale;

/** JUnit XML of a report for CI servers: each objective is a test. */
final class JunitXml {
  private JunitXml() {}

  /** The document. */
  static String of(RunReport report) {
    return new JunitSuite(
            "hbench " + report.run().command(),
            report.window().started(),
            report.window().seconds(),
            report.objectives().stream().map(objective -> testCase(report, objective)).toList(),
            report.verdict().text() + "\nrun directory: " + report.run().out() + "\n")
        .xml();
  }

  private static Case testCase(RunReport report, ObjectiveReport objective) {
    String group = report.run().command().replace('.', '_');
    double seconds = report.window().seconds();
    if (objective.met()) {
      return Case.passed(group, objective.objective(), seconds);
    }
    String worst =
        objective.worst() == null
            ? ""
            : String.format(
                Locale.ROOT,
                "worst interval: %s at %.1f s",
                ObjectiveText.text(objective.worst().value(), objective.unit()),
                objective.worst().t());
    return new Case(
        group,
        objective.objective(),
        seconds,
        Outcome.FAILURE,
        "objective",
        message(report, objective),
        worst);
  }

  private static String message(RunReport report, ObjectiveReport objective) {
    String value =
        objective.value() == null
            ? "not enough requests to evaluate it"
            : "value " + ObjectiveText.text(objective.value(), objective.unit());
    String limit = ", limit " + ObjectiveText.text(objective.limit(), objective.unit());
    return value + limit + (report.verdict().isInvalid() ? "; the run is invalid" : "");
  }
}
