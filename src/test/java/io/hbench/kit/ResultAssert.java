package io.hbench.kit;

import org.assertj.core.api.AbstractAssert;

/** Assertions on what a command left. A failure shows the command's output. */
public final class ResultAssert extends AbstractAssert<ResultAssert, Hbench.Result> {
  ResultAssert(Hbench.Result actual) {
    super(actual, ResultAssert.class);
  }

  public ResultAssert hasExitCode(int expected) {
    isNotNull();
    if (actual.exitCode() != expected) {
      throw failureWithActualExpected(
          actual.exitCode(),
          expected,
          "exit code %s, not %s%n%s%n%s",
          actual.exitCode(),
          expected,
          actual.out(),
          actual.err());
    }
    return this;
  }
}
