package io.hbench.bench;

import io.hbench.bench.CallRecorder.Counts;
import io.hbench.client.HBaseUser;
import io.hbench.client.KeySpan;
import io.hbench.client.MetaPages;
import io.hbench.client.RegionLookup;
import io.hbench.cluster.Cluster;
import io.hbench.cluster.TableWatch;
import io.hbench.cluster.action.Action;
import io.hbench.cluster.action.ActionEnvironment;
import io.hbench.cluster.action.ClusterActions;
import io.hbench.cluster.action.Paces;
import io.hbench.cluster.action.PendingUndo;
import io.hbench.cluster.action.ServerTemplates;
import io.hbench.cluster.action.Undo;
import io.hbench.cluster.cost.CostSampler;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.ServerEvent;
import io.hbench.time.Pace;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.testing.TestingHBaseCluster;
import org.apache.hadoop.hbase.testing.TestingHBaseClusterOption;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What hbench asks a cluster for, counted by proxies around a real connection to an HBase in this
 * JVM, and arithmetic from there to a large cluster. The watch on a run is played in virtual time.
 */
public final class CallsBench {
  private static final TableName TABLE = TableName.valueOf("many-regions");
  private static final Duration RUN = Duration.ofMinutes(10);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration WATCH_PERIOD = Duration.ofSeconds(10);
  private static final int TASKS = 100;
  private static final int MOVES = 10;

  /** The large cluster. */
  private static final int SERVERS = 1_000;

  private static final int REGIONS = 100_000;
  private static final int ALL_REGIONS = 300_000;
  private static final double MEGABYTE = 1e6;

  private final Connection real;
  private final Connection connection;
  private final CallRecorder recorder = new CallRecorder();
  private final int regions;

  private CallsBench(Connection real, int regions) {
    this.real = real;
    this.connection = recorder.record(real);
    this.regions = regions;
  }

  /**
   * Runs the bench.
   *
   * @param args number of regions, 5,000 if not given
   */
  public static void main(String[] args) throws Exception {
    int regions = args.length > 0 ? Integer.parseInt(args[0]) : 5_000;
    Configuration conf = HBaseConfiguration.create();
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.REGIONSERVER_INFO_PORT, -1);
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    conf.setInt("hbase.regionserver.executor.openregion.threads", 10);
    TestingHBaseCluster cluster =
        TestingHBaseCluster.create(
            TestingHBaseClusterOption.builder().conf(conf).numRegionServers(2).build());
    cluster.start();
    Configuration patient = new Configuration(cluster.getConf());
    patient.setInt("hbase.client.sync.wait.timeout.msec", 600_000);
    patient.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 600_000);
    try (Connection real = ConnectionFactory.createConnection(patient)) {
      create(real, regions);
      new CallsBench(real, regions).run();
    } catch (Exception | Error e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
    System.out.flush();
    Runtime.getRuntime().halt(0); // closing thousands of regions takes minutes
  }

  private static void create(Connection connection, int regions) throws IOException {
    byte[][] splits =
        IntStream.range(1, regions)
            .mapToObj(i -> Bytes.toBytes("%08d".formatted(i)))
            .toArray(byte[][]::new);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .build(),
          splits);
    }
  }

  private void run() throws Exception {
    System.out.printf(
        "a table of %,d regions on 2 servers, by HBase's client%n" + "%-34s %7s %9s %9s %8s %10s%n",
        regions, "asked for", "master", "bytes", "rows of", "calls of", "bytes");
    System.out.printf("%-34s %7s %9s %9s %8s%n", "", "calls", "", "meta", "servers");
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    Counts watched;
    try (Cluster cluster = new Cluster(time, connection, HBaseUser.SUBMITTER)) {
      line("connection", recorder.take());
      cluster.facts(TABLE.getNameAsString());
      line("snapshot before the run", recorder.take());
      TableWatch watch = new TableWatch(cluster, TABLE.getNameAsString());
      CostSampler costs = cluster.costs();
      watched =
          time.play(
              () -> {
                for (int second = 0; second < RUN.toSeconds(); second++) {
                  if (second % WATCH_PERIOD.toSeconds() == 0) {
                    watch.changes(second * 1e3);
                  }
                  costs.read();
                  time.sleep(Duration.ofSeconds(1));
                }
                return recorder.take();
              });
      line("watch of %d minutes".formatted(RUN.toMinutes()), watched);
      cluster.facts(TABLE.getNameAsString());
      cluster.slowLog(TABLE.getNameAsString(), 0);
      line("snapshot and slow logs after it", recorder.take());
      move();
      lookUp();
      summary(watched);
      large();
    }
  }

  private void summary(Counts watched) {
    double rowsOfPoll =
        (double) watched.metaRows() * (double) WATCH_PERIOD.toSeconds() / RUN.toSeconds();
    System.out.printf(
        "rows of hbase:meta a second in the watch: %,.0f; without a bound %,.0f%n%n",
        (double) watched.metaRows() / RUN.toSeconds(), Math.max(rowsOfPoll, regions) / 10);
  }

  private static void line(String what, Counts counts) {
    System.out.printf(
        "%-34s %,7d %,9d %,9d %,8d %,10d%n",
        what,
        counts.masterCalls(),
        counts.masterBytes(),
        counts.metaRows(),
        counts.serverCalls(),
        counts.serverBytes());
  }

  private void move() throws Exception {
    Time time = Time.real();
    Paces paces = Paces.of(time);
    try (Admin admin = connection.getAdmin();
        ClusterActions actions =
            new ClusterActions(
                recorder.record(ConnectionFactory.createConnection(real.getConfiguration())),
                HBaseUser.SUBMITTER,
                TABLE,
                (servers, table) -> regionsOf(admin, servers, table, paces),
                new ServerTemplates(real.getConfiguration()),
                paces)) {
      recorder.take();
      long start = System.nanoTime();
      actions.perform(Action.parse("move-regions " + MOVES), new Nothing());
      double seconds = (System.nanoTime() - start) / 1e9;
      line("move-regions %d, %.1f s".formatted(MOVES, seconds), recorder.take());
    }
  }

  private static Map<ServerName, List<RegionMetrics>> regionsOf(
      Admin admin, Collection<ServerName> servers, TableName table, Paces paces)
      throws IOException {
    paces.calls().took(servers.size());
    Map<ServerName, List<RegionMetrics>> answers = new TreeMap<>();
    for (ServerName server : servers) {
      answers.put(server, admin.getRegionMetrics(server, table));
    }
    return answers;
  }

  /** One of many tasks that draw from the whole table. */
  private void lookUp() throws Exception {
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    recorder.take();
    boolean cut =
        time.play(
            () -> {
              MetaPages pages = new MetaPages(connection, TABLE, KeySpan.all(), found -> {});
              try (RegionLookup lookup = RegionLookup.start(time, pages, TASKS)) {
                time.sleep(Duration.ofMinutes(2));
                return lookup.isCut();
              }
            });
    Counts one = recorder.take();
    line("look-up of one of %d tasks".formatted(TASKS), one);
    System.out.printf(
        "%34s %,d rows a second of all tasks%s%n",
        "", one.metaRows() * TASKS / 60, cut ? ", cut after a minute" : "");
  }

  /** An action without hooks. */
  private static final class Nothing implements ActionEnvironment {
    @Override
    public PendingUndo undoAtTheEnd(Undo undo) {
      return change -> {};
    }

    @Override
    public void run(String line) {}

    @Override
    public void noticed(ServerEvent.Kind kind, Address server, int count, String text) {}
  }

  private void large() throws Exception {
    Admin admin = real.getAdmin();
    double name =
        bytes(admin, Option.SERVERS_NAME) / 2.0 + 20; // names of machines are longer than localhost
    double load = (double) bytes(admin, Option.LIVE_SERVERS) / regions;
    long namesOfMinute = 60 / WATCH_PERIOD.toSeconds() + 1;
    double names = namesOfMinute * SERVERS * name / MEGABYTE;
    double loads = ALL_REGIONS * load / MEGABYTE;
    double pages = pages();
    System.out.printf(
        "arithmetic: %,d servers, a table of %,d of %,d regions; a name has %.0f bytes, a load"
            + " %.0f%n",
        SERVERS, REGIONS, ALL_REGIONS, name, load);
    System.out.printf("%-58s %9s %9s   %s%n", "", "unbounded", "now", "target");
    target("answers of the master after the start, MB a minute", loads + names, names, 1);
    target("rows of hbase:meta by the watch, a second", REGIONS / 10.0, 500, 500);
    target("rows of hbase:meta by look-ups of 1,000 tasks, a second", 50_000, 5_000, 5_000);
    target("  for so many seconds", REGIONS * 1_000.0 / 50_000, 60, 60);
    target("metrics pages a second of the busiest minute", 1_250, pages, 50);
    System.out.printf(
        "%-58s %9s %9.0f%n", "seconds between two snapshots of regions", "10", REGIONS / 500.0);
    System.out.printf(
        "%-58s %9.1f %9.1f%n", "loads of all regions before the start, MB", loads, loads);
  }

  private static void target(String what, double before, double now, double most) {
    System.out.printf(
        "%-58s %,9.1f %,9.1f   <= %,.0f: %s%n",
        what, before, Math.ceil(now * 10) / 10, most, now <= most ? "yes" : "no");
  }

  private static long bytes(Admin admin, Option option) throws IOException {
    return ClusterMetricsBuilder.toClusterStatus(admin.getClusterMetrics(EnumSet.of(option)))
        .getSerializedSize();
  }

  /**
   * Pages a second of the busiest minute of a run, a snapshot before and after it included: of the
   * real pace and sampler, of made servers in virtual time.
   */
  private static double pages() throws Exception {
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    List<Long> asked = new ArrayList<>();
    Pace pace = Paces.of(time).pages();
    CostSampler sampler =
        new CostSampler(
            pace,
            () ->
                IntStream.range(0, SERVERS)
                    .mapToObj(i -> ServerName.valueOf("rs" + i, 16020, 1))
                    .collect(Collectors.toMap(server -> server, server -> 16030)),
            (host, port, path) -> {
              asked.add(time.nanos());
              return CompletableFuture.completedFuture("{\"beans\": [{\"ProcessCpuTime\": 1}]}");
            });
    time.play(
        () -> {
          snapshot(pace, asked);
          while (time.nanos() < RUN.toNanos()) {
            sampler.read();
            time.sleep(Duration.ofSeconds(1));
          }
          while (!sampler.readLast().isEmpty()) {}
          snapshot(pace, asked);
          return null;
        });
    long most = 0;
    int from = 0;
    for (int to = 0; to < asked.size(); to++) {
      while (asked.get(to) - asked.get(from) >= MINUTE.toNanos()) {
        from++;
      }
      most = Math.max(most, to - from + 1);
    }
    return most / (double) MINUTE.toSeconds();
  }

  /** A page of each server, as a snapshot reads them. */
  private static void snapshot(Pace pace, List<Long> asked) throws InterruptedException {
    for (int server = 0; server < SERVERS; server++) {
      pace.sleep(Duration.ZERO);
      pace.took(1);
      asked.add(pace.time().nanos());
    }
  }
}
