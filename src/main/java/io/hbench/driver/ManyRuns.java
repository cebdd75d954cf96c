package io.hbench.driver;

import io.hbench.job.JobFollower;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.suite.PlannedRun;
import io.hbench.suite.RunOutcome;
import io.hbench.suite.SuiteExecution;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.SuiteTable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Drives the runs of a ladder or a suite, and prints the table of all of them. */
public record ManyRuns(Console console, boolean quiet) {

  /**
   * Drives the runs of a plan that are not complete yet.
   *
   * @return the worst of the runs' exit codes
   * @throws IOException if a job of an earlier attempt may still be running
   */
  public int run(RunDirectory directory, List<PlannedRun> plan, SuiteRecord known)
      throws IOException, InterruptedException {
    SuiteExecution execution =
        new SuiteExecution(
            directory, (run, number, of, conf) -> drive(directory, run, number, of, conf));
    if (directory.has(SuiteExecution.RECORD)) {
      checkEnded(execution, plan, known);
    }
    SuiteRecord record = execution.run(plan, known);
    if (record.runs().size() < plan.size()) {
      console
          .err()
          .printf("hbench: stopped after %d of %d runs%n", record.runs().size(), plan.size());
    }
    console.out().print(SuiteTable.of(record));
    console.out().println("directory: " + directory.path());
    return ExitCode.worst(record.runs().stream().map(SuiteRecord.Run::exitCode).toList());
  }

  /** Refuses to start a run while a job of an earlier attempt may drive load. */
  private static void checkEnded(SuiteExecution execution, List<PlannedRun> plan, SuiteRecord known)
      throws IOException, InterruptedException {
    for (PlannedRun run : plan) {
      if (run.shell().isEmpty() && !known.isComplete(run)) {
        for (RunDirectory attempt : execution.attempts(run)) {
          Optional<String> running =
              JobFollower.isLocal(attempt) // such a job has ended with its process
                  ? Optional.empty()
                  : JobFollower.whyRunning(run.conf(), attempt);
          if (running.isPresent()) {
            throw new IOException(
                "%s: a job may still be running (%s); report --follow %s waits for its end; if it has ended, delete that directory"
                    .formatted(describe(run), running.get(), attempt.path()));
          }
        }
      }
    }
  }

  private RunOutcome drive(
      RunDirectory directory, PlannedRun run, int number, int of, Configuration conf)
      throws InterruptedException {
    if (!quiet) {
      console.err().printf("hbench: run %d of %d: %s%n", number, of, describe(run));
    }
    RunOutcome outcome =
        run.shell().isPresent()
            ? shell(run.shell().get(), directory, new Path(Settings.OUT.get(conf)))
            : new RunDriver(console, run.during()).attempt(conf);
    if (outcome.failure() != null) {
      boolean resumable = outcome.last() && !run.step().isEmpty();
      String hint = resumable ? "; suite --resume " + directory.path() + " goes on" : "";
      console.err().println("hbench: " + describe(run) + ": " + outcome.failure() + hint);
    }
    return outcome;
  }

  /** Runs a shell step; its output goes to {@code output.txt} in place of a run directory. */
  private static RunOutcome shell(String line, RunDirectory suite, Path place)
      throws InterruptedException {
    try (ShellLine started = ShellLine.start(line, Map.of("HBENCH_OUT", place.toString()))) {
      ShellLine.Result result = started.await();
      RunDirectory.write(suite.fileSystem(), new Path(place, "output.txt"), result.output());
      return result
          .failure()
          .map(failure -> RunOutcome.failed(ExitCode.FAILED, failure))
          .orElseGet(RunOutcome::done);
    } catch (IOException e) {
      return RunOutcome.failed(ExitCode.FAILED, e.getMessage());
    }
  }

  private static String describe(PlannedRun run) {
    Stream<String> rung =
        run.rung().entrySet().stream().map(e -> e.getKey().flag() + " " + e.getValue());
    return Stream.of(
            Stream.of(run.step()).filter(step -> !step.isEmpty()),
            rung,
            Stream.of(run.repeat()).filter(n -> n > 1).map(n -> "(" + n + ")"))
        .flatMap(parts -> parts)
        .collect(Collectors.joining(" "));
  }
}
