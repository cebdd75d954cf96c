package io.hbench.suite;

import io.hbench.compare.RunSet;
import io.hbench.report.FormatVersion;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reader of the runs in a directory, as sets of repeats. */
public final class RunSetReader {
  private RunSetReader() {}

  /**
   * Reads the sets of a directory. A run directory gives one set with one run; a suite or ladder
   * gives a set for each step and rung, of the runs that count; any other directory gives one set
   * with all runs in it.
   *
   * @return empty if there are no runs
   */
  public static List<RunSet> of(RunDirectory directory) throws IOException {
    if (directory.has(RunDirectory.PLAN)) {
      return List.of(new RunSet("", List.of(directory), List.of()));
    }
    Optional<SuiteRecord> suite = SuiteRecord.read(directory);
    if (suite.isPresent()) {
      FormatVersion.check(
          directory.path(), suite.get().schema(), SuiteRecord.SCHEMA, suite.get().version());
      return ofSuite(directory, suite.get());
    }
    List<RunDirectory> runs = new ArrayList<>();
    for (RunDirectory run : directory.directories()) {
      if (run.has(RunDirectory.PLAN)) {
        runs.add(run);
      }
    }
    return runs.isEmpty() ? List.of() : List.of(new RunSet("", runs, List.of()));
  }

  private static List<RunSet> ofSuite(RunDirectory directory, SuiteRecord suite) {
    Map<String, List<Run>> byName =
        SuiteRecord.byName(suite.runs().stream().filter(run -> run.counted() && !run.isShell()));
    List<RunSet> sets = new ArrayList<>();
    for (Map.Entry<String, List<Run>> set : byName.entrySet()) {
      List<RunDirectory> runs = new ArrayList<>();
      List<String> excluded = new ArrayList<>();
      for (Run run : set.getValue()) {
        RunDirectory one = directory.directory(run.directory());
        if (run.failure() == null) {
          runs.add(one);
        } else {
          excluded.add(one.path() + " failed: " + run.failure());
        }
      }
      sets.add(new RunSet(set.getKey(), runs, excluded));
    }
    return sets;
  }
}
