package io.hbench.suite;

import io.hbench.compare.RunSet;
import io.hbench.report.FormatVersion;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

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
  public static List<RunSet> of(Configuration conf, RunDirectory directory) throws IOException {
    if (directory.has(RunDirectory.PLAN)) {
      return List.of(new RunSet("", List.of(directory), List.of()));
    }
    Optional<SuiteRecord> suite = SuiteRecord.read(directory);
    if (suite.isPresent()) {
      FormatVersion.check(
          directory.path(), suite.get().schema(), SuiteRecord.SCHEMA, suite.get().version());
      return ofSuite(conf, directory, suite.get());
    }
    List<RunDirectory> runs = new ArrayList<>();
    FileStatus[] files = directory.fileSystem().listStatus(directory.path());
    Arrays.sort(files);
    for (FileStatus file : files) {
      RunDirectory run = new RunDirectory(conf, file.getPath());
      if (file.isDirectory() && run.has(RunDirectory.PLAN)) {
        runs.add(run);
      }
    }
    return runs.isEmpty() ? List.of() : List.of(new RunSet("", runs, List.of()));
  }

  private static List<RunSet> ofSuite(Configuration conf, RunDirectory directory, SuiteRecord suite)
      throws IOException {
    Map<String, List<Run>> byName =
        SuiteRecord.byName(suite.runs().stream().filter(run -> run.counted() && !run.isShell()));
    List<RunSet> sets = new ArrayList<>();
    for (Map.Entry<String, List<Run>> set : byName.entrySet()) {
      List<RunDirectory> runs = new ArrayList<>();
      List<String> excluded = new ArrayList<>();
      for (Run run : set.getValue()) {
        Path path = new Path(directory.path(), run.directory());
        if (run.failure() == null) {
          runs.add(new RunDirectory(conf, path));
        } else {
          excluded.add(path + " failed: " + run.failure());
        }
      }
      sets.add(new RunSet(set.getKey(), runs, excluded));
    }
    return sets;
  }
}
