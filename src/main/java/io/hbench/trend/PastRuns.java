package io.hbench.trend;

import io.hbench.report.FormatVersion;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.UsageException;
import io.hbench.trend.PastRun.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.lang3.Strings;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reader of all runs below a directory; ignores other files. */
final class PastRuns {
  /** Result file of {@code suite}; read as JSON because this package is below the suites. */
  private static final String SUITE = "suite.json";

  private static final Set<String> SUITE_SCHEMAS = Set.of("hbench.suite/2", "hbench.suite/3");

  private final Configuration conf;
  private final FileSystem fs;
  private final Path root;
  private final List<PastRun> runs = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private int notCounted;

  /** The needed part of {@code suite.json}. */
  private record SuiteFile(String schema, String name, String version, List<Step> runs) {}

  /**
   * A run of a suite.
   *
   * @param directory relative to the suite's
   */
  private record Step(String step, boolean counted, String directory, boolean canary) {
    static boolean isComplete(Step step) {
      return step != null && step.step != null && step.directory != null;
    }
  }

  /** The suite that contains a directory. */
  private record Suite(Path path, String name, Map<String, Step> runs) {
    Optional<Step> step(Path run) {
      return Optional.ofNullable(runs.get(below(path, run)));
    }
  }

  private PastRuns(Configuration conf, FileSystem fs, Path root) {
    this.conf = conf;
    this.fs = fs;
    this.root = root;
  }

  /**
   * Reads all runs in a directory and its subdirectories.
   *
   * @throws IOException if the directory cannot be listed; unreadable runs become warnings
   */
  static PastRuns below(Configuration conf, Path directory) throws IOException {
    FileSystem fs = directory.getFileSystem(conf);
    PastRuns all = new PastRuns(conf, fs, fs.makeQualified(directory));
    all.walk(all.root, Optional.empty());
    all.runs.sort(Comparator.comparing(PastRun::started));
    return all;
  }

  /** The runs, oldest first. */
  List<PastRun> runs() {
    return runs;
  }

  List<String> warnings() {
    return warnings;
  }

  /** Number of runs that their suite does not count. */
  int notCounted() {
    return notCounted;
  }

  private void walk(Path directory, Optional<Suite> above) throws IOException {
    List<FileStatus> files = Arrays.asList(fs.listStatus(directory));
    Set<String> names = files.stream().map(f -> f.getPath().getName()).collect(Collectors.toSet());
    if (names.contains(RunDirectory.FINDMAX)
        || names.contains(RunDirectory.REPORT_JSON)
        || names.contains(RunDirectory.PLAN)) {
      add(directory, names, above);
      return;
    }
    Optional<Suite> suite = names.contains(SUITE) ? suite(directory) : above;
    for (FileStatus file : files) {
      String name = file.getPath().getName();
      if (file.isDirectory() && !name.startsWith("_") && !name.startsWith(".")) {
        try {
          walk(file.getPath(), suite);
        } catch (IOException e) {
          warn(file.getPath(), e, "");
        }
      }
    }
  }

  private void add(Path directory, Set<String> names, Optional<Suite> suite) {
    Optional<Step> step = suite.flatMap(s -> s.step(directory));
    if (step.isPresent() && !step.get().counted()) {
      notCounted++;
      return;
    }
    String label =
        step.map(Step::step)
            .filter(name -> !name.isEmpty())
            .map(name -> suite.orElseThrow().name() + " " + name)
            .orElse("");
    Place place =
        new Place(
            below(root, directory),
            below(root, step.isPresent() ? suite.orElseThrow().path() : directory),
            label,
            step.isPresent() && step.get().canary());
    try {
      RunDirectory run = new RunDirectory(conf, directory);
      boolean isSearch =
          names.contains(RunDirectory.FINDMAX)
              || (!names.contains(RunDirectory.REPORT_JSON) && PastSearch.isPlanned(run));
      runs.add(isSearch ? PastSearch.read(run, place) : PastRun.read(run, place));
    } catch (IOException | UsageException e) {
      warn(directory, e, "");
    }
  }

  private Optional<Suite> suite(Path directory) {
    try {
      SuiteFile file =
          new RunDirectory(conf, directory).readJson(SUITE, SuiteFile.class).orElse(null);
      if (file == null
          || file.name() == null
          || file.runs() == null
          || !file.runs().stream().allMatch(Step::isComplete)) {
        throw new IOException(SUITE + " is not complete");
      }
      if (!SUITE_SCHEMAS.contains(file.schema())) {
        FormatVersion.check(directory, file.schema(), "hbench.suite/3", file.version());
      }
      return Optional.of(
          new Suite(
              directory,
              file.name(),
              file.runs().stream()
                  .collect(Collectors.toMap(Step::directory, s -> s, (a, b) -> b))));
    } catch (IOException | UsageException e) {
      warn(directory, e, "; all its runs are counted");
      return Optional.empty();
    }
  }

  private void warn(Path directory, Exception e, String and) {
    String reason = Strings.CS.removeStart(FailureText.of(e), directory + ": ");
    warnings.add(below(root, directory) + ": " + reason + and);
  }

  /** The path of a directory relative to another; a dot if they are the same. */
  private static String below(Path from, Path to) {
    String path = from.toUri().relativize(to.toUri()).getPath();
    return path.isEmpty() ? "." : path;
  }
}
