package io.hbench.driver;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.FreeSpace;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.ServerMemory;
import io.hbench.cluster.TableCreation;
import io.hbench.cluster.Tables;
import io.hbench.cluster.TimeLimit;
import io.hbench.cluster.action.Paces;
import io.hbench.driver.Checkup.Finding;
import io.hbench.job.JobSubmission;
import io.hbench.job.NodeProbe;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.Version;
import io.hbench.settings.Command;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.Consent;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.LoadEstimate;
import io.hbench.spec.RowsInFlight;
import io.hbench.spec.RunSpec;
import io.hbench.spec.SitePolicy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.VersionInfo;

/**
 * What a load would meet on this machine and its cluster: the checks of a run, all of them, and
 * those of what its report would lack. It writes into a directory beside the run directory, which
 * it deletes, and nothing else.
 */
public final class Doctor {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Newest Java that was tested. */
  private static final int MAX_JAVA = 21;

  /** By which slow requests still find their lines in the servers' logs. */
  private static final double MAX_CLOCK_MILLIS = 1_000;

  private static final String SLOW_LOG = "hbase.regionserver.slowlog.buffer.enabled";
  private static final String SLOW_MILLIS = "hbase.ipc.warn.response.time";
  private static final String LOCAL = "none: tasks are threads of this JVM";
  private static final String CLOCKS = "run chronyc makestep there, and see its NTP service";

  private final Console console;
  private final Configuration conf;
  private final boolean containers;
  private final FailableRunnable<IOException> login;
  private final RunSpec spec;

  /** That of HBase, once it is found. */
  private volatile Configuration hbase;

  /** Once it is connected. */
  private volatile Cluster cluster;

  /** What would be done to the table, once that is known. */
  private volatile Optional<TableCreation> creation = Optional.empty();

  private List<ServerMemory> servers = List.of();

  /** Directory for what it writes, once that is known. */
  private volatile RunDirectory probe;

  /**
   * @param containers whether a job may be submitted
   * @param login fails without a login that the cluster asks for
   * @throws UsageException if the settings are wrong; what the site forbids is a finding
   */
  public Doctor(
      Console console,
      Configuration conf,
      boolean containers,
      FailableRunnable<IOException> login) {
    this.console = console;
    this.conf = conf;
    this.containers = containers;
    this.login = login;
    this.spec = RunSpec.from(SitePolicy.lifted(conf));
  }

  /**
   * Makes all checks, and prints a line for each.
   *
   * @return the exit code: 1 if there is a problem
   */
  @SuppressWarnings("try") // the directory is deleted at the end
  public int examine() throws IOException {
    Checkup checkup = new Checkup();
    try (TakenDirectory written = new TakenDirectory(this::delete)) {
      begin(checkup);
      console.out().print(checkup.text());
    } finally {
      disconnect();
    }
    return checkup.hasProblem() ? ExitCode.FAILED : ExitCode.OK;
  }

  private void begin(Checkup all) {
    String status = "see status in HBase's shell";
    all.begin("java", LIMIT, "use Java 17", this::java);
    all.begin("login", LIMIT, "run kinit, with Java 17 or 21", this::login);
    all.begin("configuration", LIMIT, "see the file", this::configuration);
    all.begin("policy", LIMIT, "see hadoop jar hbench.jar policy", this::policy);
    String start = "start HBase, or name another one by --quorum";
    all.begin("cluster", LIMIT, start, this::cluster, "login", "configuration");
    all.begin("table", LIMIT, status, this::table, "cluster");
    all.begin("metrics pages", this::pagesLimit, status, this::pages, "cluster");
    all.begin("slow log", LIMIT, status, this::slowLog, "metrics pages");
    String nodes = "see yarn node -list, and yarn.resourcemanager.address in yarn-site.xml";
    all.begin("queue", LIMIT, nodes, this::queue, "login");
    String other = "name one by --out that has room, and where this user may write";
    all.begin("run directory", LIMIT, other, this::runDirectory, "login");
    all.begin("clock", LIMIT, CLOCKS, this::clock, "run directory");
    String free = "free some, as hdfs dfsadmin -report says";
    all.begin("free space", LIMIT, free, this::space, "table", "run directory");
    Supplier<Duration> job = () -> pagesLimit().plus(spec.policies().startTimeout());
    String[] needs = {"policy", "cluster", "queue", "run directory"};
    all.begin("containers", job, "see yarn logs of the job", this::containers, needs);
  }

  private void delete() {
    if (probe != null) {
      end(probe.path() + " stays", () -> probe.fileSystem().delete(probe.path(), true));
    }
  }

  private void disconnect() {
    if (cluster != null) {
      end("HBase's connection stays", cluster::close);
    }
  }

  private void end(String failure, FailableRunnable<IOException> last) {
    try {
      TimeLimit.run(LIMIT, failure, last);
    } catch (IOException e) {
      console.say(FailureText.of(e));
      Watchdog.leaveThreadsBehind();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The pages of all servers are read at a pace. */
  private Duration pagesLimit() {
    return LIMIT.plusSeconds(cluster.size() / Paces.PAGES_PER_SECOND);
  }

  private Finding java() {
    HadoopVersion.check(VersionInfo.getVersion());
    String text =
        "Java %s, Hadoop %s, %s"
            .formatted(Runtime.version(), VersionInfo.getVersion(), Version.describe());
    return Runtime.version().feature() > MAX_JAVA
        ? Finding.note(text + "; newer than tested: set JAVA_HOME to a Java 17 or 21")
        : Finding.ok(text);
  }

  private Finding login() throws IOException {
    login.run();
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    return Finding.ok("user " + user.getUserName() + ", " + user.getAuthenticationMethod());
  }

  private Finding configuration() {
    hbase = HBaseConf.find(conf, console.environment());
    boolean isLocal = origin(conf, FileSystem.FS_DEFAULT_NAME_KEY).equals("core-default.xml");
    String text =
        "HBase at %s (%s), files on %s (%s)"
            .formatted(
                HBaseConf.describe(hbase),
                origin(hbase, HBaseConf.addresses(hbase).orElseThrow()),
                FileSystem.getDefaultUri(conf),
                isLocal ? "no core-site.xml" : origin(conf, FileSystem.FS_DEFAULT_NAME_KEY));
    return isLocal
        ? Finding.note(text + "; set HADOOP_CONF_DIR=/etc/hadoop/conf")
        : Finding.ok(text);
  }

  /** The file that sets a property. */
  private static String origin(Configuration conf, String property) {
    String[] sources = conf.getPropertySources(property);
    String source = sources == null ? "programmatically" : sources[sources.length - 1];
    URL file = source.contains("-default") ? null : conf.getResource(source);
    return file == null ? source.replace("programmatically", "command line") : file.getPath();
  }

  private Finding policy() {
    SitePolicy site = new SitePolicy(conf);
    site.check();
    var unused = site.left(RunSpec.from(conf), console.time().instant());
    return Finding.ok("the load is within the limits of this site");
  }

  private Finding cluster() throws IOException, InterruptedException {
    Cluster found = Cluster.connect(hbase, spec.user());
    cluster = found;
    if (found.size() == 0) {
      throw new IOException(found.describe() + ": none is alive");
    }
    return Finding.ok(found.describe());
  }

  private Finding table() throws IOException {
    var unusedNotes = RowsInFlight.fit(spec, new Configuration(hbase), submission().heapOfTask());
    List<String> questions = new ArrayList<>();
    Tables tables = new Tables(cluster, spec, CommandLineText.load(hbase));
    if (spec.data().copy().isPresent()) {
      String source = Consent.flagOf(spec.data().copy().get().table());
      var unusedFamilies = tables.checkSource(copy -> questions.add(copy + " add " + source));
    }
    String consent = Consent.flagOf(spec.table());
    creation =
        tables.check(Version.hbench(), "doctor", what -> questions.add(what + " add " + consent));
    String user = spec.user().proxied().map(" of user "::concat).orElse("");
    String text = "rights%s on %s suffice".formatted(user, spec.table());
    return questions.isEmpty()
        ? Finding.ok(text + creation.map(c -> "; it would be " + c).orElse("; it is there"))
        : Finding.note(text + "; " + String.join("; ", questions));
  }

  /** Read once: each check would take the time of all pages at their pace. */
  private synchronized List<ServerMemory> servers() throws IOException {
    if (servers.isEmpty()) {
      servers = cluster.memory();
    }
    return servers;
  }

  private Finding pages() throws IOException {
    List<ServerMemory> servers = servers();
    List<String> closed =
        servers.stream().filter(server -> !server.isKnown()).map(ServerMemory::name).toList();
    if (!closed.isEmpty()) {
      throw new UsageException(
          "closed to this machine at %d of %d servers, so no cost and no caches in reports; open hbase.regionserver.info.port of %s"
              .formatted(closed.size(), servers.size(), some(closed)));
    }
    return Finding.ok("open to this machine at " + counted(servers.size(), "server"));
  }

  private static String some(List<String> all) {
    int shown = Math.min(3, all.size());
    return String.join(", ", all.subList(0, shown)) + (shown < all.size() ? ", …" : "");
  }

  private static String ahead(double millis) {
    return format("%.1f s %s", Math.abs(millis) / 1e3, millis < 0 ? "slow" : "fast");
  }

  /** By the configuration of a server: an empty log does not say whether it is on. */
  private Finding slowLog() throws IOException, InterruptedException {
    String server = servers().get(0).name();
    HttpResponse<byte[]> page = cluster.profilePages().get(server, "/conf?format=xml");
    if (page.statusCode() != HttpURLConnection.HTTP_OK) {
      return Finding.note(
          "unknown: /conf of %s has status %d".formatted(server, page.statusCode()));
    }
    Configuration conf = new Configuration(false);
    conf.addResource(new ByteArrayInputStream(page.body()), server, true);
    return conf.getBoolean(SLOW_LOG, false)
        ? Finding.ok("on, for calls of more than %s ms".formatted(conf.get(SLOW_MILLIS, "10000")))
        : Finding.note("off, so no causes of slow requests in servers; set " + SLOW_LOG + "=true");
  }

  private JobSubmission submission() {
    return new JobSubmission(console.time(), spec, hbase == null ? conf : hbase, probe);
  }

  private Finding queue() throws IOException, InterruptedException {
    Optional<String> doubt = JobSubmission.checkQueue(spec, conf);
    Optional<JobSubmission.Room> found = JobSubmission.room(spec, conf);
    if (found.isEmpty()) {
      return Finding.note(LOCAL + "; set mapreduce.framework.name=yarn");
    }
    JobSubmission.Room room = found.get();
    String text =
        format(
            "%s holds %s of %,d MB on %s, %,d of them now",
            room.queue(),
            counted(room.most(), "task"),
            room.mb(),
            counted(room.nodes(), "node"),
            room.now());
    if (room.most() < spec.tasks()) {
      throw Settings.TASKS.bad(spec.tasks(), text, "--tasks " + Math.max(1, room.most()));
    }
    return doubt.isPresent() || room.now() < spec.tasks()
        ? Finding.note(doubt.orElse(text + ", fewer than --tasks " + spec.tasks()))
        : Finding.ok(text);
  }

  /** The check of a run, in a directory of its own in the lowest one that is there. */
  private Finding runDirectory() throws IOException, InterruptedException {
    RunDirectory run = RunDriver.newDirectory(conf, Command.LOAD.toString());
    Path above = run.path().getParent();
    while (!run.fileSystem().exists(above)) {
      above = above.getParent();
    }
    probe = new RunDirectory(conf, new Path(above, "_doctor-" + UUID.randomUUID()));
    return submission()
        .check()
        .map(Finding::note)
        .orElse(Finding.ok(above + " takes files, which can be flushed"));
  }

  private Finding clock() throws IOException, InterruptedException {
    double ahead = NodeProbe.aheadMillis(console.time(), probe, "clock");
    if (Math.abs(ahead) > MAX_CLOCK_MILLIS) {
      throw new UsageException(
          "this machine's is %s beside that of %s; %s"
              .formatted(ahead(ahead), probe.fileSystem().getUri(), CLOCKS));
    }
    return Finding.ok("this machine's is that of " + probe.fileSystem().getUri());
  }

  private Finding space() throws IOException {
    double min = Settings.MIN_FREE_SPACE.get(conf);
    try (FreeSpace space = new FreeSpace(spec, hbase, probe.path(), min)) {
      boolean drops = creation.map(TableCreation::drops).orElse(false);
      TableName table = TableName.valueOf(spec.table());
      space.check(
          drops,
          creation.isEmpty() && cluster.schema(table).map(FreeSpace::compresses).orElse(true));
      String enough = "enough for the load, as far as file systems and quotas tell";
      long bytes = LoadEstimate.of(spec).maxBytesWritten();
      return bytes <= RunDriver.MAX_BYTES_UNASKED || spec.tableSpec().consent().toSize()
          ? Finding.ok(enough)
          : Finding.note(
              format(
                  "%s; it writes up to %,d GB: add %s",
                  enough, bytes / RunDriver.GB, Consent.flag(Consent.SIZE)));
    }
  }

  private Finding containers() throws IOException, InterruptedException {
    submission().checkPlace(() -> cluster.facts(spec.target()));
    if (!submission().outlivesThisProcess()) {
      return Finding.note(LOCAL);
    }
    if (!containers) {
      return Finding.note("Java, clocks and network of the nodes are unknown; add --containers");
    }
    List<String> addresses = new ArrayList<>();
    for (ServerMemory server : servers()) {
      addresses.add(server.name());
      if (server.isKnown()) {
        addresses.add(cluster.pagesOf(server.name()).toString());
      }
    }
    List<NodeProbe.Node> nodes = NodeProbe.ask(submission(), addresses);
    List<String> wrong = new ArrayList<>();
    for (NodeProbe.Node node : nodes) {
      if (Math.abs(node.aheadMs()) > MAX_CLOCK_MILLIS) {
        wrong.add("clock of %s %s; %s".formatted(node.host(), ahead(node.aheadMs()), CLOCKS));
      }
      if (!node.silent().isEmpty()) {
        String ports = some(node.silent());
        wrong.add("%s can't reach %s; open these ports".formatted(node.host(), ports));
      }
    }
    if (!wrong.isEmpty()) {
      throw new UsageException(some(wrong.stream().distinct().toList()));
    }
    return Finding.ok(
        "%s; all %d addresses of HBase answer there"
            .formatted(
                nodes.stream()
                    .map(node -> "Java " + node.java() + " on " + node.host())
                    .distinct()
                    .collect(Collectors.joining(", ")),
                addresses.size()));
  }
}
