package io.hbench.suite;

import io.hbench.report.RunReport;

/**
 * Outcome of a run.
 *
 * @param report null if the run was refused, measured nothing or was detached, or for a shell
 *     command
 * @param exitCode exit code of a command that drives only this run
 * @param failure reason why the run was refused or its job failed, in one line; or null
 * @param last whether no other run may start after it: its job may still be running, an undo has
 *     failed, or the time of the suite is over
 */
public record RunOutcome(RunReport report, int exitCode, String failure, boolean last) {

  /** Outcome of a run after which others may start. */
  public RunOutcome(RunReport report, int exitCode, String failure) {
    this(report, exitCode, failure, false);
  }

  public static RunOutcome failed(int exitCode, String failure) {
    return new RunOutcome(null, exitCode, failure);
  }

  /** The same outcome with another failure, after which no other run may start. */
  public RunOutcome last(String newFailure) {
    return new RunOutcome(report, exitCode, newFailure, true);
  }

  /** Whether it has ended without a failure and its verdict is not invalid. */
  boolean isComplete() {
    return failure == null && (report == null || !report.verdict().isInvalid());
  }
}
