package io.hbench.driver;

import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.cluster.TimeLimit;
import io.hbench.doc.TextRenderer;
import io.hbench.job.JobFollower;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.SitePolicy;
import io.hbench.suite.PlannedRun;
import io.hbench.suite.RunOutcome;
import io.hbench.suite.Suite.Step;
import io.hbench.suite.SuiteExecution;
import io.hbench.suite.SuiteRecord;
import io.hbench.time.Time;
import io.hbench.view.SuiteView;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Drives the runs of a ladder or a suite.
 *
 * @param settings of the command line and the site
 * @param consented steps to whose actions the user has agreed when asked
 */
public record ManyRuns(
    Console console,
    Configuration settings,
    Set<String> consented,
    Optional<Duration> limit,
    Watchdog watchdog) {
  /** For what is done before, between and after runs: histories of years are read. */
  static final Duration BETWEEN_RUNS = Duration.ofHours(1);

  static final String NO_RUN = "an hour was over between two runs";

  /** Drives the runs of a ladder, and prints their figures. */
  public static int ladder(
      RunDirectory directory,
      List<PlannedRun> plan,
      SuiteRecord known,
      Configuration settings,
      Console console)
      throws IOException, InterruptedException {
    Watchdog watchdog = new Watchdog(console);
    watchdog.beginAnew(BETWEEN_RUNS, NO_RUN);
    ManyRuns runs = new ManyRuns(console, settings, Set.of(), Optional.empty(), watchdog);
    return watchdog.watch(() -> conclude(runs.run(directory, plan, known), directory, console));
  }

  /**
   * Drives the runs of a plan that are not complete yet.
   *
   * @return the record of all runs, also of earlier ones
   * @throws IOException if a job of an earlier attempt may still be running
   */
  public SuiteRecord run(RunDirectory directory, List<PlannedRun> plan, SuiteRecord known)
      throws IOException, InterruptedException {
    console.audit().note("directory", directory.path());
    Optional<Deadline> deadline = limit.map(this::deadline);
    UndoJournal journal = new UndoJournal(directory);
    SuiteRecord record;
    try (Driving driving = new Driving(directory, journal, deadline)) {
      SuiteExecution execution =
          new SuiteExecution(
              directory,
              driving,
              saved -> RunConclusion.write(directory, SuiteView.of(saved, directory.path())));
      if (directory.has(SuiteExecution.RECORD)) {
        checkEnded(execution, plan, known);
      }
      record = execution.run(plan, known);
    }
    if (record.runs().size() < plan.size()) {
      console.say("stopped after %d of %d runs".formatted(record.runs().size(), plan.size()));
    }
    return record;
  }

  /** Prints the figures of all runs. */
  public static int conclude(SuiteRecord record, RunDirectory directory, Console console) {
    console.out().print(TextRenderer.summary(SuiteView.of(record, directory.path())));
    return exitCode(record);
  }

  static int exitCode(SuiteRecord record) {
    return ExitCode.worst(record.runs().stream().map(SuiteRecord.Run::exitCode).toList());
  }

  /** Refuses to start a run while a job of an earlier attempt may drive load. */
  private static void checkEnded(SuiteExecution execution, List<PlannedRun> plan, SuiteRecord known)
      throws IOException, InterruptedException {
    for (PlannedRun run : plan) {
      if (run.step().shell().isEmpty() && (!known.isComplete(run) || run.prepares())) {
        for (RunDirectory attempt : execution.attempts(run)) {
          Optional<String> running =
              JobFollower.isLocal(attempt) // such a job has ended with its process
                  ? Optional.empty()
                  : JobFollower.whyRunning(run.conf(), attempt);
          if (running.isPresent()) {
            throw new IOException(
                "%s: a job may still be running (%s); report --follow %s waits for its end; if it has ended, delete that directory"
                    .formatted(describe(run), running.get(), quoted(attempt.path())));
          }
        }
      }
    }
  }

  /** The runs of a directory, and the undo of the configuration that they are in. */
  private final class Driving implements SuiteExecution.Driver, AutoCloseable {
    private final RunDirectory directory;
    private final UndoJournal journal;
    private final Optional<Deadline> limitOfAll;
    private ShellLines ofConfiguration = ShellLines.none();

    Driving(RunDirectory directory, UndoJournal journal, Optional<Deadline> limitOfAll) {
      this.directory = directory;
      this.journal = journal;
      this.limitOfAll = limitOfAll;
    }

    @Override
    public RunOutcome drive(
        PlannedRun run, int number, int of, boolean endsVisit, Configuration conf)
        throws InterruptedException {
      boolean quiet = Settings.QUIET.get(settings);
      if (!quiet) {
        console.say("run %d of %d: %s".formatted(number, of, describe(run)));
      }
      ShellLines ofHooks = lines(run, 1, conf);
      ShellLines ofStep = lines(run, 0, conf);
      if (run.makes()) {
        ofConfiguration = lines(run, -1, conf);
      }
      Optional<Deadline> deadline =
          Deadline.first(run.step().deadline().map(ManyRuns.this::deadline), limitOfAll);
      RunOutcome outcome;
      boolean leftBehind = false;
      try (ofStep;
          Hooks hooks =
              new Hooks(
                  console.time(),
                  run.step().during(),
                  consented.contains(run.step().name()),
                  ofHooks,
                  text -> console.audit().note("during", text))) {
        if (limitOfAll.flatMap(Deadline::exceeded).isPresent()) {
          outcome = RunOutcome.failed(ExitCode.FAILED, limitOfAll.get().message());
        } else {
          boolean hasDefault = run.step().deadline().isEmpty();
          RunDriver driver = new RunDriver(console, hooks, deadline, hasDefault);
          ShellLines lines = run.makes() ? ofConfiguration : ofStep;
          outcome = perform(run.step(), lines, driver, directory.fileSystem(), conf);
        }
      } catch (NoAnswerException e) {
        outcome = RunOutcome.failed(ExitCode.FAILED, e.getMessage()).last(e.getMessage());
        leftBehind = true;
      }
      if (outcome.failure() != null && limitOfAll.flatMap(Deadline::exceeded).isPresent()) {
        outcome = outcome.last(outcome.failure());
      }
      List<String> remaining = new ArrayList<>(ofHooks.failures());
      remaining.addAll(ofStep.failures());
      if (endsVisit || run.endsAll(outcome) || !remaining.isEmpty()) {
        watchdog.unlimit();
        ofConfiguration.close();
        remaining.addAll(ofConfiguration.failures());
      }
      watchdog.beginAnew(BETWEEN_RUNS, NO_RUN);
      if (leftBehind) { // and all is undone
        watchdog.endNow("the suite ends without its record");
      }
      if (outcome.failure() != null) {
        boolean resumable = outcome.last() && !run.step().name().isEmpty();
        String hint = resumable ? "; to continue: suite --resume " + quoted(directory.path()) : "";
        say(run, outcome.failure() + hint);
        console.audit().note("failed", describe(run) + ": " + outcome.failure());
      }
      return remaining.isEmpty() ? outcome : failed(outcome, "undo: " + remaining.get(0));
    }

    private ShellLines lines(PlannedRun run, int rank, Configuration conf) {
      boolean quiet = Settings.QUIET.get(settings);
      return new ShellLines(
          rank,
          Settings.OUT.get(conf),
          journal,
          line -> {
            if (!quiet) {
              say(run, line);
            }
            console.audit().note("undo", line.replaceFirst("^undo: ", ""));
          },
          line -> {
            say(run, line);
            console.audit().note("problem", line);
          });
    }

    /** Takes back the configuration, if that is still to be done. */
    @Override
    public void close() {
      ofConfiguration.close();
    }
  }

  /** The outcome of a run whose disturbances may remain: the next one would meet them. */
  private static RunOutcome failed(RunOutcome outcome, String failure) {
    return new RunOutcome(
            outcome.report(), ExitCode.worst(List.of(outcome.exitCode(), ExitCode.FAILED)), null)
        .last(Objects.requireNonNullElse(outcome.failure(), failure));
  }

  /** Drives a run, or runs a shell step. */
  private RunOutcome perform(
      Step step, ShellLines lines, RunDriver driver, FileSystem fs, Configuration conf)
      throws NoAnswerException, InterruptedException {
    try {
      if (step.shell().isEmpty()) {
        if (step.undo().isPresent()) {
          lines.undoAtTheEnd(step.undo().get());
        }
        watchdog.unlimit(); // the run has a watch of its own, and undos take their time
        return driver.attempt(conf);
      }
      Time time = console.time();
      SitePolicy site = new SitePolicy(settings);
      Optional<Deadline> hours =
          site.left("step '" + step.name() + "'", time.instant())
              .map(left -> new Deadline(time, time.nanos() + left.toNanos(), site.endOfHours()));
      console.audit().note("shell", step.shell().get());
      Deadline own = ofShell(time, step.deadline(), driver.deadline());
      ShellLine line = lines.start(step.shell().get(), step.undo());
      watchdog.unlimit();
      ShellLine.Result result = line.await(Deadline.first(Optional.of(own), hours).orElseThrow());
      Path output = new Path(Settings.OUT.get(conf), "output.txt"); // in place of a run directory
      TimeLimit.run(
          RunDriver.CHECK_LIMIT,
          "can't write " + output,
          () -> RunDirectory.write(fs, output, result.output()));
      String failure = result.failure().orElse(null);
      return new RunOutcome(null, failure == null ? ExitCode.OK : ExitCode.FAILED, failure);
    } catch (NoAnswerException e) {
      throw e;
    } catch (UsageException e) { // the hours of the site
      return RunOutcome.failed(ExitCode.USAGE, e.getMessage());
    } catch (IOException e) {
      return RunOutcome.failed(ExitCode.FAILED, FailureText.of(e));
    }
  }

  /**
   * The end of a shell step.
   *
   * @param own limit of the step, if it has one
   * @param ofAll limit of the suite, or the earlier one of both
   */
  static Deadline ofShell(Time time, Optional<Duration> own, Optional<Deadline> ofAll) {
    Deadline limit = Deadline.in(time, own.orElse(ShellLine.LIMIT));
    return Deadline.first(ofAll, Optional.of(limit)).orElseThrow();
  }

  private Deadline deadline(Duration limit) {
    return Deadline.in(console.time(), limit);
  }

  private void say(PlannedRun run, String text) {
    console.say(describe(run) + ": " + text);
  }

  private static String describe(PlannedRun run) {
    boolean nameless = run.step().name().isEmpty() && run.rung().isEmpty();
    Stream<String> command =
        Stream.of(Settings.COMMAND, Settings.ASSIGNMENTS)
            .filter(setting -> nameless)
            .map(setting -> setting.text(run.conf()));
    Stream<String> rung =
        run.rung().entrySet().stream()
            .map(
                e ->
                    (e.getKey().isFlag() ? e.getKey().flag() : e.getKey().name())
                        + " "
                        + e.getValue());
    return Stream.of(
            Stream.of(run.visit().configuration(), run.step().name())
                .filter(name -> !name.isEmpty()),
            command,
            rung,
            Stream.of(run.repeat()).filter(n -> n > 1).map(n -> "(" + n + ")"))
        .flatMap(parts -> parts)
        .collect(Collectors.joining(" "));
  }
}
