package io.hbench.driver;

import static io.hbench.figure.Format.format;
import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.cluster.CopySource;
import io.hbench.cluster.FreeSpace;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.TableCreation;
import io.hbench.cluster.TimeLimit;
import io.hbench.job.JobFollower;
import io.hbench.job.JobSubmission;
import io.hbench.report.live.RunEnding;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Consent;
import io.hbench.settings.Place;
import io.hbench.settings.Secrets;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.spec.DuetReader;
import io.hbench.spec.LoadEstimate;
import io.hbench.spec.RowsInFlight;
import io.hbench.spec.RunSpec;
import io.hbench.spec.SitePolicy;
import io.hbench.suite.RunOutcome;
import io.hbench.time.Time;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.VersionInfo;

/**
 * Drives one run from its configuration to its report. Prints progress only, or how to attach to a
 * detached run.
 *
 * @param deadline of the suite's step or the suite
 * @param hasDefault whether the run has its default limit beside the deadline
 */
public record RunDriver(
    Console console, Hooks hooks, Optional<Deadline> deadline, boolean hasDefault) {
  private static final String NO_JOB = "no job was submitted";
  static final long GB = 1_000_000_000L;
  static final long MAX_BYTES_UNASKED = 100 * GB;

  /** A NameNode or a ResourceManager that fails over is back within it. */
  static final Duration CHECK_LIMIT = Duration.ofMinutes(1);

  /** HBase may have a file system that this machine can't reach. */
  private static final Duration SPACE_LIMIT = Duration.ofSeconds(20);

  /** A driver of a run that belongs to no suite. */
  public RunDriver(Console console) {
    this(console, Hooks.none(console.time()), Optional.empty(), true);
  }

  /**
   * Prepares the table, submits the job, waits for it, and reads the report.
   *
   * @return the outcome; without a report if the run is detached
   * @throws UsageException if the configuration or the table is wrong; nothing was submitted then
   * @throws NoAnswerException if the run was left behind after its limit
   */
  public RunOutcome run(Configuration settings) throws IOException, InterruptedException {
    Watchdog watchdog = new Watchdog(console, hooks, deadline);
    return watchdog.watch(() -> run(settings, watchdog));
  }

  @SuppressWarnings("try") // the directory is released at the end
  private RunOutcome run(Configuration settings, Watchdog watchdog)
      throws IOException, InterruptedException {
    List<Setting<?>> chosen = chosen(settings);
    Configuration conf = withDrawSeed(settings);
    RunSpec spec = RunSpec.from(conf);
    keepHours(new SitePolicy(conf), spec, watchdog);
    // beside the other checks: each service is a connection, and many classes to load
    TimeLimit.Call<Optional<String>> queue = askQueue(spec, conf);
    RunDirectory directory = newDirectory(conf, spec.command().toString());
    if (!Settings.DRY_RUN.get(conf)) {
      checkVolume(spec, conf);
    }
    HadoopVersion.check(VersionInfo.getVersion());
    RunCluster.check(spec);
    JobSubmission submission = new JobSubmission(console.time(), spec, conf, directory);
    DetachedRun.check(submission);
    RunConclusion.prometheus(conf).ifPresent(UserFile::check);
    LiveMetrics.check(conf);
    take(directory, conf, console.time());
    console.audit().note("directory", directory.path());
    if (!Settings.YES.get(conf).names().isEmpty()) {
      console.audit().note("consent", Settings.YES.flag() + "=" + Settings.YES.text(conf));
    }
    try (TakenDirectory taken = new TakenDirectory(directory)) {
      return run(submission, chosen, queue, watchdog);
    }
  }

  /**
   * Ends the run at the end of the site's hours, if it has any.
   *
   * @throws UsageException if the run may not start now, or would go on for longer
   */
  private void keepHours(SitePolicy site, RunSpec spec, Watchdog watchdog) {
    site.left(spec, console.time().instant())
        .ifPresent(left -> watchdog.endIn(left.toNanos(), site.endOfHours()));
  }

  /** Asks before a run that writes more than people type by mistake. */
  private void checkVolume(RunSpec run, Configuration conf) {
    RunSpec spec =
        run.sides().values().stream()
            .max(Comparator.comparing(side -> LoadEstimate.of(side).maxBytesWritten()))
            .orElseThrow();
    LoadEstimate estimate = LoadEstimate.of(spec);
    boolean searches = spec.command() == Command.FINDMAX;
    long bytes =
        searches ? new SitePolicy(conf).maxBytesOfSearch(spec) : estimate.maxBytesWritten();
    boolean isKnown = estimate.bytesWritten().equals(Optional.of(bytes)) && !searches;
    String most =
        spec.limit().requests().isPresent()
            ? format("with its warm-up of %s up to", SettingType.text(spec.measurement().warmup()))
            : "up to";
    String about = isKnown ? "about" : most;
    confirmVolume(spec.commandText(), about, bytes, spec.tableSpec().consent().toSize());
  }

  /** Asks before so many bytes are written, unless the user has consented. */
  void confirmVolume(String what, String about, long bytes, boolean consented) {
    if (bytes > MAX_BYTES_UNASKED
        && !consented
        && !console.confirm(format("the run writes %s %,d GB: go on?", about, bytes / GB))) {
      throw new UsageException(
          format(
              "%s: the run writes %s %,d GB; try %s",
              what, about, bytes / GB, Consent.flag(Consent.SIZE)));
    }
  }

  private RunOutcome run(
      JobSubmission submission,
      List<Setting<?>> chosen,
      TimeLimit.Call<Optional<String>> queue,
      Watchdog watchdog)
      throws IOException, InterruptedException {
    Configuration conf = submission.conf();
    RunDirectory directory = submission.run();
    if (!submission.spec().needsTable()) {
      check(submission, queue);
      if (Settings.DRY_RUN.get(conf)) {
        return DryRun.print(submission, List.of(), Optional.empty(), console);
      }
      begin(submission, watchdog);
      try (StopSignal stop = StopSignal.guard(console, watchdog::state, watchdog::stands)) {
        watchdog.endedBy(stop, Optional::empty);
        JobFacts job = submit(submission, chosen, hooks.marks(), watchdog);
        console.audit().note("submitted", job.job().id());
        return RunConclusion.report(conf, directory, job, hooks.failure());
      }
    }
    Configuration hbase = HBaseConf.find(conf, console.environment());
    RowsInFlight.fit(submission.spec(), hbase, submission.heapOfTask()).forEach(console::say);
    try (RunCluster servers = RunCluster.connect(RunSpec.from(hbase), hbase, directory, console)) {
      List<String> clusters = servers.clusters();
      if (!Settings.QUIET.get(conf) && !Settings.DRY_RUN.get(conf)) {
        clusters.forEach(cluster -> console.err().println("cluster: " + cluster));
      }
      Optional<TableCreation> table = servers.checkTable();
      servers.give(hooks, table.isPresent());
      JobSubmission onTable = new JobSubmission(console.time(), servers.spec(), hbase, directory);
      check(onTable, queue);
      onTable.checkPlace(servers::facts);
      FreeSpace space =
          new FreeSpace(
              onTable.spec(), hbase, directory.path(), Settings.MIN_FREE_SPACE.get(hbase));
      boolean drops = table.map(TableCreation::drops).orElse(false);
      boolean compresses =
          table.isEmpty() && onTable.spec().command() == Command.LOAD && servers.compresses();
      checkSpace(space, drops, compresses, console);
      if (Settings.DRY_RUN.get(conf)) {
        return DryRun.print(onTable, clusters, table, console);
      }
      begin(onTable, watchdog);
      servers.limit(watchdog);
      try (StopSignal stop = StopSignal.guard(console, watchdog::state, watchdog::stands);
          space) {
        servers.lease(table.isPresent());
        space.watch(console.time());
        watchdog.endedBy(stop, space::shortage);
        if (onTable.spec().data().copy().isEmpty()) {
          return run(onTable, chosen, servers, table, watchdog);
        }
        CopySource rows = watchdog.inTime(() -> servers.sample(onTable.heapOfTask()));
        JobSubmission copy =
            new JobSubmission(console.time(), RunSpec.from(hbase), hbase, directory);
        space.copies(copy.spec(), rows.bytes());
        checkSpace(space, drops, false, console);
        return run(copy, chosen, servers, table.map(made -> made.of(rows.keys())), watchdog);
      }
    }
  }

  /** Begins the limit of a run that has been checked, whose questions are answered. */
  private void begin(JobSubmission submission, Watchdog watchdog) {
    watchdog.completedBy(
        (submission.spec().bulk() ? "load --resume " : "report --follow ")
            + quoted(submission.run().path()));
    watchdog.reading(submission.run().filesRead()::get);
    RunLimit limit = RunLimit.of(submission.spec(), submission.conf());
    if (limit.isGiven() || hasDefault) {
      watchdog.begin(limit);
    }
  }

  /** Drives a run whose table was checked. */
  private RunOutcome run(
      JobSubmission checked,
      List<Setting<?>> chosen,
      RunCluster servers,
      Optional<TableCreation> table,
      Watchdog watchdog)
      throws IOException, InterruptedException {
    RunSpec spec = checked.spec();
    boolean load = spec.command() == Command.LOAD;
    servers.tryTable(table);
    String unchanged =
        NO_JOB + (table.isPresent() ? ", and table %s is as it was".formatted(spec.table()) : "");
    watchdog.check(unchanged);
    if (table.isPresent()) {
      servers.checkAlone(); // others may have come since the trial began
      console.audit().note("table", spec.table() + " is being " + table.get());
      watchdog.unlimited(
          unchanged,
          () -> {
            table.get().perform();
            return null;
          });
      console.audit().note("table", spec.table() + " was " + table.get());
      watchdog.check("%s; table %s: %s".formatted(NO_JOB, spec.table(), table.get()));
    }
    JobSubmission submission =
        load
            ? checked
            : new JobSubmission(
                console.time(), watchdog.inTime(servers::prepare), checked.conf(), checked.run());
    JobFacts job = submit(submission, chosen, servers, watchdog);
    servers.writeFindings(job);
    Optional<IOException> failure = hooks.failure();
    if (load && job.succeeded()) {
      Optional<IOException> unprepared = tryToPrepare(servers, watchdog);
      failure = failure.isPresent() ? failure : unprepared; // the rows are written anyway
      try {
        checked.run().writeJson(RunDirectory.JOB, job.with(servers.prepared()));
      } catch (IOException e) {
        failure = failure.isPresent() ? failure : Optional.of(e);
      }
    }
    return RunConclusion.report(checked.conf(), checked.run(), job, failure);
  }

  /** Refuses a load that does not fit; a file system that does not tell is none of its concern. */
  static void checkSpace(FreeSpace space, boolean drops, boolean compresses, Console console)
      throws InterruptedException {
    try {
      TimeLimit.run(SPACE_LIMIT, "unknown free space", () -> space.check(drops, compresses));
    } catch (IOException e) {
      console.say(FailureText.of(e));
    }
  }

  static TimeLimit.Call<Optional<String>> askQueue(RunSpec spec, Configuration conf) {
    return TimeLimit.start(
        CHECK_LIMIT, "can't submit a job", () -> JobSubmission.checkQueue(spec, conf));
  }

  /** Shows that the job can be submitted, before a table is dropped for it. */
  void check(JobSubmission submission, TimeLimit.Call<Optional<String>> queue)
      throws IOException, InterruptedException {
    queue.result().ifPresent(console::say);
    TimeLimit.call(
            CHECK_LIMIT,
            "can't submit a job with results in " + submission.run().path(),
            submission::check)
        .ifPresent(console::say);
  }

  /** Prepares the table; returns the error if that failed. */
  private Optional<IOException> tryToPrepare(RunCluster servers, Watchdog watchdog)
      throws InterruptedException {
    try {
      watchdog.inTime(servers::prepare);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    }
  }

  /**
   * Like {@link #run(Configuration)}, with errors as outcome: other runs may follow.
   *
   * @throws NoAnswerException if the run was left behind after its limit: no other one may follow
   */
  RunOutcome attempt(Configuration conf) throws IOException, InterruptedException {
    Watchdog watchdog = new Watchdog(console, hooks, deadline);
    return watchdog.watch(() -> attempt(conf, watchdog));
  }

  private RunOutcome attempt(Configuration conf, Watchdog watchdog) throws InterruptedException {
    RunOutcome outcome = RunConclusion.attempt(() -> run(conf, watchdog), console);
    return outcome.failure() == null
        ? outcome
        : whyRunning(conf)
            .map(
                why ->
                    outcome.last(
                        "%s; its job may still be running (%s): no other run starts; report --follow %s waits for its end"
                            .formatted(outcome.failure(), why, quoted(Settings.OUT.get(conf)))))
            .orElse(outcome);
  }

  private static Optional<String> whyRunning(Configuration conf) throws InterruptedException {
    try {
      return JobFollower.whyRunning(conf, new RunDirectory(conf, new Path(Settings.OUT.get(conf))));
    } catch (IOException e) {
      return Optional.of(FailureText.of(e));
    }
  }

  private JobFacts submit(
      JobSubmission submission,
      List<Setting<?>> chosen,
      JobSubmission.Servers servers,
      Watchdog watchdog)
      throws IOException, InterruptedException {
    RunSpec spec = submission.spec();
    Configuration conf = submission.conf();
    RunDirectory directory = submission.run();
    String plan = plan(conf, chosen);
    watchdog.check(NO_JOB);
    if (spec.command() == Command.FINDMAX) {
      JobSubmission.Steps steps = new FindmaxSteps(spec, conf, directory, console);
      return submission.execute(
          plan, servers, Optional.of(steps), progress -> Optional.empty(), watchdog);
    }
    if (Settings.DETACH.get(conf)) {
      JobFacts job = submission.submit(plan, servers, watchdog);
      DetachedRun.print(directory, submission, job, console);
      return job;
    }
    if (!Settings.QUIET.get(conf) && console.isTerminal() && submission.outlivesThisProcess()) {
      console.say("Ctrl-C kills the job; use --detach to let it run on");
    }
    try (hooks; // which are over with the load, whatever comes after it
        LiveProgress progress =
            new LiveProgress(spec, directory, conf, console, RunEnding.of(directory, spec))) {
      hooks.endWhen(() -> watchdog.exceeded().isPresent());
      return submission.execute(
          plan,
          servers,
          Optional.empty(),
          now -> {
            progress.show(now);
            hooks.show(now, spec);
            servers.see(now);
            return progress.breach();
          },
          watchdog);
    }
  }

  /** A new run directory: {@code --out}, or one below {@code hbench} with a name. */
  public static RunDirectory newDirectory(Configuration conf, String name)
      throws IOException, InterruptedException {
    String now =
        DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
            .format(LocalDateTime.now(ZoneId.systemDefault()));
    String id = now + "-" + name + "-" + Long.toString(System.nanoTime() & 0xFFFF, 36);
    String out = Settings.OUT.find(conf).orElse("hbench/" + id);
    Path path = SettingType.path("--out", out);
    RunDirectory directory;
    try {
      directory = new RunDirectory(conf, path);
    } catch (IllegalArgumentException e) { // of HDFS's client
      String host = ExceptionUtils.getRootCauseMessage(e);
      throw Settings.OUT.bad(out, host, "--out " + path.toUri().getPath());
    }
    if (TimeLimit.call(CHECK_LIMIT, "can't look for " + directory.path(), directory::exists)) {
      throw exists(directory, out);
    }
    return directory;
  }

  /**
   * Makes a new directory, which no other process can make from now on; with {@code --private} for
   * its owner alone.
   *
   * @throws UsageException if another process was faster
   */
  public static void take(RunDirectory directory, Configuration conf, Time time)
      throws IOException, InterruptedException {
    String process =
        "%s on %s, process %d, %s%n"
            .formatted(
                System.getProperty("user.name"),
                InetAddress.getLocalHost().getHostName(),
                ProcessHandle.current().pid(),
                time.iso());
    if (!TimeLimit.call(
        CHECK_LIMIT,
        "can't submit a job with results in " + directory.path(),
        () -> directory.take(process))) {
      throw exists(directory, directory.path().toString());
    }
    if (Settings.PRIVATE.get(conf)) {
      directory.makePrivate();
    }
  }

  private static UsageException exists(RunDirectory directory, String out) throws IOException {
    String submitted = directory.has(RunDirectory.PLAN) ? "" : directory.taker();
    return Settings.OUT.bad(
        out,
        "exists already"
            + (submitted.isEmpty() ? "" : ", without a job: taken by user " + submitted),
        "--out " + out + "-2");
  }

  /** The settings that are chosen for this run alone. */
  static List<Setting<?>> chosen(Configuration given) {
    return Settings.with(SettingRole.PER_RUN).stream().filter(s -> !s.isSet(given)).toList();
  }

  /**
   * The settings with a draw seed: a new one, unless it is given. A run that asks for the rows of
   * the run before finds them in the servers' caches. And with the number of tasks, and without
   * variables, which each task would replace by what its own environment has.
   */
  static Configuration withDrawSeed(Configuration settings) {
    Configuration conf = new Configuration(settings);
    if (!Settings.DRAW_SEED.isSet(conf)) {
      int fresh = new SecureRandom().nextInt(1, Integer.MAX_VALUE);
      Settings.DRAW_SEED.set(conf, Integer.toString(fresh));
    }
    Settings.TASKS.set(conf, Integer.toString(Place.tasks(conf)));
    Settings.all().stream()
        .filter(setting -> setting.isSet(conf) && !setting.has(SettingRole.SITE))
        .forEach(setting -> setting.set(conf, setting.text(conf)));
    return conf;
  }

  /**
   * Settings to repeat the run, as a configuration file without properties of the cluster and
   * without secrets.
   *
   * @param chosen settings that were chosen for this run alone
   */
  static String plan(Configuration conf, List<Setting<?>> chosen) throws IOException {
    Configuration plan = new Configuration(false);
    for (Setting<?> setting : Settings.all()) {
      if (!chosen.contains(setting)
          && !setting.equals(Settings.OUT)
          && !setting.has(SettingRole.SITE)
          && !setting.text(conf).isEmpty()) {
        setting.set(plan, Secrets.redacted(conf, setting, setting.text(conf)));
      }
    }
    Configuration candidate = DuetReader.candidate(conf);
    Consent given =
        Settings.YES
            .get(conf)
            .named(List.of(Settings.TABLE.get(conf), Settings.TABLE.get(candidate)));
    Settings.YES.set(plan, given.toString()); // for these tables, also where the plan is repeated
    StringWriter xml = new StringWriter();
    plan.writeXml(xml);
    return xml.toString();
  }
}
