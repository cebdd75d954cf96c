package io.hbench.suite.summary;

import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord;
import java.util.List;
import java.util.Optional;

/**
 * The verdict of a suite that has ended: what is wrong, what has changed, the likely side, and what
 * to type next.
 *
 * @param day on which it has started, {@code 2026-11-24}
 * @param planned number of its runs
 * @param problems of steps by themselves, the worst first
 * @param regressions of figures, the worst first
 * @param side empty if nothing is worse
 * @param versions that are others than before
 * @param next commands that show more, or that end an alarm
 */
public record Summary(
    String day,
    RunDirectory directory,
    SuiteRecord record,
    int planned,
    SuiteJudgement judgement,
    List<StepProblem> problems,
    List<SuiteFigure> regressions,
    Optional<LikelySide> side,
    Optional<String> versions,
    List<String> next) {

  public static Summary of(
      String day,
      RunDirectory directory,
      SuiteRecord record,
      int planned,
      SuiteJudgement judgement) {
    List<StepProblem> problems = StepProblem.of(directory, record);
    Evidence evidence = new Evidence(judgement, problems);
    return new Summary(
        day,
        directory,
        record,
        planned,
        judgement,
        problems,
        judgement.regressions(),
        evidence.side(),
        evidence.versions(),
        new NextCommands(directory, judgement, problems).lines());
  }

  /** One word or two: what is worst. */
  public String verdict() {
    if (!problems.isEmpty() && problems.get(0).kind().isError()) {
      return problems.get(0).kind().toString();
    }
    if (judgement.failed()) {
      return "failed";
    }
    if (!regressions.isEmpty()) {
      return "regression";
    }
    if (!problems.isEmpty()) {
      return problems.get(0).kind().toString();
    }
    if (judgement.missing() > 0) {
      return "inconclusive";
    }
    return judgement.figures().isEmpty() ? "passed" : "no regression";
  }
}
