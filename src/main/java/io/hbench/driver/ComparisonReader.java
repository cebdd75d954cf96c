package io.hbench.driver;

import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.compare.Comparer;
import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.Difference;
import io.hbench.compare.RunSet;
import io.hbench.compare.Siblings;
import io.hbench.doc.Document;
import io.hbench.figure.Margins;
import io.hbench.html.PageRenderer;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.suite.Retention;
import io.hbench.suite.SuiteRecord;
import io.hbench.view.ComparisonView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reader of the baseline and the candidate of a comparison from their directories. */
public final class ComparisonReader {
  /** The default confidence of a comparison, as text of {@link SettingType#SHARE}. */
  public static final String CONFIDENCE = "98%";

  /** Page of a comparison, in the directory of a suite or of a duet. */
  static final String PAGE = "compare.html";

  /** Directories between a suite and those of a step's repeats: configuration, step, rung. */
  private static final int LEVELS = 3;

  private ComparisonReader() {}

  /**
   * Reads both sides.
   *
   * @param differentOk whether runs of different loads may be compared
   * @throws UsageException if there are no runs, or if their loads differ
   */
  public static Comparer read(
      Configuration conf, String baseline, String candidate, boolean differentOk)
      throws IOException {
    return read(runs(conf, baseline), runs(conf, candidate), differentOk);
  }

  /** Reads both sides, each a run, with the runs of the same identity beside it. */
  public static Comparer readWithSiblings(
      Configuration conf, String baseline, String candidate, boolean differentOk)
      throws IOException {
    List<RunSet> sides = Siblings.of(conf, directory(conf, baseline), directory(conf, candidate));
    return read(List.of(sides.get(0)), List.of(sides.get(1)), differentOk);
  }

  /**
   * Reads the configurations of a suite, each compared with the first one by step; sets have the
   * names of the candidates. They may differ in any setting, as the suite says.
   *
   * @param first name of the first configuration
   * @return empty if no step has figures in the first and in another one
   * @throws UsageException if all runs of the first or of the others have failed
   */
  static Optional<Comparer> configurations(
      RunDirectory directory, SuiteRecord suite, String first) {
    Map<String, RunSet> sets =
        ofSuite(directory, suite).stream().collect(Collectors.toMap(RunSet::name, set -> set));
    List<SuiteRecord.Run> steps =
        SuiteRecord.byName(suite.runs().stream()).values().stream()
            .map(runs -> runs.get(0))
            .filter(run -> sets.containsKey(run.name()))
            .toList();
    List<RunSet> baseline = new ArrayList<>();
    List<RunSet> candidate = new ArrayList<>();
    for (SuiteRecord.Run from : steps) {
      for (SuiteRecord.Run to : steps) {
        if (from.configuration().equals(first)
            && !to.configuration().equals(first)
            && from.nameInConfiguration().equals(to.nameInConfiguration())) {
          RunSet ofFirst = sets.get(from.name());
          baseline.add(new RunSet(to.name(), ofFirst.runs(), ofFirst.excluded()));
          candidate.add(sets.get(to.name()));
        }
      }
    }
    return baseline.isEmpty() ? Optional.empty() : Optional.of(Comparer.read(baseline, candidate));
  }

  private static Comparer read(List<RunSet> baseline, List<RunSet> candidate, boolean differentOk) {
    Comparer comparer = Comparer.read(baseline, candidate);
    List<Difference> differences =
        comparer.differences().stream().filter(Difference::load).toList();
    if (!differences.isEmpty() && !differentOk) {
      throw new UsageException(
          "\n  ",
          Stream.concat(
                  Stream.of(
                      "compare: the loads of the runs differ; try --different-ok to compare them"
                          + " nevertheless"),
                  differences.stream().map(ComparisonView::line))
              .toList());
    }
    return comparer;
  }

  /** Reads both sides of a live comparison, which are in one run directory. */
  public static Comparer live(Configuration conf, String operand) throws IOException {
    RunDirectory directory = directory(conf, operand);
    if (!directory.has(RunDirectory.PLAN)) {
      throw bad(directory, "not the directory of a live comparison, so it needs a second one");
    }
    Configuration plan = directory.plan();
    if (Settings.NEIGHBOUR_OF.isSet(plan)) { // the first of its neighbours is the victim
      String victim = StringUtils.substringBefore(Settings.NEIGHBOURS.text(plan), ":");
      throw new UsageException(
          "compare %s: a neighbour, which has no figures without its load; try compare %s"
              .formatted(directory.path(), quoted(new Path(directory.path().getParent(), victim))));
    }
    return Comparer.live(directory);
  }

  /** Compares the sides of a duet that has ended, and leaves the result in its directory. */
  public static Comparison compareLive(RunDirectory directory, Margins margins, double confidence)
      throws IOException {
    Comparison comparison = Comparer.live(directory).compare(margins, confidence);
    directory.writeJson(Retention.COMPARISON, comparison);
    directory.write(PAGE, PageRenderer.html(document(comparison, directory)));
    return comparison;
  }

  /** A live comparison as a document. */
  public static Document document(Comparison comparison, RunDirectory directory) {
    return ComparisonView.of(
        comparison,
        "hbench compare %s --details, or %s in it".formatted(quoted(directory.path()), PAGE));
  }

  private static List<RunSet> runs(Configuration conf, String operand) throws IOException {
    RunDirectory directory = directory(conf, operand);
    List<RunSet> sets;
    try {
      sets = sets(directory);
    } catch (UsageException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new IOException(
          directory.path() + ": its suite.json is damaged: " + FailureText.of(e), e);
    }
    if (sets.isEmpty()) {
      throw bad(directory, "not a run directory, and contains none");
    }
    return sets;
  }

  /**
   * Reads the sets of a directory. A run directory gives one set with one run; a suite or ladder
   * gives a set for each step and rung, of the runs that count; any other directory gives one set
   * with all runs in it.
   *
   * @return empty if there are no runs
   */
  private static List<RunSet> sets(RunDirectory directory) throws IOException {
    if (directory.has(RunDirectory.PLAN)) {
      return List.of(new RunSet("", List.of(directory), List.of()));
    }
    Optional<SuiteRecord> suite = SuiteRecord.read(directory);
    if (suite.isPresent()) {
      return ofSuite(directory, suite.get());
    }
    List<RunDirectory> runs = new ArrayList<>();
    List<String> excluded = new ArrayList<>();
    Map<String, SuiteRecord.Run> known = ofStep(directory);
    for (RunDirectory run : directory.directories()) {
      if (run.has(RunDirectory.PLAN)) {
        SuiteRecord.Run one = known.get(run.path().getName());
        if (known.isEmpty() || (one != null && one.counted() && one.failure() == null)) {
          runs.add(run);
        } else {
          excluded.add(run.path() + " does not count in its suite");
        }
      }
    }
    boolean isNone = runs.isEmpty() && excluded.isEmpty();
    return isNone ? List.of() : List.of(new RunSet("", runs, excluded));
  }

  /** The runs of a suite's step by the names of their directories; empty if it is none's. */
  private static Map<String, SuiteRecord.Run> ofStep(RunDirectory directory) {
    Configuration conf = directory.fileSystem().getConf();
    Path step = directory.path();
    Path above = step.getParent();
    for (int i = 0; i < LEVELS && above != null; i++, above = above.getParent()) {
      try {
        RunDirectory suite = new RunDirectory(conf, above);
        Optional<SuiteRecord> record = SuiteRecord.read(suite);
        if (record.isPresent()) {
          return record.get().runs().stream()
              .filter(run -> suite.directory(run.directory()).path().getParent().equals(step))
              .collect(
                  Collectors.toMap(
                      run -> suite.directory(run.directory()).path().getName(),
                      run -> run,
                      (first, second) -> second));
        }
      } catch (IOException | UsageException e) {
        // of others, or of another version: what is above is no part of the comparison
      }
    }
    return Map.of();
  }

  private static List<RunSet> ofSuite(RunDirectory directory, SuiteRecord suite) {
    List<RunSet> sets = new ArrayList<>();
    SuiteRecord.byName(suite.runs().stream().filter(run -> run.counted() && !run.isShell()))
        .forEach(
            (name, ofStep) -> {
              List<RunDirectory> runs = new ArrayList<>();
              List<String> excluded = new ArrayList<>();
              for (SuiteRecord.Run run : ofStep) {
                RunDirectory one = directory.directory(run.directory());
                if (run.failure() == null) {
                  runs.add(one);
                } else {
                  excluded.add(one.path() + " failed: " + run.failure());
                }
              }
              sets.add(new RunSet(name, runs, excluded));
            });
    return sets;
  }

  private static RunDirectory directory(Configuration conf, String operand) throws IOException {
    RunDirectory directory = new RunDirectory(conf, SettingType.path("compare", operand));
    if (!directory.exists()) {
      throw bad(directory, "does not exist");
    }
    return directory;
  }

  private static UsageException bad(RunDirectory directory, String reason) {
    return UsageException.badValue(
        "compare", directory.path().toString(), reason, "compare hbench/before hbench/after");
  }
}
