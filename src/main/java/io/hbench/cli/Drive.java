package io.hbench.cli;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.HandOver;
import io.hbench.cluster.Tables;
import io.hbench.job.Submission;
import io.hbench.report.ReportFiles;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.run.RunSpec;
import io.hbench.run.Setting;
import io.hbench.run.Settings;
import io.hbench.run.UsageException;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.suite.Outcome;
import java.io.IOException;
import java.io.StringWriter;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

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
    if (!spec.needsTable()) {
      return execute(spec, conf, directory, () -> null);
    }
    Configuration hbase = HBaseConf.find(conf, console.environment());
    try (Cluster cluster = Cluster.connect(hbase)) {
      new Tables(cluster, spec, hbase).prepare(Version.hbench(), console::confirm);
      Submission.Servers servers =
          new Submission.Servers() {
            @Override
            public ServerFacts facts() {
              return Drive.this.facts(cluster, spec);
            }

            @Override
            public JobFacts take(JobFacts job) throws IOException {
              return spec.bulk() ? job.with(handOver(spec, hbase, directory)) : job;
            }
          };
      return execute(spec, hbase, directory, servers);
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

  private Outcome execute(
      RunSpec spec, Configuration conf, RunDirectory directory, Submission.Servers servers)
      throws IOException, InterruptedException {
    JobFacts job;
    try (ProgressDisplay progress = ProgressDisplay.of(spec, Settings.QUIET.get(conf), console)) {
      job =
          new Submission(spec, conf, directory)
              .execute(plan(conf), Version.hbench(), servers, progress::show);
    }
    RunReport report = ReportReader.read(directory);
    ReportFiles.write(directory, report);
    if (!job.succeeded()) {
      String state = job.state().toLowerCase(Locale.ROOT);
      return new Outcome(
          report, ExitCode.FAILED, "the job " + state + " (" + job.id() + "): " + job.failure());
    }
    return new Outcome(report, exitCode(report, Settings.STRICT.get(conf)), null);
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

  private static JobFacts.HandOver handOver(
      RunSpec spec, Configuration conf, RunDirectory directory) throws IOException {
    List<Path> roots = new ArrayList<>();
    roots.add(new Path(directory.path(), RunDirectory.HFILES));
    Settings.HFILES.find(conf).stream().flatMap(List::stream).map(Path::new).forEach(roots::add);
    return new HandOver(conf, spec.table(), roots).take(spec.range());
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

  /** The run is worth more than what the servers say about it. */
  private ServerFacts facts(Cluster cluster, RunSpec spec) {
    try {
      return cluster.facts(spec.target());
    } catch (IOException e) {
      console.err().println("hbench: the servers don't tell how they are: " + e.getMessage());
      return null;
    }
  }
}
