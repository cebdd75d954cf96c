package io.hbench.suite;

import io.hbench.findmax.FindmaxRecord.Result;
import io.hbench.report.RunReport;
import io.hbench.report.Verdict;

/**
 * Outcome of a run.
 *
 * @param report null if the run was refused, measured nothing or was detached, or for a shell
 *     command
 * @param exitCode exit code of a command that drives only this run
 * @param failure reason why the run was refused or its job failed, in one line; or null
 * @param verdict see {@link SuiteRecord.Run}
 * @param last whether no other run may start after it: its job may still be running, an undo has
 *     failed, or the time of the suite is over
 */
public record RunOutcome(
    RunReport report, int exitCode, String failure, String verdict, boolean last) {

  /** Outcome of a run after which others may start. */
  public RunOutcome(RunReport report, int exitCode, String failure) {
    this(report, exitCode, failure, failure == null ? verdict(report) : SuiteRecord.FAILED, false);
  }

  /**
   * Outcome of a search, which knows more of its rate than the report of one step.
   *
   * @param report of the step that shows the result
   */
  public static RunOutcome ofSearch(RunReport report, int exitCode, Result result) {
    String withoutRate =
        result.tellsOfServers() ? SuiteRecord.MISSED : Verdict.Status.INVALID.toString();
    String verdict = result.rate() == null ? withoutRate : report.verdict().status().toString();
    return new RunOutcome(report, exitCode, null, verdict, false);
  }

  private static String verdict(RunReport report) {
    if (report == null) {
      return SuiteRecord.DONE;
    }
    boolean missed = !report.verdict().isInvalid() && !report.meetsObjectives();
    return missed ? SuiteRecord.MISSED : report.verdict().status().toString();
  }

  public static RunOutcome failed(int exitCode, String failure) {
    return new RunOutcome(null, exitCode, failure);
  }

  /** The same outcome with another failure, after which no other run may start. */
  public RunOutcome last(String newFailure) {
    return new RunOutcome(report, exitCode, newFailure, SuiteRecord.FAILED, true);
  }

  /** Whether it has ended without a failure and its verdict is not invalid. */
  boolean isComplete() {
    return failure == null && !verdict.equals(Verdict.Status.INVALID.toString());
  }
}
