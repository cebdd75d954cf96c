package io.hbench.driver;

import io.hbench.compare.Comparison;
import io.hbench.doc.TextRenderer;
import io.hbench.figure.Format;
import io.hbench.figure.Margins;
import io.hbench.job.JobSubmission;
import io.hbench.latency.LatencySummary;
import io.hbench.latency.Side;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.LoadEstimate;
import io.hbench.spec.RunSpec;
import io.hbench.spec.SitePolicy;
import io.hbench.spec.Tenants;
import io.hbench.suite.PlannedRun;
import io.hbench.suite.RunOutcome;
import io.hbench.suite.SuiteExecution;
import io.hbench.suite.SuiteRecord;
import io.hbench.view.ComparisonView;
import io.hbench.view.SuiteView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionInfo;

/**
 * Drives the tenants of one job: runs that start together, in one window. Each leaves a run
 * directory; their table is that of a ladder, whose rungs are the tenants.
 *
 * @param plan a run for each tenant, with its name as directory
 * @param known record without runs
 */
public record TenantsDriver(
    List<PlannedRun> plan, SuiteRecord known, Configuration shared, Console console) {
  private static final String NAME = "tenants";
  private static final String OUTLASTS =
      "requests of %s took longer than the guard, and were in the next interval, too: the effect is"
          + " underestimated; make --alternate longer, or the load lower";

  private static final String CLOCKS =
      "clocks of the tasks of %s may differ by %d ms, more than the guard: the effect is"
          + " underestimated; make --alternate longer";

  private static final int MAX_NAMES = 3;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String NO_JOB = "no job was submitted";

  /**
   * Drives all tenants, and prints their figures.
   *
   * @return the worst of the tenants' exit codes
   * @throws UsageException if a tenant is wrong, or all together are more than the site allows;
   *     nothing was submitted then
   */
  public int drive() throws IOException, InterruptedException {
    Watchdog watchdog = new Watchdog(console, Hooks.none(console.time()), Optional.empty());
    return watchdog.watch(() -> drive(watchdog));
  }

  @SuppressWarnings("try") // the directory is released at the end
  private int drive(Watchdog watchdog) throws IOException, InterruptedException {
    List<Configuration> given =
        plan.stream().map(run -> RunDriver.withDrawSeed(run.conf())).toList();
    String order = Settings.DRAW_SEED.text(given.get(0));
    given.stream()
        .filter(Settings.NEIGHBOUR_OF::isSet)
        .forEach(conf -> Settings.NEIGHBOUR_OF.set(conf, order));
    List<RunSpec> specs = given.stream().map(RunSpec::from).toList();
    SitePolicy site = new SitePolicy(shared);
    int tasks = specs.stream().mapToInt(RunSpec::tasks).sum();
    site.checkTogether(specs, Tenants.containers(Tenants.job(given), tasks));
    site.left(specs.get(0), console.time().instant())
        .ifPresent(left -> watchdog.endIn(left.toNanos(), site.endOfHours()));
    RunDirectory directory = RunDriver.newDirectory(shared, NAME);
    boolean dry = Settings.DRY_RUN.get(shared);
    if (!dry) {
      List<RunSpec> writing =
          specs.stream().filter(spec -> LoadEstimate.of(spec).maxBytesWritten() > 0).toList();
      long bytes =
          writing.stream().mapToLong(spec -> LoadEstimate.of(spec).maxBytesWritten()).sum();
      boolean consented = writing.stream().allMatch(spec -> spec.tableSpec().consent().toSize());
      new RunDriver(console).confirmVolume("--tenants", "up to", bytes, consented);
    }
    HadoopVersion.check(VersionInfo.getVersion());
    RunDriver.take(directory, shared, console.time());
    console.audit().note("directory", directory.path());
    for (PlannedRun run : plan) {
      if (!Settings.YES.get(run.conf()).names().isEmpty()) {
        String consent = Settings.YES.flag() + "=" + Settings.YES.text(run.conf());
        console.audit().note("consent", run.directory() + ": " + consent);
      }
    }
    try (TakenDirectory taken = new TakenDirectory(directory);
        TenantServers servers =
            new TenantServers(console, () -> save(directory, known, List.of()))) {
      JobSubmission planned = submission(given, directory);
      long heap = planned.heapOfTask();
      for (int i = 0; i < plan.size(); i++) {
        PlannedRun run = plan.get(i);
        servers.add(run, given.get(i), directory.directory(run.directory()), heap);
      }
      JobSubmission checked = submission(servers.configurations(), directory);
      new RunDriver(console).check(checked, RunDriver.askQueue(checked.spec(), checked.conf()));
      if (dry) {
        console.out().println("containers of all tenants: " + planned.resources());
        servers.print();
        return ExitCode.OK;
      }
      if (!Settings.QUIET.get(shared)) {
        servers.clusters().forEach(cluster -> console.err().println("cluster: " + cluster));
      }
      watchdog.reading(directory.filesRead()::get);
      watchdog.begin(limit(given));
      return drive(servers, directory, watchdog);
    }
  }

  /** The longest of the tenants' time limits. */
  private static RunLimit limit(List<Configuration> tenants) {
    return Collections.max(
        tenants.stream().map(conf -> RunLimit.of(RunSpec.from(conf), conf)).toList(),
        Comparator.comparing(RunLimit::length));
  }

  private JobSubmission submission(List<Configuration> tenants, RunDirectory run) {
    Configuration job = Tenants.job(tenants);
    return new JobSubmission(console.time(), RunSpec.from(job), job, run);
  }

  private int drive(TenantServers servers, RunDirectory directory, Watchdog watchdog)
      throws IOException, InterruptedException {
    try (StopSignal stop = StopSignal.guard(console, watchdog::state, watchdog::stands)) {
      watchdog.endedBy(stop, servers::shortage);
      servers.begin();
      JobSubmission submission =
          submission(watchdog.inTime(servers::prepare), directory.directory(Tenants.JOB));
      String settings = RunDriver.plan(submission.conf(), List.of());
      watchdog.check(NO_JOB);
      JobFacts job = execute(submission, settings, servers, watchdog);
      List<String> effects = new ArrayList<>();
      Map<String, Set<String>> near = new LinkedHashMap<>();
      SuiteRecord record = known;
      RunReport victim = null;
      for (int i = 0; i < plan.size(); i++) {
        int number = i;
        PlannedRun run = plan.get(i);
        RunOutcome outcome = RunConclusion.attempt(() -> servers.conclude(number, job), console);
        if (outcome.report() == null && outcome.failure() != null) {
          console.say("tenant " + run.directory() + ": " + outcome.failure());
        }
        record = record.with(run, outcome, number + 1 < plan.size());
        victim = i == 0 ? outcome.report() : victim;
        effects.addAll(effects(run, outcome, directory.directory(run.directory()), victim, near));
        if (number + 1 == plan.size() && !near.isEmpty()) {
          effects.add(sharing(near));
        }
        save(directory, record, effects);
      }
      console.out().print(TextRenderer.summary(SuiteView.of(record, directory.path(), effects)));
      int exitCode = ManyRuns.exitCode(record);
      if (!job.succeeded()) {
        console.say(job.describeFailure());
      }
      return exitCode;
    }
  }

  private JobFacts execute(
      JobSubmission submission, String settings, TenantServers servers, Watchdog watchdog)
      throws IOException, InterruptedException {
    boolean quiet = Settings.QUIET.get(shared);
    try (ProgressDisplay display = ProgressDisplay.of(submission.spec(), quiet, console)) {
      return submission.execute(
          settings,
          servers,
          Optional.empty(),
          now -> {
            display.show(now, Optional.empty(), List.of());
            return Optional.empty();
          },
          watchdog);
    }
  }

  /**
   * What a tenant tells of the effect of the neighbours; nothing if they always drive load.
   *
   * @param victim report of the first tenant; null without one
   * @param near gets the hosts that it shares with the victim, if there are any
   */
  private List<String> effects(
      PlannedRun run,
      RunOutcome outcome,
      RunDirectory directory,
      RunReport victim,
      Map<String, Set<String>> near) {
    RunSpec spec = RunSpec.from(run.conf());
    RunReport report = outcome.report();
    if (spec.candidate().isEmpty() || report == null || outcome.failure() != null) {
      return List.of();
    }
    String name = run.directory();
    List<String> lines = new ArrayList<>();
    if (spec.neighbourOf().isEmpty()) {
      if (!report.verdict().isInvalid()) {
        lines.add(effect(name, directory));
      }
    } else if (victim != null) {
      Set<String> hosts = new TreeSet<>(victim.tasks().hosts().keySet());
      hosts.retainAll(report.tasks().hosts().keySet());
      if (!hosts.isEmpty()) {
        near.put(name, hosts);
      }
    }
    if (!report.verdict().isValid()) {
      String reasons =
          report.verdict().reasons().stream()
              .map(reason -> reason.code().toString())
              .collect(Collectors.joining(", "));
      lines.add("%s is %s: %s".formatted(name, report.verdict().status(), reasons));
    }
    double guard = spec.alternation(Side.CANDIDATE).orElseThrow().guard() / NANOS_PER_MILLI;
    if (report.eachOperation().anyMatch(one -> outlasts(one, guard))) {
      lines.add(OUTLASTS.formatted(name));
    }
    if (Objects.requireNonNullElse(report.tasks().clockErrorMs(), 0.0) > guard) {
      lines.add(CLOCKS.formatted(name, Math.round(report.tasks().clockErrorMs())));
    }
    return lines;
  }

  /** The neighbours with tasks on hosts of the victim, in one line. */
  private String sharing(Map<String, Set<String>> near) {
    Set<String> hosts = new TreeSet<>();
    near.values().forEach(hosts::addAll);
    return "tasks of %s and %s share %s, such as %s: the effect includes that of the clients"
        .formatted(
            plan.get(0).directory(),
            Format.some(near.keySet(), MAX_NAMES, ", "),
            Format.counted(hosts.size(), "host"),
            hosts.iterator().next());
  }

  private static String effect(String victim, RunDirectory directory) {
    try {
      double confidence = SettingType.SHARE.read().apply(ComparisonReader.CONFIDENCE);
      Comparison comparison = ComparisonReader.compareLive(directory, Margins.USUAL, confidence);
      return victim + " with them: " + ComparisonView.line(comparison);
    } catch (UsageException | IOException e) {
      return "not known: " + FailureText.of(e);
    }
  }

  /** Whether requests of one interval were in flight, or in the backlog, after the next guard. */
  private static boolean outlasts(OperationReport operation, double millis) {
    LatencySummary latency = operation.latency();
    return latency.max() != null
        && Objects.requireNonNullElse(latency.p99(), latency.max()) > 1e3 * millis;
  }

  private static void save(RunDirectory directory, SuiteRecord record, List<String> effects)
      throws IOException {
    directory.writeJson(SuiteExecution.RECORD, record);
    RunConclusion.write(directory, SuiteView.of(record, directory.path(), effects));
  }
}
