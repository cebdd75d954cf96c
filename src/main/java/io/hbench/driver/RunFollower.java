package io.hbench.driver;

import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.cluster.HBaseConf;
import io.hbench.job.JobFollower;
import io.hbench.job.JobSubmission;
import io.hbench.job.barrier.SubmitterHeartbeat;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import io.hbench.spec.SitePolicy;
import io.hbench.suite.RunOutcome;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Attaches to a submitted run, and completes it in place of the submitter: job facts, cluster
 * snapshot, report.
 */
public record RunFollower(Console console) {
  /** Hadoop's format of the identity of a job. */
  private static final String JOB_ID = "job_[A-Za-z0-9]+_\\d{1,9}";

  /** For snapshots, slow logs and a report, after the end of a job. */
  private static final Duration REPORT_LIMIT = Duration.ofSeconds(30);

  private static final Duration REPORT_POLL = Duration.ofMillis(500);

  /**
   * Waits for the end of a run, for as long as it may take.
   *
   * @return the outcome, as the submitter would have returned it
   */
  public RunOutcome run(RunDirectory directory, Configuration conf)
      throws IOException, InterruptedException {
    Watchdog watchdog = new Watchdog(console);
    return watchdog.watch(() -> run(directory, conf, watchdog));
  }

  private RunOutcome run(RunDirectory directory, Configuration conf, Watchdog watchdog)
      throws IOException, InterruptedException {
    JobFacts known = job(directory);
    if (known.hasEnded()) {
      return recorded(directory, conf);
    }
    // the policy may be another one than at its start
    RunSpec spec = RunSpec.from(SitePolicy.lifted(conf, Settings.SITE_METRICS_PORT));
    if (spec.bulk()) {
      throw new UsageException(
          "--follow: only the submitter of a bulk load loads its HFiles; if the submitter has ended, try load --resume %s"
              .formatted(quoted(directory.path())));
    }
    if (spec.tenant().isPresent()) {
      throw new UsageException(
          "--follow: only the submitter makes the reports of tenants, and its job ends with it; try report %s"
              .formatted(quoted(directory.path())));
    }
    if (spec.policies().detach()) {
      SubmitterHeartbeat.giveOne(directory); // fails now without the right to write, not at the end
    }
    watchdog.reading(directory.filesRead()::get);
    RunLimit limit = RunLimit.of(spec, conf);
    // YARN ends a detached job at its limit: the follower tells how it has ended
    watchdog.beginAnew(limit.length().plus(Watchdog.GRACE), limit.exceeded());
    Optional<JobFacts> ended =
        watchdog.within(
            "; its job may still be running", () -> follow(spec, conf, directory, known));
    return ended.isPresent()
        ? RunConclusion.report(conf, directory, ended.get(), Optional.empty())
        : recorded(directory, conf);
  }

  /**
   * Outcome of a run whose end another process has recorded. The report comes after it: until then
   * events, and the length of a run that ends by its precision, are unknown.
   */
  private RunOutcome recorded(RunDirectory directory, Configuration conf)
      throws IOException, InterruptedException {
    if (Settings.COMMAND.get(conf) == Command.FINDMAX) {
      return FindmaxSteps.outcome(directory, job(directory));
    }
    RunSpec spec = RunSpec.from(directory.plan());
    boolean isLong = spec.command() == Command.LOAD; // its table is prepared, or gets its HFiles
    long deadline = console.time().nanos() + REPORT_LIMIT.toNanos();
    while (!isLong && !directory.has(RunDirectory.REPORT_PAGE)) {
      if (console.time().nanos() > deadline) { // that process was killed
        return RunConclusion.report(conf, directory, job(directory), Optional.empty());
      }
      console.time().sleep(REPORT_POLL);
    }
    RunReport report = ReportReader.read(directory);
    String written = Settings.PROMETHEUS.text(directory.plan()); // by that process
    return RunConclusion.outcome(
        conf,
        report,
        job(directory),
        RunConclusion.prometheus(conf)
            .filter(file -> !file.name().equals(written))
            .flatMap(file -> RunConclusion.tryToWrite(file, report)));
  }

  private static JobFacts job(RunDirectory directory) throws IOException {
    JobFacts job = JobFacts.read(directory);
    String id = job.job().id(); // null if the submitter was killed before it knew it
    if ((id != null && !id.matches(JOB_ID)) || !isTime(job.status().started())) {
      throw new IOException(
          "%s/%s is damaged: no job, or no time of its start"
              .formatted(directory.path(), RunDirectory.JOB));
    }
    return job;
  }

  private static boolean isTime(String text) {
    try {
      return text != null && OffsetDateTime.parse(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private Optional<JobFacts> follow(
      RunSpec spec, Configuration conf, RunDirectory directory, JobFacts known)
      throws IOException, InterruptedException {
    if (!Settings.QUIET.get(conf)) {
      console.say("following " + known.job().label() + "; Ctrl-C does not kill it");
    }
    try (RunCluster servers = spec.needsTable() ? connect(spec, conf, directory) : null;
        LiveProgress progress =
            new LiveProgress(spec, directory, conf, console, Optional.empty())) {
      return new JobFollower(console.time(), spec, conf, directory)
          .follow(known, servers == null ? JobSubmission.Servers.NONE : servers, progress::show);
    }
  }

  /** The cluster, or null with a message: the run can be followed without. */
  private RunCluster connect(RunSpec spec, Configuration conf, RunDirectory directory)
      throws InterruptedException {
    try {
      Configuration hbase = HBaseConf.find(conf, console.environment());
      return RunCluster.connect(spec, hbase, directory, console);
    } catch (UsageException | IOException e) {
      console.say("no cluster snapshot: " + FailureText.of(e));
      return null;
    }
  }
}
