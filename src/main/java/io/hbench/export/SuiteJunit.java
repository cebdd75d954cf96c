package io.hbench.export;

import io.hbench.figure.Figure;
import io.hbench.report.format.JunitSuite;
import io.hbench.report.format.JunitSuite.Case;
import io.hbench.report.format.JunitSuite.Outcome;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.summary.StepProblem;
import io.hbench.suite.summary.SuiteFigure;
import io.hbench.suite.summary.SuiteJudgement;
import io.hbench.suite.summary.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JUnit XML of a suite: a test for each step, and one for each figure that is judged by a baseline.
 */
public final class SuiteJunit {
  private SuiteJunit() {}

  /**
   * The document.
   *
   * @param output text beside the cases
   */
  public static String of(Summary summary, String output) {
    SuiteRecord record = summary.record();
    SuiteJudgement judgement = summary.judgement();
    int planned = summary.planned();
    Map<String, Double> seconds = new LinkedHashMap<>();
    for (SuiteRecord.Run run : record.runs()) {
      seconds.merge(run.name(), seconds(run), Double::sum);
    }
    List<Case> cases = new ArrayList<>();
    seconds.forEach(
        (step, time) -> cases.add(step(group(record.name()), step, time, summary.problems())));
    if (record.runs().size() < planned) {
      cases.add(
          new Case(
              group(record.name()),
              "all runs",
              0,
              Outcome.ERROR,
              "not started",
              "%d of %d runs did not start".formatted(planned - record.runs().size(), planned),
              ""));
    }
    judgement.problem().ifPresent(problem -> cases.add(baseline(record, judgement, problem)));
    judgement.figures().forEach(figure -> cases.add(figure(record.name(), figure)));
    return new JunitSuite(
            "hbench " + record.name(),
            null,
            seconds.values().stream().mapToDouble(time -> time).sum(),
            cases,
            output)
        .xml();
  }

  /** A part of a name that is structured by dots. */
  private static String group(String name) {
    return name.replace('.', '_');
  }

  /** The length of the measurement window. */
  private static double seconds(SuiteRecord.Run run) {
    return run.figures().values().stream()
        .map(figures -> figures.get(Figure.SECONDS.toString()))
        .filter(time -> time != null)
        .findFirst()
        .orElse(0.0);
  }

  /** A step fails with the worst of its problems; the text has all of them. */
  private static Case step(String suite, String step, double seconds, List<StepProblem> problems) {
    List<StepProblem> ofStep = problems.stream().filter(p -> p.step().equals(step)).toList();
    if (ofStep.isEmpty()) {
      return Case.passed(suite, step, seconds);
    }
    StepProblem worst = ofStep.get(0);
    boolean isError =
        worst.kind() == StepProblem.Kind.FAILED || worst.kind() == StepProblem.Kind.INVALID;
    return new Case(
        suite,
        step,
        seconds,
        isError ? Outcome.ERROR : Outcome.FAILURE,
        worst.kind().toString(),
        worst.line(),
        String.join("\n", ofStep.stream().map(StepProblem::line).toList()));
  }

  private static Case baseline(SuiteRecord record, SuiteJudgement judgement, String problem) {
    return new Case(
        group(record.name()),
        record.compared(),
        0,
        judgement.failed() ? Outcome.ERROR : Outcome.SKIPPED,
        record.compared(),
        problem,
        "");
  }

  private static Case figure(String suite, SuiteFigure figure) {
    String group = group(suite) + "." + group(figure.step());
    return switch (figure.state()) {
      case REGRESSION ->
          new Case(
              group,
              figure.name(),
              0,
              Outcome.FAILURE,
              "regression",
              "%s, before %s%s"
                  .formatted(
                      figure.tonight(),
                      figure.before(),
                      figure.changeText().isEmpty() ? "" : " (" + figure.changeText() + ")"),
              "since %s, %s".formatted(figure.since(), figure.sure()));
      case NOT_ENOUGH_DATA ->
          new Case(group, figure.name(), 0, Outcome.SKIPPED, "inconclusive", "not enough data", "");
      default -> Case.passed(group, figure.name(), 0);
    };
  }
}
