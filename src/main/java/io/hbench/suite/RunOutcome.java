package io.hbench.suite;

import io.hbench.report.RunReport;

/**
 * How a run ended.
 *
 * @param report null if it never ran, left nothing to report, goes on without us, or was a line for
 *     the shell
 * @param exitCode what a command that does nothing else exits with
 * @param failure why it was refused, or why its job failed, in one line; or null
 */
public record RunOutcome(RunReport report, int exitCode, String failure) {

  /** Of a line for the shell. */
  public static RunOutcome done() {
    return new RunOutcome(null, 0, null);
  }

  public static RunOutcome failed(int exitCode, String failure) {
    return new RunOutcome(null, exitCode, failure);
  }

  /** Whether it came to its end with figures that are not wrong. */
  boolean isComplete() {
    return failure == null && (report == null || !report.verdict().isInvalid());
  }
}
