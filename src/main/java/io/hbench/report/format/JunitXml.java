package io.hbench.report.format;

import io.hbench.figure.Unit;
import io.hbench.report.ObjectiveReport;
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
                Unit.named(objective.unit()).text(objective.worst().value()),
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
            : "value " + Unit.named(objective.unit()).text(objective.value());
    String limit = ", limit " + Unit.named(objective.unit()).text(objective.limit());
    return value + limit + (report.verdict().isInvalid() ? "; the run is invalid" : "");
  }
}
