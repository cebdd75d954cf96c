package io.hbench.driver;

import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.TimeLimit;
import io.hbench.compare.Comparer;
import io.hbench.compare.Comparison;
import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.export.SuiteJunit;
import io.hbench.job.barrier.Lease;
import io.hbench.report.ReportReader;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.suite.PlannedRun;
import io.hbench.suite.Retention;
import io.hbench.suite.Suite;
import io.hbench.suite.SuiteExecution;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.summary.SuiteJudgement;
import io.hbench.suite.summary.Summary;
import io.hbench.trend.Night;
import io.hbench.trend.Trend;
import io.hbench.trend.TrendReader;
import io.hbench.view.ComparisonView;
import io.hbench.view.SummaryView;
import io.hbench.view.TrendView;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Drives a suite: its runs, the comparison with the baseline, summary, and retention.
 *
 * @param mail file for the summary, if there is one
 */
public record SuiteDriver(
    Suite suite,
    RunDirectory directory,
    List<PlannedRun> plan,
    Configuration conf,
    Console console,
    Optional<UserFile> mail) {
  private static final String TREND = "trend.json";
  private static final String TREND_PAGE = "trend.html";
  private static final String SUMMARY = "summary.txt";

  private record Judged(SuiteJudgement judgement, int exitCode) {}

  /**
   * Drives the runs that are not complete yet, and completes the suite unless it was interrupted.
   *
   * @param consented steps to whose actions the user has agreed when asked
   * @return the worst of the exit codes of the runs and that of the comparison
   */
  public int run(SuiteRecord known, Set<String> consented)
      throws IOException, InterruptedException {
    Watchdog watchdog = new Watchdog(console);
    watchdog.beginAnew(ManyRuns.BETWEEN_RUNS, ManyRuns.NO_RUN);
    return watchdog.watch(() -> run(known, consented, watchdog));
  }

  @SuppressWarnings("try") // the suite is this process's until the end
  private int run(SuiteRecord known, Set<String> consented, Watchdog watchdog)
      throws IOException, InterruptedException {
    try (Lease lease = lease(directory, conf, console, Settings.RESUME)) {
      // another process may have ended it since
      return runAlone(SuiteRecord.read(directory).orElse(known), consented, watchdog);
    }
  }

  /** Takes a suite for this process alone. */
  static Lease lease(RunDirectory directory, Configuration conf, Console console, Setting<?> flag)
      throws IOException {
    Path name = new Path(directory.path(), "_suite");
    Lease lease = Lease.take(console.time(), conf, List.of(name), directory.path());
    try {
      for (Lease.Holder other : lease.others()) {
        if (other.mayBeAlive()) {
          throw flag.bad(
              directory.path(),
              "in use by " + other,
              "again after its end, or five minutes after it was killed");
        }
      }
      return lease;
    } catch (IOException | RuntimeException e) {
      lease.close();
      throw e;
    }
  }

  private int runAlone(SuiteRecord known, Set<String> consented, Watchdog watchdog)
      throws IOException, InterruptedException {
    String day =
        Instant.ofEpochMilli(Retention.time(directory))
            .atZone(ZoneId.systemDefault())
            .toLocalDate()
            .toString();
    if (mail.isPresent()) {
      mail.get()
          .replace(TextRenderer.summary(SummaryView.running(suite.name(), day, directory.path())));
    }
    SuiteRecord record =
        new ManyRuns(console, conf, consented, suite.deadline(), watchdog)
            .run(directory, plan, known);
    return SuiteExecution.isStopping()
        ? ManyRuns.conclude(record, directory, console)
        : complete(record, day);
  }

  /**
   * Names the suites beside this one whose undos are pending.
   *
   * @throws UsageException if one may have left a server down on a cluster that is to be acted on
   */
  public void checkUndosBeside() throws IOException, InterruptedException {
    TimeLimit.run(
        RunDriver.CHECK_LIMIT,
        "can't look for the undos of suites beside " + directory.path(),
        this::checkUndos);
  }

  private void checkUndos() throws IOException {
    List<Path> closed = new ArrayList<>();
    for (Path other : new UndoJournal(directory).beside(closed::add)) {
      if (plan.stream().anyMatch(PlannedRun::makes)) {
        throw new UsageException(
            "configurations: undos of %s are pending, so that none may be what it says; try suite --undo %1$s"
                .formatted(quoted(other)));
      }
      Set<String> ends = new UndoJournal(new RunDirectory(conf, other)).endsWithStoppedServers();
      for (PlannedRun run : plan) {
        if (!ends.isEmpty()
            && !run.actions().isEmpty()
            && ends.contains(
                UndoJournal.end(
                    HBaseConf.describe(HBaseConf.find(run.conf(), console.environment()))))) {
          throw new UsageException(
              "step '%s': has actions, and a server that %s has stopped may be down; try suite --undo %2$s"
                  .formatted(run.step().name(), quoted(other)));
        }
      }
      console.say(
          "undos of %s are pending; unless it is running: suite --undo %1$s"
              .formatted(quoted(other)));
    }
    if (plan.stream().anyMatch(run -> run.makes() || !run.actions().isEmpty())) {
      closed.forEach(
          other -> console.say(other + " can't be read: whether it has undos is unknown"));
    }
  }

  /**
   * Checks what is known of the baseline before any run.
   *
   * @throws UsageException if it is a directory that is not there, or a history in the root
   */
  public void checkBaseline() throws IOException, InterruptedException {
    String baseline = suite.baseline().orElse(Suite.PREVIOUS);
    if (baseline.equals(Suite.HISTORY)) {
      var unused = nights();
    } else if (!baseline.equals(Suite.PREVIOUS)) {
      RunDirectory other = new RunDirectory(conf, SettingType.path("baseline", baseline));
      boolean mayMakeIt =
          other.path().equals(directory.path())
              || plan.stream().anyMatch(run -> run.step().shell().isPresent());
      if (!mayMakeIt
          && !TimeLimit.call(
              RunDriver.CHECK_LIMIT, "can't look for " + other.path(), other::exists)) {
        throw UsageException.badValue(
            "baseline:", baseline, "does not exist", "baseline: " + Suite.PREVIOUS);
      }
    }
  }

  /**
   * Compares the suite with its baseline, says what is to be said, and deletes old suites if this
   * one can take their place: its figures were measured and compared, whatever they are.
   */
  private int complete(SuiteRecord record, String day) throws IOException {
    Retention retention = new Retention(directory, conf, suite.name(), console::say);
    Optional<Path> baseline = baseline(retention);
    Judged judged = judged(record, baseline);
    int worst =
        ExitCode.worst(
            List.of(
                ManyRuns.exitCode(record),
                judged.exitCode(),
                summarize(record, judged.judgement(), day)));
    if (ExitCode.isOfFigures(worst)) { // a slow night, too: the disk would fill up
      for (Path old : retention.clean(suite.keep(), baseline)) {
        console.audit().note("deleted", old);
        console.say("deleted " + old + " (keep: " + suite.keep() + ")");
      }
    } else if (suite.keep() > 0) {
      console.say(
          "keep %d: no older suite is deleted, because this one ends with exit code %d"
              .formatted(suite.keep(), worst));
    }
    return worst;
  }

  /** The judgement by the baseline; errors are part of it, because the suite's runs are valid. */
  private Judged judged(SuiteRecord record, Optional<Path> baseline) {
    SuiteJudgement none = SuiteJudgement.none(directory, record);
    String compared = suite.configurations().isEmpty() ? "baseline" : "configurations";
    try {
      SuiteJudgement judgement = none;
      if (!suite.configurations().isEmpty()) {
        Optional<Comparer> all =
            ComparisonReader.configurations(
                directory, record, suite.configurations().get(0).name());
        judgement =
            all.isPresent()
                ? none.with(compare(all.get(), directory.path() + "/" + ComparisonReader.PAGE))
                : none.because(
                    "nothing was compared: no step has figures in the first one and in another",
                    false);
      } else if (suite.baseline().filter(Suite.HISTORY::equals).isPresent()) {
        judgement = compareWithHistory(record);
        judgement.problem().ifPresent(problem -> console.say("baseline: " + problem));
      } else if (baseline.isPresent()) {
        judgement = compare(baseline.get().toString(), record);
      } else if (suite.baseline().isPresent()) {
        String problem = "no earlier suite '" + suite.name() + "' to compare with";
        console.say("baseline: " + problem);
        judgement = none.because(problem, false);
      }
      int ofFigures = judgement.isRegression() ? ExitCode.REGRESSION : ExitCode.OK;
      return new Judged(judgement, judgement.failed() ? ExitCode.USAGE : ofFigures);
    } catch (UsageException e) {
      console.say(compared + ": " + e.getMessage()); // which may have several lines
      return new Judged(none.because(FailureText.of(e), true), ExitCode.USAGE);
    } catch (IOException e) {
      console.say(compared + ": " + FailureText.of(e));
      return new Judged(none.because(FailureText.of(e), true), ExitCode.FAILED);
    }
  }

  /**
   * Prints the summary, and writes its files.
   *
   * @return exit code 1 if a file can't be written
   */
  private int summarize(SuiteRecord record, SuiteJudgement judgement, String day) {
    try {
      for (RunDirectory run : judgement.writeNoise()) {
        RunConclusion.write(run, ReportReader.read(run));
      }
    } catch (IOException | UsageException e) { // the runs' reports stay as they were
      console.say("noise: " + FailureText.of(e));
    }
    Summary summary = Summary.of(day, directory, record, plan.size(), judgement);
    Document document = SummaryView.of(summary);
    String text = TextRenderer.summary(document);
    console.out().print(text);
    try {
      directory.write(SUMMARY, text);
      directory.write(RunDirectory.JUNIT, SuiteJunit.of(summary, text));
      RunConclusion.write(directory, document);
      if (mail.isPresent()) {
        mail.get().replace(text);
      }
      return ExitCode.OK;
    } catch (IOException | UsageException e) {
      console.say("summary: " + FailureText.of(e));
      return ExitCode.FAILED;
    }
  }

  private Optional<Path> baseline(Retention retention) {
    String baseline = suite.baseline().orElse("");
    return switch (baseline) {
      case Suite.PREVIOUS -> retention.previous();
      case Suite.HISTORY, "" -> Optional.empty();
      default -> Optional.of(SettingType.path("baseline", baseline));
    };
  }

  private SuiteJudgement compare(String baseline, SuiteRecord record) throws IOException {
    Comparison comparison =
        compare(
            ComparisonReader.read(conf, baseline, directory.path().toString(), false),
            "hbench compare %s %s --details, or %2$s/%s"
                .formatted(quoted(baseline), quoted(directory.path()), ComparisonReader.PAGE));
    return SuiteJudgement.of(comparison, directory, record, conf);
  }

  private Comparison compare(Comparer comparer, String more) throws IOException {
    if (!suite.configurations().isEmpty()) {
      comparer.withoutCommands(); // such runs would be in no configuration
    }
    Comparison comparison =
        comparer.compare(
            suite.margins(), SettingType.SHARE.read().apply(ComparisonReader.CONFIDENCE));
    directory.writeJson(Retention.COMPARISON, comparison);
    RunConclusion.write(directory, ComparisonView.of(comparison, more));
    return comparison;
  }

  /** The directory of all nights. */
  private Path nights() {
    Path nights = directory.path().getParent();
    if (nights.isRoot()) {
      throw new UsageException(
          "%s: its history is in the directory above, which is the root; try --out %s"
              .formatted(directory.path(), "/nightly" + directory.path().toUri().getPath()));
    }
    return nights;
  }

  private SuiteJudgement compareWithHistory(SuiteRecord record) throws IOException {
    Path nights = nights();
    Trend trend = TrendReader.read(conf, nights, suite.margins(), null);
    if (!trend.warnings().isEmpty()) {
      console.say(
          "baseline: runs in %s that can't be read: %d; trend %1$s names them"
              .formatted(nights, trend.warnings().size()));
    }
    Night night = new Night(trend, directory.path().getName());
    directory.writeJson(TREND, trend);
    Document document =
        TrendView.of(
            night,
            "hbench trend %s --details, or %s/%s"
                .formatted(quoted(nights), directory.path(), TREND_PAGE));
    RunConclusion.write(directory, document);
    SuiteJudgement judgement = SuiteJudgement.of(night, directory, record, conf);
    String notJudged =
        record.runs().stream()
            .filter(run -> run.counted() && run.complete() && !run.isShell())
            .filter(run -> !night.hasRun(run.directory()))
            .map(SuiteRecord.Run::name)
            .distinct()
            .collect(Collectors.joining(", "));
    return notJudged.isEmpty()
        ? judgement
        : judgement.because(
            "steps that a later night has run, or that can't be read, are not judged: " + notJudged,
            true);
  }
}
