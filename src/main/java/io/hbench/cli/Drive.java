package io.hbench.cli;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.Tables;
import io.hbench.job.Submission;
import io.hbench.report.ReportFiles;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.run.Command;
import io.hbench.run.RunSpec;
import io.hbench.run.Setting;
import io.hbench.run.Settings;
import io.hbench.run.UsageException;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.Outcome;
import java.io.IOException;
import java.io.StringWriter;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;

/** Drives one run from its configuration to its report. Prints nothing but progress. */
record Drive(Console console) {

  /**
   * Prepares the table, submits the job, waits for it, and reads the report.
   *
   * @throws UsageException if the configuration or the table is wrong; nothing was submitted then
   */
  Outcome run(Configuration conf) throws IOException, InterruptedException {
    RunSpec spec = RunSpec.from(conf);
    RunDirectory directory = newDirectory(conf, spec.command().toString());
    TableServers.check(spec, conf);
    if (!spec.needsTable()) {
      JobFacts job = submit(spec, conf, directory, Submission.Servers.NONE);
      return report(conf, directory, job, Optional.empty());
    }
    Configuration hbase = HBaseConf.find(conf, console.environment());
    try (Cluster cluster = Cluster.connect(hbase)) {
      new Tables(cluster, spec, hbase).prepare(Version.hbench(), console::confirm);
      TableServers servers = new TableServers(cluster, spec, hbase, directory, console);
      boolean load = spec.command() == Command.LOAD;
      if (!load) {
        servers.prepare();
      }
      JobFacts job = submit(spec, hbase, directory, servers);
      Optional<IOException> failure = Optional.empty();
      if (load && job.succeeded()) {
        failure = servers.tryToPrepare(); // whatever comes of it: the rows are there
        directory.writeJson(RunDirectory.JOB, job.with(servers.prepared()));
      }
      return report(hbase, directory, job, failure);
    }
  }

  /** The same as one of many runs: what goes wrong is in what it returns. */
  Outcome attempt(Configuration conf) throws InterruptedException {
    try {
      return run(conf);
    } catch (UsageException e) {
      return Outcome.failed(ExitCode.USAGE, e.getMessage());
    } catch (IOException e) {
      return Outcome.failed(ExitCode.FAILED, StringUtils.substringBefore(e.getMessage(), "\n"));
    } catch (RuntimeException e) {
      e.printStackTrace(console.err());
      return Outcome.failed(ExitCode.FAILED, "this is a bug in hbench " + Version.hbench());
    }
  }

  private JobFacts submit(
      RunSpec spec, Configuration conf, RunDirectory directory, Submission.Servers servers)
      throws IOException, InterruptedException {
    try (ProgressDisplay progress = ProgressDisplay.of(spec, Settings.QUIET.get(conf), console)) {
      return new Submission(spec, conf, directory)
          .execute(plan(conf), Version.hbench(), servers, progress::show);
    }
  }

  private static Outcome report(
      Configuration conf, RunDirectory directory, JobFacts job, Optional<IOException> failure)
      throws IOException {
    RunReport report = ReportReader.read(directory);
    ReportFiles.write(directory, report);
    if (!job.succeeded()) {
      String state = job.state().toLowerCase(Locale.ROOT);
      return new Outcome(
          report, ExitCode.FAILED, "the job " + state + " (" + job.id() + "): " + job.failure());
    }
    return failure
        .map(e -> new Outcome(report, ExitCode.FAILED, e.getMessage()))
        .orElseGet(() -> new Outcome(report, exitCode(report, Settings.STRICT.get(conf)), null));
  }

  private static int exitCode(RunReport report, boolean strict) {
    if (report.proof() != null && report.proof().flawed() > 0) {
      return ExitCode.WRONG_DATA;
    }
    if (strict && !report.verdict().isValid()) {
      return ExitCode.NOT_TRUSTED;
    }
    return report.verdict().isInvalid() ? ExitCode.FAILED : ExitCode.FINE;
  }

  /** A directory of its own, which does not exist yet: {@code --out}, or one with that name. */
  static RunDirectory newDirectory(Configuration conf, String name) throws IOException {
    String id =
        DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
                .format(LocalDateTime.now(ZoneId.systemDefault()))
            + "-"
            + name
            + "-"
            + Long.toString(System.nanoTime() & 0xFFFF, 36);
    String out = Settings.OUT.find(conf).orElse("hbench/" + id);
    RunDirectory directory = new RunDirectory(conf, CommandLine.path("--out", out));
    if (directory.exists()) {
      throw UsageException.badValue("--out", out, "exists already", "--out " + out + "-2");
    }
    return directory;
  }

  /** What the run would need to be run again, and nothing that is the cluster's own. */
  private static String plan(Configuration conf) throws IOException {
    Configuration plan = new Configuration(false);
    for (Setting<?> setting : Settings.all()) {
      if (!setting.equals(Settings.OUT) && !setting.text(conf).isEmpty()) {
        setting.set(plan, setting.text(conf));
      }
    }
    StringWriter xml = new StringWriter();
    plan.writeXml(xml);
    return xml.toString();
  }
}
