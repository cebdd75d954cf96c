package io.hbench.suite;

import static io.hbench.figure.Format.counted;
import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.compare.Comparison;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.Trash;

/**
 * Retention of the suites of one name in one directory: finds the previous suite, deletes old ones.
 * A suite that can't be read or deleted is named and left as it is.
 */
public final class Retention {
  /** File of a suite's comparison with its baseline. */
  public static final String COMPARISON = "compare.json";

  /** Maximum number of suites that are named as no baselines. */
  private static final int MAX_NAMED = 3;

  private final RunDirectory newest;
  private final Configuration conf;
  private final String name;
  private final Consumer<String> problems;
  private List<Sibling> siblings;

  private record Sibling(RunDirectory directory, SuiteRecord record, long time) {}

  /**
   * @param newest directory of the suite that has just ended
   * @param name name of the suite; suites of other names in the same place are ignored
   * @param problems consumer of a line for each suite that can't be read or deleted
   */
  public Retention(
      RunDirectory newest, Configuration conf, String name, Consumer<String> problems) {
    this.newest = newest;
    this.conf = conf;
    this.name = name;
    this.problems = problems;
  }

  /**
   * Directory of the last suite before the newest that can be a baseline: it has ended, no run of
   * it failed or is invalid, and it has all that the newest one measured. Those that are passed
   * over are named.
   */
  public Optional<Path> previous() {
    List<String> measured = measured();
    List<String> passedOver = new ArrayList<>();
    Optional<Path> previous = Optional.empty();
    for (Sibling suite : earlier().toList()) {
      Optional<String> why = whyNoBaseline(suite, measured);
      if (why.isEmpty()) {
        previous = Optional.of(suite.directory().path());
        break;
      }
      passedOver.add(suite.directory().path().getName() + ": " + why.get());
    }
    passedOver.stream()
        .limit(MAX_NAMED)
        .forEach(suite -> problems.accept("baseline: not " + suite));
    int others = passedOver.size() - MAX_NAMED;
    if (others > 0) {
      problems.accept("baseline: nor " + counted(others, "other"));
    }
    return previous;
  }

  /** The labels of the runs that the newest suite has measured. */
  private List<String> measured() {
    try {
      return SuiteRecord.read(newest).map(Retention::steps).orElse(List.of());
    } catch (IOException e) {
      problems.accept("baseline: " + FailureText.of(e));
      return List.of();
    }
  }

  /** The labels of the runs with figures. */
  private static List<String> steps(SuiteRecord record) {
    return record.runs().stream()
        .filter(run -> run.counted() && run.complete() && !run.isShell())
        .map(SuiteRecord.Run::name)
        .distinct()
        .toList();
  }

  /**
   * The reason why a suite is no baseline, if there is one. Against a night of which a step failed,
   * a difference would be one of the failure.
   */
  private static Optional<String> whyNoBaseline(Sibling suite, List<String> measured) {
    SuiteRecord record = suite.record();
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
                    .map(SuiteRecord.Run::directory)
                    .filter(run -> !isThere(suite.directory(), run))
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

  /**
   * Deletes the oldest suites: into the trash, if the file system has one. A directory without a
   * record of a suite of this name is never touched. Baselines remain: the given one, and those of
   * the suites that are kept, also of other names. So do suites that have not ended.
   *
   * @param keep number of measured suites to keep, the newest included, and what failed between
   *     them; 0 for all
   * @param baseline of the newest suite
   * @return deleted directories
   */
  public List<Path> clean(int keep, Optional<Path> baseline) throws IOException {
    if (keep == 0) {
      return List.of();
    }
    Set<String> baselines = new HashSet<>();
    if (baseline.isPresent()) {
      baselines.add(location(baseline.get()));
    }
    addBaselines(newest, baselines);
    List<Path> old = new ArrayList<>();
    int kept = 1; // the newest
    for (Sibling suite : earlier().toList()) {
      RunDirectory directory = suite.directory();
      if (!succeeds(directory.path(), () -> checkOwn(directory))) {
        continue;
      }
      if (kept < keep) {
        kept += suite.record().runs().stream().allMatch(SuiteRecord.Run::complete) ? 1 : 0;
      } else if (succeeds(directory.path(), () -> checkEnded(directory))) {
        old.add(directory.path());
      }
    }
    for (Path path : directories()) { // those that can't be read stay, too
      if (!old.contains(path)) {
        addBaselines(new RunDirectory(conf, path), baselines);
      }
    }
    List<Path> deleted = new ArrayList<>();
    for (Path path : old) {
      String location = location(path);
      if (baselines.stream().noneMatch(other -> RunDirectory.isIn(other, location))
          && succeeds(path, () -> delete(path))) {
        deleted.add(path);
      }
    }
    return deleted;
  }

  private boolean succeeds(Path suite, FailableRunnable<IOException> work) {
    try {
      work.run();
      return true;
    } catch (IOException e) {
      problems.accept("keep: " + suite + " remains: " + FailureText.of(e));
      return false;
    }
  }

  private void addBaselines(RunDirectory suite, Set<String> baselines) {
    try {
      for (String run :
          suite.readJson(COMPARISON, Comparison.class).stream()
              .flatMap(Retention::baselineRuns)
              .toList()) {
        baselines.add(location(new Path(run)));
      }
    } catch (IOException | IllegalArgumentException e) {
      problems.accept("keep: " + suite.path() + "/" + COMPARISON + ": " + FailureText.of(e));
    }
  }

  private static Stream<String> baselineRuns(Comparison comparison) {
    return Stream.ofNullable(comparison.sets())
        .flatMap(List::stream)
        .filter(Objects::nonNull)
        .flatMap(set -> Stream.ofNullable(set.baseline()))
        .flatMap(List::stream)
        .filter(Objects::nonNull)
        .map(Comparison.RunLine::directory)
        .filter(StringUtils::isNotEmpty);
  }

  /** Refuses a suite whose record is another user's: a hundred such would delete all others. */
  private static void checkOwn(RunDirectory suite) throws IOException {
    Optional<String> writer = suite.stranger(SuiteExecution.RECORD);
    if (writer.isPresent()) {
      throw new IOException("user " + writer.get() + " may have written it");
    }
  }

  /**
   * Refuses a suite that may be running, or whose undos are pending.
   *
   * @throws IOException with the reason
   */
  private static void checkEnded(RunDirectory suite) throws IOException {
    SuiteRecord record =
        SuiteRecord.read(suite).orElseThrow(() -> new IOException("its record is gone"));
    if (record.running()) {
      throw new IOException(
          "it has not ended; to continue: suite --resume " + quoted(suite.path()));
    }
    if (!suite.list(SuiteExecution.UNDO).isEmpty()) {
      throw new IOException(
          "its undo has failed; to undo it: suite --undo " + quoted(suite.path()));
    }
    for (SuiteRecord.Run run : record.runs()) {
      RunDirectory directory = suite.directory(run.directory());
      Optional<JobFacts> job = JobFacts.find(directory);
      if (job.isPresent() && !job.get().hasEnded()) {
        throw new IOException(
            "a job has not ended; report --follow " + quoted(directory.path()) + " waits for it");
      }
    }
  }

  private void delete(Path path) throws IOException {
    FileSystem fs = newest.fileSystem();
    if (!Trash.moveToAppropriateTrash(fs, path, conf) && !fs.delete(path, true)) {
      throw new IOException("the file system has not deleted it");
    }
  }

  /** Earlier suites of this name, newest first; ladders and tenants have no named steps. */
  private Stream<Sibling> earlier() {
    long before = began();
    return siblings().stream()
        .filter(sibling -> sibling.time() <= before)
        .filter(sibling -> sibling.record().name().equals(name))
        .filter(sibling -> sibling.record().runs().stream().noneMatch(r -> r.step().isEmpty()));
  }

  private long began() {
    try {
      return time(newest);
    } catch (IOException e) { // of what is there, all is earlier
      return Long.MAX_VALUE;
    }
  }

  /**
   * When a suite began, if its file is there; a suite that is resumed writes its record anew.
   *
   * @return milliseconds since 1970
   */
  public static long time(RunDirectory suite) throws IOException {
    String file = suite.has(SuiteExecution.COPY) ? SuiteExecution.COPY : SuiteExecution.RECORD;
    return suite.fileSystem().getFileStatus(new Path(suite.path(), file)).getModificationTime();
  }

  /** Suites in the same place, newest first. */
  private List<Sibling> siblings() {
    if (siblings == null) {
      List<Sibling> suites = new ArrayList<>();
      for (Path path : directories()) {
        try {
          RunDirectory directory = new RunDirectory(conf, path);
          Optional<SuiteRecord> record = SuiteRecord.read(directory);
          if (record.isPresent()) {
            suites.add(new Sibling(directory, record.get(), time(directory)));
          }
        } catch (UsageException e) {
          // written by another version: not ours to delete
        } catch (IOException e) {
          problems.accept("skipped: " + FailureText.of(e));
        }
      }
      suites.sort(Comparator.comparing(Sibling::time).reversed());
      siblings = suites;
    }
    return siblings;
  }

  /** The other directories in the place of the newest suite; links to them are left out. */
  private List<Path> directories() {
    Path place = newest.path().getParent();
    try {
      String parent = location(place).replaceFirst("/$", "");
      List<Path> directories = new ArrayList<>();
      for (FileStatus file : newest.fileSystem().listStatus(place)) {
        Path path = file.getPath();
        if (file.isDirectory() && !path.equals(newest.path())) {
          boolean isLink = !location(path).equals(parent + "/" + path.getName());
          if (!isLink) {
            directories.add(path);
          }
        }
      }
      return directories;
    } catch (IOException e) {
      problems.accept("earlier suites: " + FailureText.of(e));
      return List.of();
    }
  }

  /**
   * The path alone, as a file system may have several names; without links, which a local file
   * system may have.
   */
  private String location(Path path) throws IOException {
    FileSystem of = path.getFileSystem(conf);
    String text = of.makeQualified(path).toUri().getPath();
    if (!"file".equals(of.getUri().getScheme())) {
      return text;
    }
    java.nio.file.Path local = java.nio.file.Path.of(text);
    return Files.exists(local) ? local.toRealPath().toString() : text;
  }
}
