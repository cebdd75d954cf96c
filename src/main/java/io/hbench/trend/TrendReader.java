package io.hbench.trend;

import io.hbench.figure.Margins;
import io.hbench.report.Verdict;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.UsageException;
import io.hbench.suite.SuiteExecution;
import io.hbench.suite.SuiteRecord;
import io.hbench.trend.PastRun.Place;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reader of all runs below a directory, which finds the changes of their figures. */
public final class TrendReader {
  private final Configuration conf;
  private final FileSystem fs;
  private final Path root;
  private final List<PastRun> runs = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private int notCounted;

  /** A suite, with its runs by their directories. */
  private record Suite(Path path, String name, Map<String, SuiteRecord.Run> runs) {
    /** Whether a directory has another attempt of a run that the suite has recorded. */
    boolean hasOther(Path directory) {
      String name = below(path, directory);
      List<String> same = List.of(name, first(name)); // it may be the first one of scan-2
      return runs.values().stream()
          .map(
              run ->
                  !run.step().isEmpty() && run.directory().endsWith(run.step()) // step scan-10
                      ? run.directory()
                      : first(run.directory()))
          .anyMatch(same::contains);
    }

    /** The directory of the first attempt of a run. */
    private static String first(String directory) {
      return directory.replaceFirst("-([2-9]|[1-9]\\d+)$", "");
    }
  }

  private TrendReader(Configuration conf, FileSystem fs, Path root) {
    this.conf = conf;
    this.fs = fs;
    this.root = root;
  }

  /**
   * Reads all runs in a directory and its subdirectories; ignores other files.
   *
   * @param since regressions that began before this instant are accepted, beside those that the
   *     directory's own file accepts; null if none are
   * @throws IOException if the directory cannot be listed, or that file is damaged; unreadable runs
   *     become warnings
   */
  public static Trend read(Configuration conf, Path directory, Margins margins, Instant since)
      throws IOException {
    AcceptedChanges accepted = AcceptedChanges.read(new RunDirectory(conf, directory));
    FileSystem fs = directory.getFileSystem(conf);
    TrendReader reader = new TrendReader(conf, fs, fs.makeQualified(directory));
    reader.walk(reader.root, Optional.empty());
    reader.runs.sort(Comparator.comparing(PastRun::started));
    return reader.trend(margins, since, accepted);
  }

  private Trend trend(Margins margins, Instant since, AcceptedChanges accepted) {
    TrendGroups groups =
        new TrendGroups(
            margins,
            Optional.ofNullable(since).orElse(Instant.MIN),
            accepted.before().orElse(Instant.MIN));
    List<PastRun> valid =
        runs.stream().filter(run -> run.verdict() != Verdict.Status.INVALID).toList();
    return new Trend(
        Trend.SCHEMA,
        root.toString(),
        margins.relative(),
        margins.errors(),
        since == null ? null : since.toString(),
        accepted.accepted(),
        valid.size(),
        runs.size() - valid.size(),
        notCounted,
        warnings,
        groups.of(valid));
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
    Optional<Suite> suite = names.contains(SuiteExecution.RECORD) ? suite(directory) : above;
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
    Optional<SuiteRecord.Run> step =
        suite.map(above -> above.runs().get(below(above.path(), directory)));
    // the files of a run do not tell that a hook has failed
    if (step.isPresent() && (!step.get().counted() || step.get().failure() != null)) {
      notCounted++;
      return;
    }
    if (step.isEmpty() && suite.filter(above -> above.hasOther(directory)).isPresent()) {
      notCounted++;
      return;
    }
    String label =
        step.map(SuiteRecord.Run::step)
            .filter(name -> !name.isEmpty())
            .map(
                name ->
                    "%s %s %s"
                        .formatted(suite.orElseThrow().name(), name, step.get().configuration())
                        .strip())
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
      SuiteRecord record =
          SuiteRecord.read(new RunDirectory(conf, directory))
              .orElseThrow(() -> new IOException("its record is gone"));
      return Optional.of(
          new Suite(
              directory,
              record.name(),
              record.runs().stream()
                  .collect(Collectors.toMap(SuiteRecord.Run::directory, r -> r, (a, b) -> b))));
    } catch (IOException | UsageException e) {
      warn(directory, e, "; all its runs are counted");
      return Optional.empty();
    }
  }

  private void warn(Path directory, Exception e, String and) {
    String reason =
        FailureText.of(e).replaceFirst("^" + Pattern.quote(directory.toString()) + "(: |/)", "");
    warnings.add(below(root, directory) + ": " + reason + and);
  }

  /** The path of a directory relative to another; a dot if they are the same. */
  private static String below(Path from, Path to) {
    String path = from.toUri().relativize(to.toUri()).getPath();
    return path.isEmpty() ? "." : path;
  }
}
