package io.hbench.driver;

import io.hbench.cluster.NodeExporters;
import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.html.PageRenderer;
import io.hbench.report.MeasuredIntervals;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.report.cost.Machines.Host;
import io.hbench.report.cost.Machines.Source;
import io.hbench.report.format.HistogramLog;
import io.hbench.report.format.JunitSuite;
import io.hbench.report.format.PrometheusText;
import io.hbench.report.live.RunEnding;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.HostFacts;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.spec.RunSpec;
import io.hbench.suite.RunOutcome;
import io.hbench.time.Work;
import io.hbench.view.RunView;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Conclusion of a run whose job has ended: its report files and its outcome with the exit code. */
public final class RunConclusion {
  private RunConclusion() {}

  /** The outcome of an attempt, with errors as outcome. */
  static RunOutcome attempt(Work<RunOutcome> attempt, Console console) throws InterruptedException {
    try {
      return attempt.perform();
    } catch (UsageException e) {
      return RunOutcome.failed(ExitCode.USAGE, e.getMessage());
    } catch (IOException e) {
      return RunOutcome.failed(ExitCode.FAILED, FailureText.of(e));
    } catch (RuntimeException e) {
      return RunOutcome.failed(ExitCode.FAILED, console.bug(e));
    }
  }

  /**
   * Reads and writes the report of a job that has ended.
   *
   * @param failure of a step after the job
   */
  static RunOutcome report(
      Configuration conf, RunDirectory directory, JobFacts job, Optional<IOException> failure)
      throws IOException, InterruptedException {
    if (Settings.COMMAND.get(conf) == Command.FINDMAX) {
      return FindmaxSteps.outcome(directory, job);
    }
    if (job.status().finished() == null) {
      return new RunOutcome(null, ExitCode.OK, null);
    }
    Optional<RunEnding> ending = RunEnding.of(directory, RunSpec.from(directory.plan()));
    if (ending.isPresent()) {
      ending.get().conclude();
    }
    RunReport report = withHosts(conf, directory, ReportReader.read(directory));
    Optional<IOException> unwritten = Optional.empty();
    try {
      write(directory, report);
    } catch (IOException e) { // the report is printed all the same
      unwritten = Optional.of(new IOException("no report files: " + FailureText.of(e), e));
    }
    Optional<IOException> first = failure.isPresent() ? failure : unwritten;
    return outcome(
        conf,
        report,
        job,
        first.or(() -> prometheus(conf).flatMap(file -> tryToWrite(file, report))));
  }

  /** The report with what the site's Prometheus knows of hosts without a task, if it has one. */
  private static RunReport withHosts(Configuration conf, RunDirectory directory, RunReport report)
      throws IOException, InterruptedException {
    Optional<String> url = Settings.PROMETHEUS_URL.find(conf);
    String started = report.window().started();
    if (url.isEmpty() || started == null || report.machines() == null) {
      return report;
    }
    List<String> hosts =
        report.machines().hosts().stream()
            .filter(host -> host.source() != Source.TASK)
            .map(Host::host)
            .toList();
    if (hosts.isEmpty()) {
      return report;
    }
    double offset =
        MeasuredIntervals.of(directory)
            .offset(RunSpec.from(directory.plan()).measurement(), report.window());
    Instant start = OffsetDateTime.parse(started).toInstant().plusMillis((long) (1e3 * offset));
    HostFacts facts =
        NodeExporters.read(
            conf,
            URI.create(url.get()),
            hosts,
            OffsetDateTime.parse(report.run().started()).toInstant(),
            start,
            start.plusMillis((long) (1e3 * report.window().seconds())));
    try {
      directory.writeJson(HostFacts.FILE, facts);
    } catch (IOException e) { // as of the files of the report, which say so
      return report;
    }
    return ReportReader.read(directory);
  }

  /** The file with the figures of the last run for Prometheus, which the settings name. */
  public static Optional<UserFile> prometheus(Configuration conf) {
    return UserFile.of(
        Settings.PROMETHEUS,
        conf,
        "/var/lib/node_exporter/hbench.prom",
        PrometheusText::isFirstLine);
  }

  /** Replaces the file for Prometheus; returns the error if that failed. */
  static Optional<IOException> tryToWrite(UserFile file, RunReport report) {
    try {
      file.replace(PrometheusText.of(report));
      return Optional.empty();
    } catch (UsageException e) {
      return Optional.of(new IOException(FailureText.of(e), e));
    } catch (IOException e) {
      return Optional.of(
          new IOException(
              "cannot write " + file.name() + " (--prometheus): " + FailureText.of(e), e));
    }
  }

  /**
   * The exit code of a run or of a search by its files, which do not say whether a hook or work
   * after the job has failed.
   *
   * @param report empty for a search
   */
  public static int exitCode(RunDirectory directory, Optional<RunReport> report)
      throws IOException {
    JobFacts job = JobFacts.read(directory);
    if (report.isEmpty()) {
      return FindmaxSteps.outcome(directory, job).exitCode();
    }
    Configuration plan = directory.plan();
    return job.status().finished() == null
        ? exitCode(report.get(), Settings.STRICT.get(plan))
        : outcome(plan, report.get(), job, Optional.empty()).exitCode();
  }

  static void write(RunDirectory directory, RunReport report) throws IOException {
    writeFiles(directory, report);
    RunView.writePage(directory, report);
  }

  /** Writes all files of a report but the page, replacing earlier ones. */
  public static void writeFiles(RunDirectory directory, RunReport report) throws IOException {
    writeFigures(directory, report);
    if (!report.objectives().isEmpty()) {
      directory.write(RunDirectory.JUNIT, JunitSuite.of(report).xml());
    }
  }

  /** The same without {@code junit.xml}: a findmax step that misses an objective is no failure. */
  static void writeFigures(RunDirectory directory, RunReport report) throws IOException {
    HistogramLog.write(directory, report);
    directory.writeJson(RunDirectory.REPORT_JSON, report);
    directory.write(RunDirectory.REPORT_TEXT, RunView.details(report));
  }

  /** Writes a document as a text and as a page, both named after its kind. */
  static void write(RunDirectory directory, Document document) throws IOException {
    directory.write(document.kind() + ".txt", TextRenderer.whole(document));
    directory.write(document.kind() + ".html", PageRenderer.html(document));
  }

  /** Outcome of a run whose report files are written. */
  static RunOutcome outcome(
      Configuration conf, RunReport report, JobFacts job, Optional<IOException> failure) {
    if (job.isBreached()) {
      return new RunOutcome(
          report, ExitCode.MISSED, "the job was ended: " + job.status().failure());
    }
    if (!job.succeeded()) {
      return new RunOutcome(report, ExitCode.FAILED, job.describeFailure());
    }
    int code = exitCode(report, Settings.STRICT.get(conf));
    return failure
        .map(
            e ->
                new RunOutcome(
                    report, ExitCode.worst(List.of(code, ExitCode.FAILED)), FailureText.of(e)))
        .orElseGet(() -> new RunOutcome(report, code, null));
  }

  private static int exitCode(RunReport report, boolean strict) {
    if (report.verification() != null && report.verification().defects().total() > 0) {
      return ExitCode.WRONG_DATA;
    }
    if (report.verdict().isInvalid()) {
      return ExitCode.FAILED;
    }
    if (!report.meetsObjectives()) {
      return ExitCode.MISSED;
    }
    return strict && !report.verdict().isValid() ? ExitCode.NOT_TRUSTED : ExitCode.OK;
  }
}
