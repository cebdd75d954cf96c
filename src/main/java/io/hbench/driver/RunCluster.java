package io.hbench.driver;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.CopySource;
import io.hbench.cluster.FreeSpace;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.HFileBulkLoad;
import io.hbench.cluster.Preparation;
import io.hbench.cluster.TableCreation;
import io.hbench.cluster.TableWatch;
import io.hbench.cluster.Tables;
import io.hbench.cluster.action.Action;
import io.hbench.cluster.action.ClusterActions;
import io.hbench.cluster.action.ServerTemplates;
import io.hbench.cluster.cost.CostSampler;
import io.hbench.data.KeySample;
import io.hbench.job.JobSubmission;
import io.hbench.job.Progress;
import io.hbench.job.barrier.Lease;
import io.hbench.job.barrier.ReferenceClock;
import io.hbench.job.barrier.StartBarrier;
import io.hbench.profile.ServerProfiler;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.KeysFile;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.Setup;
import io.hbench.rundir.Version;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.rundir.server.SlowLog;
import io.hbench.settings.Command;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.DuetReader;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The HBase cluster of a run: preparation of the table, snapshots, events, hand-over of HFiles. The
 * candidate of a duet has a cluster and a table of its own; that of a tenant has the tenant's.
 */
final class RunCluster implements JobSubmission.Servers, AutoCloseable {
  private final Cluster cluster;
  private final RunSpec spec;
  private final Configuration conf;
  private final RunDirectory directory;
  private final Console console;
  private final Tables tables;
  private final Preparation preparation;
  private final TableWatch watch;
  private final CostSampler costs;
  private final Optional<RunCluster> candidate;

  /** Of a load that copies rows, once they are sampled; else null. */
  private CopySource source;

  /** Empty for a duet, which has no servers of its own. */
  private final Optional<ServerProfiler> profiler;

  // null for a follower, which runs none
  private Hooks hooks;
  private Watchdog watchdog;

  // null without hooks that act on the cluster, and without a directory for leases
  private ClusterActions actions;
  private Lease lease;

  /** Connects to the cluster of a run, and to that of its candidate. */
  static RunCluster connect(
      RunSpec spec, Configuration conf, RunDirectory directory, Console console)
      throws IOException, InterruptedException {
    return connect(Cluster.connect(conf, spec.user()), spec, conf, directory, console);
  }

  static RunCluster connect(
      Cluster cluster, RunSpec spec, Configuration conf, RunDirectory directory, Console console)
      throws IOException, InterruptedException {
    try {
      Optional<RunCluster> candidate = Optional.empty();
      if (spec.candidate().isPresent() && spec.tenant().isEmpty()) {
        Configuration other = HBaseConf.find(DuetReader.candidate(conf), console.environment());
        candidate = Optional.of(connect(spec.candidate().get(), other, directory, console));
      }
      RunSpec own = spec;
      if (spec.data().copy().isPresent()) {
        Tables tables = new Tables(cluster, spec, CommandLineText.load(conf));
        Settings.FAMILY_NAMES.set(conf, String.join(",", tables.checkSource(console::confirm)));
        own = RunSpec.from(conf);
      }
      return new RunCluster(cluster, own, conf, directory, console, candidate);
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private RunCluster(
      Cluster cluster,
      RunSpec spec,
      Configuration conf,
      RunDirectory directory,
      Console console,
      Optional<RunCluster> candidate) {
    this.cluster = cluster;
    this.candidate = candidate;
    this.tables = new Tables(cluster, spec, CommandLineText.load(conf));
    this.spec = spec;
    this.conf = conf;
    this.directory = directory;
    this.console = console;
    this.preparation =
        new Preparation(cluster, spec.table(), spec.preparation(), console.progress(conf));
    this.watch = new TableWatch(cluster, spec.target());
    this.costs = cluster.costs();
    this.profiler =
        spec.measurement().profile() && candidate.isEmpty()
            ? Optional.of(
                new ServerProfiler(
                    console.time(), spec, directory, cluster.profilePages(), this::commonStart))
            : Optional.empty();
  }

  /** What the run does: of a copy, with the families of its source. */
  RunSpec spec() {
    return spec;
  }

  /** Refuses preparation for a run without a table. */
  static void check(RunSpec spec) {
    if (spec.needsTable() && !spec.writesMeta()) {
      return;
    }
    spec.preparation()
        .firstStep()
        .ifPresent(
            setting -> {
              throw new UsageException(
                  "%s: %s has no table to prepare; leave it out"
                      .formatted(setting.flag(), spec.assignments().get(0).mix()));
            });
  }

  /** The cluster of the run, and that of its candidate: a line for each. */
  List<String> clusters() {
    return candidate
        .map(other -> List.of(cluster.describe(), other.cluster.describe()))
        .orElse(List.of(cluster.describe()));
  }

  /**
   * Checks the table, and changes nothing.
   *
   * @return the creation of the table, if it has to be created
   */
  Optional<TableCreation> checkTable() throws IOException, InterruptedException {
    if (spec.user().isProxied()) {
      console.audit().note("user", spec.user() + " on " + spec.target());
    }
    if (spec.command() == Command.LOAD && Settings.RESUME.isSet(conf)) {
      String earlier = Settings.RESUME.get(conf);
      EarlierRun load = new EarlierRun(conf, Settings.RESUME.flag(), earlier);
      load.checkSame(conf);
      load.checkEnded(conf);
      tables.checkResumed(earlier, load.tableMark(), load.inTable());
    }
    Optional<TableCreation> creation =
        tables.check(Version.hbench(), directory.path().toString(), console::confirm);
    if (candidate.isPresent()) {
      refuse(creation);
      candidate.get().refuse(candidate.get().checkTable());
    }
    return creation;
  }

  /**
   * Shows that HBase accepts a new table before an old one is dropped, and takes the HFiles of a
   * bulk load before its job writes them.
   *
   * @throws IOException if it does not; nothing was changed
   */
  void tryTable(Optional<TableCreation> creation) throws IOException {
    if (!spec.bulk()) {
      if (creation.isPresent()) {
        creation.get().check(Optional.empty());
      }
      return;
    }
    String family = Bytes.toString(spec.rowRequests().families().get(0));
    FailableConsumer<TableName, IOException> oneFile = table -> bulkLoad(table).tryOneFile(family);
    if (creation.isPresent()) {
      creation.get().check(Optional.of(oneFile));
      return;
    }
    String why;
    try {
      tables.trial(Version.hbench(), directory.path().toString()).tryBeside(oneFile);
      return;
    } catch (UsageException e) {
      why = e.getMessage();
    } catch (TableCreation.Refusal e) {
      why = "HBase refuses a table beside it: " + e.getMessage();
    }
    console.say("not known before the hand-over whether HBase takes the HFiles, because " + why);
  }

  /** Whether the existing table may hold rows in less space than they have; true if unknown. */
  boolean compresses() throws IOException {
    return cluster.schema(TableName.valueOf(spec.table())).map(FreeSpace::compresses).orElse(true);
  }

  /** Refuses a duet that would have to create a table: one side would have an empty one. */
  private void refuse(Optional<TableCreation> creation) {
    if (creation.isPresent()) {
      throw Settings.TABLE.bad(
          spec.table(),
          "does not exist, and compare --live creates no table",
          CommandLineText.load(conf));
    }
  }

  /**
   * Lets hooks act on the cluster and mark its changes.
   *
   * @param creates whether the run creates its table, which is hbench's then
   */
  void give(Hooks given, boolean creates) throws IOException, InterruptedException {
    hooks = given;
    List<Action> wanted = hooks.actions();
    if (wanted.isEmpty()) {
      return;
    }
    Predicate<String> agreed = question -> hooks.haveConsent() || console.confirm(question);
    if (spec.user().isProxied()) {
      try (Cluster own = Cluster.connect(conf)) { // actions are the submitter's
        new Tables(own, spec, CommandLineText.load(conf)).checkActions(wanted, creates, agreed);
      }
    } else {
      tables.checkActions(wanted, creates, agreed);
    }
    wanted.forEach(action -> ServerTemplates.check(conf, action));
    actions = cluster.actions(spec.table(), new ServerTemplates(conf));
    hooks.on(actions, HBaseConf.describe(conf));
  }

  /** Limits the hand-over of HFiles. */
  void limit(Watchdog given) {
    watchdog = given;
  }

  /**
   * Tells other runs that this one uses its tables, in the directory that the site has for it.
   *
   * @throws UsageException if another run uses the table, and this one does more than to read and
   *     write rows
   */
  void lease(boolean creates) throws IOException {
    Optional<String> leases = Settings.LEASE_DIR.find(conf);
    String property = Settings.LEASE_DIR.property();
    if (leases.isEmpty()) {
      if (!Settings.QUIET.get(conf)) {
        console.sayOnce(
            property + " is not set: nothing keeps other runs from dropping tables in use");
      }
      return;
    }
    Path place = SettingType.path(property, leases.get());
    List<Path> used = tables.uniqueNames().stream().map(name -> new Path(place, name)).toList();
    lease = Lease.take(console.time(), conf, used, directory.path());
    if (creates
        || spec.command() == Command.LOAD
        || spec.preparation().onWholeTable().isPresent()
        || (hooks != null && !hooks.actions().isEmpty())) {
      checkAlone();
    }
    if (candidate.isPresent()) {
      candidate.get().lease(false);
    }
  }

  /** Checks that no other run has begun to use the table, where there are leases. */
  void checkAlone() throws IOException {
    if (lease != null) {
      lease.checkAlone(spec.table());
    }
  }

  /** Samples the rows of another table that the run copies, and sets their number. */
  CopySource sample(long heapOfTask) throws IOException, InterruptedException {
    console.audit().note("copy", "reads rows of " + spec.data().copy().orElseThrow().table());
    source = CopySource.sample(cluster, spec, conf, heapOfTask, console.progress(conf));
    return source;
  }

  /**
   * Puts the table into the state that the settings ask for.
   *
   * @return the spec to run: with keys sampled from the table, its rows are the number of samples
   */
  RunSpec prepare() throws IOException, InterruptedException {
    spec.preparation()
        .steps()
        .forEach(step -> console.audit().note("preparation", step.name() + " of " + spec.target()));
    if (candidate.isPresent()) {
      candidate.get().preparation.perform();
    }
    preparation.perform();
    preparation.findRows();
    preparation.sample().ifPresent(keys -> Settings.ROWS.set(conf, Integer.toString(keys.size())));
    preparation.firstInsert().ifPresent(row -> Settings.FIRST_INSERT.set(conf, Long.toString(row)));
    return RunSpec.from(conf);
  }

  @Override
  public List<PreparedStep> prepared() {
    Stream<PreparedStep> first =
        candidate
            .map(c -> c.preparation.steps().stream())
            .orElse(Stream.ofNullable(source).map(CopySource::step));
    return Stream.concat(first, preparation.steps().stream()).toList();
  }

  @Override
  public String tableMark() throws IOException {
    return tables.mark();
  }

  @Override
  public void submitted(JobFacts job) throws IOException {
    console.audit().note("submitted", job.job().id() + " on " + spec.target());
    if (lease != null && spec.policies().detach()) { // before the keys, for which tasks wait
      Lease.handOver(
          directory,
          Stream.concat(Stream.of(lease), candidate.map(other -> other.lease).stream()).toList());
    }
    Optional<KeySample> keys =
        Optional.ofNullable(source).map(CopySource::keys).or(preparation::sample);
    if (keys.isPresent()) {
      new KeysFile(conf, directory).write(keys.get(), spec.tasks());
    }
  }

  /** A snapshot, or null with a message: a missing snapshot must not fail the run. */
  @Override
  public ServerFacts facts() {
    try {
      return cluster.facts(spec.target());
    } catch (IOException e) {
      console.say("no cluster snapshot: " + FailureText.of(e));
      return null;
    }
  }

  /** None with a message: as a snapshot. */
  @Override
  public List<Setup> setups() {
    try {
      return cluster.setups();
    } catch (IOException e) {
      console.say("no settings of the servers: " + FailureText.of(e));
      return List.of();
    }
  }

  @Override
  public List<ServerEvent> changes(double atMs) throws IOException {
    return hooks == null
        ? changesOfTables(atMs)
        : hooks.withMarks(atMs, () -> changesOfTables(atMs));
  }

  @Override
  public void ending() {
    watch.ending();
    candidate.ifPresent(RunCluster::ending);
  }

  @Override
  public List<String> notes() {
    return Stream.concat(
            watch.note().stream(), candidate.stream().flatMap(other -> other.watch.note().stream()))
        .distinct()
        .toList();
  }

  private List<ServerEvent> changesOfTables(double atMs) throws IOException {
    List<ServerEvent> changes = watch.changes(atMs);
    return candidate.isPresent() && !candidate.get().isSameTable(this)
        ? Hooks.with(changes, () -> candidate.get().changes(atMs))
        : changes;
  }

  private boolean isSameTable(RunCluster other) {
    return spec.target().equals(other.spec.target())
        && HBaseConf.describe(conf).equals(HBaseConf.describe(other.conf));
  }

  /** None of a duet: a page does not tell its sides apart. */
  @Override
  public List<Reading> readings() throws IOException {
    List<Reading> readings = candidate.isPresent() ? List.of() : costs.read();
    profiler.ifPresent(servers -> servers.see(readings));
    return cluster.withDataNodes(readings);
  }

  @Override
  public List<Reading> lastReadings() throws IOException {
    return candidate.isPresent() ? List.of() : costs.readLast();
  }

  @Override
  public List<Reading> lastOfDataNodes() {
    return cluster.lastOfDataNodes();
  }

  @Override
  public void see(Progress now) {
    profiler.filter(servers -> now.started() > 0).ifPresent(ServerProfiler::begin);
  }

  /** The start of all tasks by the clock of this process, known once one of them has started. */
  private long commonStart() throws IOException, InterruptedException {
    StartBarrier barrier = new StartBarrier(directory, spec, conf, Duration.ZERO);
    double start =
        barrier.start().orElseThrow(() -> new IOException("no start of the tasks is published"));
    return ReferenceClock.measure(console.time(), directory, "profiler").toNanoTime(start);
  }

  @Override
  public void aborted() {
    hooks.endNow();
  }

  @Override
  public JobFacts take(JobFacts job) throws IOException, InterruptedException {
    if (!spec.bulk()) {
      return job;
    }
    console.audit().note("hand-over", "HFiles to " + spec.table());
    String state = "; HFiles are left in %s: try load --resume %1$s".formatted(directory.path());
    TableName table = TableName.valueOf(spec.table());
    return job.with(watchdog.within(state, () -> bulkLoad(table).take(spec.keys().range())));
  }

  /**
   * Writes the servers' profiles, and what their slow logs have of the table since the start of the
   * job, or a message: what is missing must not fail the run.
   */
  void writeFindings(JobFacts job) throws InterruptedException {
    if (job.status().finished() == null || spec.command() == Command.FINDMAX) {
      return; // it runs, or its steps have reports of their own
    }
    if (profiler.isPresent()) {
      try {
        profiler.get().finish();
      } catch (IOException e) {
        console.say("no profile of the servers: " + FailureText.of(e));
      }
    }
    try {
      long started = OffsetDateTime.parse(job.status().started()).toInstant().toEpochMilli();
      directory.writeJson(SlowLog.FILE, cluster.slowLog(spec.target(), started));
    } catch (IOException | RuntimeException e) {
      console.say("no slow log: " + FailureText.of(e));
    }
  }

  @Override
  @SuppressWarnings("try") // the lease ends after the actions
  public void close() throws IOException {
    try (cluster;
        Lease own = lease;
        ClusterActions ofHooks = actions;
        RunCluster other = candidate.orElse(null)) {
      // in reverse order
    }
  }

  private HFileBulkLoad bulkLoad(TableName table) throws IOException {
    Path own = new Path(directory.path(), RunDirectory.TAKEN);
    String owner = directory.fileSystem().getFileStatus(own).getOwner();
    return new HFileBulkLoad(conf, table, EarlierRun.hfiles(directory, conf), owner);
  }
}
