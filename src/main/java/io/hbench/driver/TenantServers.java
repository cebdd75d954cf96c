package io.hbench.driver;

import io.hbench.client.HBaseUser;
import io.hbench.cluster.Cluster;
import io.hbench.cluster.FreeSpace;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.ServerSurvey;
import io.hbench.job.EventLog;
import io.hbench.job.JobSubmission;
import io.hbench.job.result.StepMerge;
import io.hbench.report.ServerDifference;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.KeysFile;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.Setup;
import io.hbench.rundir.Version;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.LoadEstimate;
import io.hbench.spec.RowsInFlight;
import io.hbench.spec.RunSpec;
import io.hbench.suite.PlannedRun;
import io.hbench.suite.RunOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/**
 * The tenants of a job with their tables and their run directories. The tables are of one HBase
 * cluster, whose servers serve all tenants: what the servers spend is therefore not sampled.
 */
final class TenantServers implements JobSubmission.Servers, AutoCloseable {
  private static final String OF_ALL = "of all tenants: ";

  private final Console console;
  private final FailableRunnable<IOException> begun;
  private final List<One> all = new ArrayList<>();

  private final Map<HBaseUser, Cluster> clusters = new HashMap<>();

  /**
   * One tenant.
   *
   * @param chosen settings that were chosen for this run alone
   * @param conf settings, and the addresses of HBase
   * @param cluster of its table; empty without one
   * @param events changes that concern its table
   * @param states of the cluster, with its table: before the job, and after it; null if unknown
   */
  private record One(
      PlannedRun run,
      List<Setting<?>> chosen,
      Configuration conf,
      RunDirectory directory,
      Optional<RunCluster> cluster,
      FreeSpace space,
      EventLog events,
      List<ServerFacts> states) {}

  /**
   * @param begun called when YARN has the job
   */
  TenantServers(Console console, FailableRunnable<IOException> begun) {
    this.console = console;
    this.begun = begun;
  }

  /**
   * Connects to a tenant's table, and checks it; changes nothing.
   *
   * @param given settings with a draw seed
   * @param heap of a task, in bytes
   * @throws UsageException if the table is missing, or does not fit the run
   */
  void add(PlannedRun run, Configuration given, RunDirectory directory, long heap)
      throws IOException, InterruptedException {
    RunSpec spec = RunSpec.from(given);
    Configuration conf = spec.needsTable() ? HBaseConf.find(given, console.environment()) : given;
    try {
      RunCluster.check(spec);
      if (spec.needsTable()) {
        RowsInFlight.fit(spec, conf, heap)
            .forEach(line -> console.say("tenant " + run.directory() + ": " + line));
      }
    } catch (UsageException e) {
      throw new UsageException("tenant '%s': %s".formatted(run.directory(), e.getMessage()));
    }
    Optional<RunCluster> cluster = Optional.empty();
    if (spec.needsTable()) {
      spec = RunSpec.from(conf);
      Cluster shared = clusters.get(spec.user());
      if (shared == null) {
        shared = Cluster.connect(conf, spec.user());
        clusters.put(spec.user(), shared);
      }
      cluster = Optional.of(RunCluster.connect(shared, spec, conf, directory, console));
    }
    FreeSpace space =
        new FreeSpace(spec, conf, directory.path(), Settings.MIN_FREE_SPACE.get(conf));
    all.add(
        new One(
            run,
            RunDriver.chosen(run.conf()),
            conf,
            directory,
            cluster,
            space,
            new EventLog(),
            new ArrayList<>()));
    if (cluster.isPresent()) {
      if (cluster.get().checkTable().isPresent()) {
        throw Settings.TABLE.bad(
            spec.table(),
            "does not exist, and run --tenants creates no table",
            "load --tenants job-conf/tenants.yaml");
      }
      cluster.get().give(Hooks.none(console.time()), false);
      RunDriver.checkSpace(space, false, false, console);
    }
  }

  List<String> clusters() {
    return all.stream()
        .flatMap(one -> one.cluster.stream())
        .flatMap(cluster -> cluster.clusters().stream())
        .distinct()
        .toList();
  }

  /** Prints what each tenant would do. */
  void print() throws IOException, InterruptedException {
    for (One one : all) {
      console.out().println("tenant: " + one.run.directory());
      JobSubmission alone =
          new JobSubmission(console.time(), RunSpec.from(one.conf), one.conf, one.directory);
      List<String> clusters = one.cluster.map(RunCluster::clusters).orElse(List.of());
      var unused = DryRun.print(alone, clusters, Optional.empty(), console);
    }
  }

  /** Takes the leases of all tables, and watches the space that the tenants fill. */
  void begin() throws IOException {
    for (One one : all) {
      if (one.cluster.isPresent()) {
        one.cluster.get().lease(false);
      }
    }
    all.stream()
        .filter(one -> LoadEstimate.of(RunSpec.from(one.conf)).maxBytesWritten() > 0)
        .findFirst() // all fill the same file system
        .ifPresent(one -> one.space.watch(console.time()));
  }

  /** Why the run is to end for lack of space; empty if it is not. */
  Optional<String> shortage() {
    return all.stream().flatMap(one -> one.space.shortage().stream()).findFirst();
  }

  /** Puts the tables into the states that the settings ask for. */
  List<Configuration> prepare() throws IOException, InterruptedException {
    for (One one : all) {
      if (one.cluster.isPresent()) {
        var unused = one.cluster.get().prepare(); // the configuration has what it finds
      }
    }
    return configurations();
  }

  /** Of all tenants, with the addresses of HBase. */
  List<Configuration> configurations() {
    return all.stream().map(One::conf).toList();
  }

  @Override
  public void submitted(JobFacts job) throws IOException {
    begun.run();
    for (One one : all) {
      one.directory.write(RunDirectory.PLAN, RunDriver.plan(one.conf, one.chosen));
      one.directory.writeJson(RunDirectory.JOB, facts(one, job));
      if (one.cluster.isPresent()) {
        one.cluster.get().submitted(job);
      } else {
        console.audit().note("submitted", job.job().id() + " for " + one.run.directory());
      }
    }
  }

  private JobFacts facts(One one, JobFacts job) throws IOException {
    RunSpec spec = RunSpec.from(one.conf);
    JobFacts facts =
        JobFacts.submitted(
                new JobFacts.Job(
                    job.job().id(),
                    one.directory.path().getParent().getName()
                        + "/"
                        + one.directory.path().getName(),
                    Version.hbench(),
                    spec.tasks(),
                    spec.data().drawSeed()),
                job.status().started())
            .with(
                new JobFacts.Servers(
                    last(one.states), null, List.of(), List.of(), job.servers().setups()));
    return one.cluster.isEmpty()
        ? facts
        : facts.with(one.cluster.get().prepared()).withTableMark(one.cluster.get().tableMark());
  }

  private static ServerFacts last(List<ServerFacts> states) {
    return states.isEmpty() ? null : states.get(states.size() - 1);
  }

  /**
   * Merges what the tasks of a tenant have left, and writes its report.
   *
   * @param number of the tenant, from 0
   * @param job that has ended
   */
  RunOutcome conclude(int number, JobFacts job) throws IOException, InterruptedException {
    One one = all.get(number);
    JobFacts.Status end = job.status();
    ServerFacts after = one.states.size() < 2 ? null : last(one.states);
    List<String> notes = new ArrayList<>(one.cluster.map(RunCluster::notes).orElse(List.of()));
    if (after != null) {
      notes.add(OF_ALL + "cache hits, flushes and compactions");
    }
    if (one.cluster.isPresent()) {
      ServerDifference.cutLookups(job).map(OF_ALL::concat).ifPresent(notes::add);
    }
    JobFacts own =
        JobFacts.read(one.directory)
            .ended(end.state(), end.failure(), end.finished(), null) // counters are of all tenants
            .withAfter(after, one.events.list(), notes);
    one.directory.writeJson(RunDirectory.JOB, own);
    new KeysFile(one.directory.fileSystem().getConf(), one.directory).release();
    try (StepMerge merge =
        new StepMerge(
            console.time(),
            one.directory,
            own.job().tasks(),
            one.directory.tasks().lost().keySet())) {
      if (job.succeeded() && merge.readOn()) { // without it, the tasks' own files are read
        merge.write();
      }
    }
    if (one.cluster.isPresent()) {
      one.cluster.get().writeFindings(own);
    }
    return RunConclusion.report(one.conf, one.directory, own, Optional.empty());
  }

  /**
   * The state of the cluster with the table of the first tenant; null without one. After a failure
   * no further one is asked for: that would take as long.
   */
  @Override
  public ServerFacts facts() {
    List<ServerFacts> states = new ArrayList<>(Collections.nCopies(all.size(), null));
    try {
      ServerSurvey survey = null;
      for (int i = 0; i < all.size(); i++) {
        RunSpec spec = RunSpec.from(all.get(i).conf);
        if (spec.needsTable()) {
          Cluster cluster = clusters.get(spec.user());
          survey = survey == null ? new ServerSurvey(cluster) : survey;
          states.set(i, survey.facts(cluster, TableName.valueOf(spec.target())));
        }
      }
    } catch (IOException e) {
      console.say("no cluster snapshot: " + FailureText.of(e));
    }
    for (int i = 0; i < all.size(); i++) {
      all.get(i).states.add(states.get(i));
    }
    return states.get(0);
  }

  @Override
  public List<Setup> setups() {
    return all.stream()
        .flatMap(one -> one.cluster.stream())
        .findFirst()
        .map(RunCluster::setups)
        .orElse(List.of());
  }

  @Override
  public List<ServerEvent> changes(double atMs) throws IOException {
    List<ServerEvent> changes = new ArrayList<>();
    Exception failure = null;
    for (One one : all) {
      if (one.cluster.isPresent()) {
        try {
          List<ServerEvent> own = one.cluster.get().changes(atMs);
          own.forEach(one.events::add);
          changes.addAll(own);
        } catch (IOException | RuntimeException e) {
          failure = e; // those of others would be lost: a watch tells them once
        }
      }
    }
    if (failure != null && changes.isEmpty()) {
      throw ExceptionUtils.<RuntimeException>rethrow(failure);
    }
    return changes.stream().distinct().toList();
  }

  @Override
  public void ending() {
    all.forEach(one -> one.cluster.ifPresent(RunCluster::ending));
  }

  @Override
  public void close() throws IOException {
    all.forEach(one -> one.space.close());
    IOException failure = null;
    for (One one : all) {
      if (one.cluster.isPresent()) {
        try {
          one.cluster.get().close();
        } catch (IOException e) {
          failure = e;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
