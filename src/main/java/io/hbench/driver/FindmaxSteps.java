package io.hbench.driver;

import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.findmax.Findmax;
import io.hbench.findmax.FindmaxRecord;
import io.hbench.findmax.RateSearch;
import io.hbench.job.JobSubmission;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.Version;
import io.hbench.settings.Command;
import io.hbench.settings.CommandSettings;
import io.hbench.settings.Objective;
import io.hbench.settings.OutputFormat;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.suite.RunOutcome;
import io.hbench.view.SearchView;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/** Steps of a findmax job: asks the search for each rate, and writes the record after each step. */
public final class FindmaxSteps implements JobSubmission.Steps {
  /** Default objective on errors: a rate at which requests fail is not sustainable. */
  private static final String FEW_ERRORS = "errors < 1%";

  /** Of a step: more would take the submitter long to judge. */
  private static final int MAX_INTERVALS = 600;

  private final RunSpec spec;
  private final Configuration conf;
  private final RunDirectory directory;
  private final Console console;
  private final List<String> objectives;
  private final Findmax findmax;

  /** The step that is not over; empty before the first one. */
  private Optional<RateSearch.Probe> current = Optional.empty();

  private int number;

  FindmaxSteps(RunSpec spec, Configuration conf, RunDirectory directory, Console console) {
    this.spec = spec;
    this.conf = conf;
    this.directory = directory;
    this.console = console;
    this.objectives = objectives(spec);
    RateSearch search =
        new RateSearch(
            Settings.START_RATE.get(conf).doubleValue(),
            Settings.PRECISION.get(conf),
            Settings.MAX_STEPS.get(conf),
            Settings.SITE_RATE.find(conf).map(BigDecimal::doubleValue).orElse(RateSearch.MAX_RATE),
            !Settings.CONFIRM.get(conf).isZero());
    this.findmax = new Findmax(search, spec.tasks(), spec.totalThreads() * spec.load().inFlight());
  }

  private static List<String> objectives(RunSpec spec) {
    List<String> texts =
        new ArrayList<>(spec.policies().objectives().stream().map(Objective::text).toList());
    if (!spec.judges(Figure.ERRORS::equals)) {
      texts.add(FEW_ERRORS);
    }
    return texts;
  }

  @Override
  public Optional<String> next(Optional<RunDirectory> done) throws IOException {
    if (done.isPresent()) {
      RunReport report = ReportReader.read(done.get());
      RunConclusion.writeFigures(done.get(), report);
      findmax.add(RunDirectory.step(number), current.orElseThrow(), report);
      FindmaxRecord record = record();
      directory.writeJson(RunDirectory.FINDMAX, record);
      RunConclusion.write(directory, SearchView.of(record));
      if (!Settings.QUIET.get(conf)) {
        console.say(SearchView.line(record.steps().get(number - 1)));
      }
    }
    current = findmax.next();
    if (current.isEmpty()) {
      return Optional.empty();
    }
    number++;
    return Optional.of(RunDriver.plan(step(current.get()), List.of()));
  }

  private FindmaxRecord record() {
    String command = spec.commandText() + " on table " + spec.table();
    return findmax.record(command, Version.hbench(), directory.path().toString(), objectives);
  }

  /** Settings of the next step as a run of its own. */
  private Configuration step(RateSearch.Probe probe) {
    Configuration step = new Configuration(conf);
    for (Setting<?> setting : Settings.all()) {
      if (!CommandSettings.takes(Command.RUN, setting)) {
        step.unset(setting.property());
      }
    }
    Settings.COMMAND.set(step, Command.RUN.toString());
    Duration usual = spec.limit().time().orElseThrow();
    Duration window = probe.confirmation() ? Settings.CONFIRM.get(conf) : usual;
    Settings.RATE.set(step, BigDecimal.valueOf(probe.rate()).toPlainString());
    Settings.FOR.set(step, window.toMillis() + "ms");
    Settings.WARMUP.set(step, spec.measurement().warmup().toMillis() + "ms");
    Settings.INTERVAL.set(step, interval(window) + "ms");
    Settings.OBJECTIVE.set(step, String.join(",", objectives));
    // other rows than the previous step left in the caches
    Settings.DRAW_SEED.set(step, Long.toString(spec.data().drawSeed() + number));
    return step;
  }

  /** The same in all steps, because objectives may be about each interval; unless it is short. */
  private long interval(Duration window) {
    return Math.max(spec.measurement().interval().toMillis(), window.toMillis() / MAX_INTERVALS);
  }

  /** The record of a search; empty if the directory has none. */
  private static Optional<FindmaxRecord> read(RunDirectory directory) throws IOException {
    return directory.readJson(RunDirectory.FINDMAX, FindmaxRecord.class);
  }

  /** Prints the result of a search as JSON, or as text. */
  public static void print(
      RunDirectory directory, OutputFormat format, Function<Document, String> text, Console console)
      throws IOException {
    Optional<FindmaxRecord> record = read(directory);
    try {
      record
          .map(
              r ->
                  format == OutputFormat.JSON
                      ? RunDirectory.toJson(r)
                      : text.apply(SearchView.of(r)))
          .ifPresent(console.out()::print);
    } catch (RuntimeException e) { // a part of it is missing
      throw new IOException(
          directory.path() + "/" + RunDirectory.FINDMAX + " is damaged: " + FailureText.of(e), e);
    }
    if (record.isPresent() && JobFacts.find(directory).filter(JobFacts::succeeded).isEmpty()) {
      console.say("the search has not come to its end: its rates are those of its steps so far");
    }
  }

  /** Outcome of a search: the report is that of its best step. */
  static RunOutcome outcome(RunDirectory directory, JobFacts job) throws IOException {
    FindmaxRecord record = read(directory).orElse(null);
    if (!job.succeeded() || record == null) {
      return RunOutcome.failed(ExitCode.FAILED, job.describeFailure());
    }
    RunReport report = ReportReader.read(directory.directory(record.shown()));
    int code = exitCode(record.result());
    if (code == ExitCode.OK
        && Settings.STRICT.get(directory.plan())
        && !report.verdict().isValid()) {
      code = ExitCode.NOT_TRUSTED;
    }
    return RunOutcome.ofSearch(report, code, record.result());
  }

  static int exitCode(FindmaxRecord.Result result) {
    int without = result.tellsOfServers() ? ExitCode.MISSED : ExitCode.FAILED;
    return result.rate() != null ? ExitCode.OK : without;
  }
}
