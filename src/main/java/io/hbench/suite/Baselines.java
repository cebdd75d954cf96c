package io.hbench.suite;

import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord.Run;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The check whether an earlier suite can be the baseline of a later one: it was complete and valid.
 * Against a night of which a step failed, a difference would be one of the failure.
 *
 * @param measured labels of the runs that the later one has measured
 */
record Baselines(List<String> measured) {

  /**
   * The baselines of a suite.
   *
   * @param problems consumer of a line if its record can't be read
   */
  static Baselines of(RunDirectory suite, Consumer<String> problems) {
    try {
      return new Baselines(SuiteRecord.read(suite).map(Baselines::steps).orElse(List.of()));
    } catch (IOException e) {
      problems.accept("baseline: " + FailureText.of(e));
      return new Baselines(List.of());
    }
  }

  /** The labels of the runs with figures. */
  private static List<String> steps(SuiteRecord record) {
    return record.runs().stream()
        .filter(run -> run.counted() && run.complete() && !run.isShell())
        .map(Run::name)
        .distinct()
        .toList();
  }

  /** The reason why a suite is no baseline, if there is one. */
  Optional<String> whyNot(RunDirectory directory, SuiteRecord record) {
    if (record.running()) {
      return Optional.of("it has not ended");
    }
    Optional<String> bad =
        record.runs().stream()
            .filter(run -> !run.complete())
            .map(run -> run.name() + " " + (run.failure() == null ? run.verdict() : "failed"))
            .findFirst();
    return bad.or(
            () ->
                measured.stream()
                    .filter(step -> !steps(record).contains(step))
                    .map(step -> "it has no " + step)
                    .findFirst())
        .or(
            () ->
                record.runs().stream()
                    .filter(run -> run.counted() && !run.isShell())
                    .map(Run::directory)
                    .filter(run -> !isThere(directory, run))
                    .map(run -> "its directory " + run + " is gone")
                    .findFirst());
  }

  private static boolean isThere(RunDirectory suite, String run) {
    try {
      return suite.directory(run).has(RunDirectory.PLAN);
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }
}
