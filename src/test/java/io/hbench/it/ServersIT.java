package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.TableWatch;
import io.hbench.data.KeyFormat;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done to a table before it is measured, and what is seen of its servers. */
@Order(Turns.ALONE)
@HBaseFixture.Alone
class ServersIT {
  private static final KeyFormat KEYS = KeyFormat.parse("{row:26}");
  private static final int ROWS = 2_000;
  private static final byte[] FAMILY = Bytes.toBytes("info0");
  private static final byte[] VALUE = new byte[1_000];
  private static final String GETS = "run get@1 --threads 1 --ops 500 --warmup 0s";

  /** Less than a data block has. */
  private static final long BLOCK = 60_000;

  @TempDir static Path dir;
  private static Hbench hbench;
  private static Connection connection;
  private static Admin admin;

  @BeforeAll
  static void connect() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    admin = connection.getAdmin();
  }

  @AfterAll
  static void close() throws IOException {
    connection.close();
  }

  @Test
  void theReportSaysWhatTheServersServed() throws IOException {
    assertThat(hbench.job("load --table served --rows 1000 --tasks 2 --threads 2 --presplit 3"))
        .hasExitCode(0);
    Json after = hbench.last().report().at("servers.after");
    assertThat(after).text("version").startsWith("2.");
    assertThat(after).has("regions", 3);
    assertThat(after.names("regionServers")).hasSize(2);

    Json setups = hbench.last().report().at("setups"); // the servers have no pages here
    assertThat(setups).has("servers.0.values", Map.of());
    assertThat(setups.at("clients.0.values").text("heap")).matches("\\d+");
    assertThat(hbench.run("report " + hbench.last().dir() + " --details").out())
        .containsPattern(
            "\nservers: +2 servers: JVM unknown, no page /jmx, settings unknown, no page /conf\n")
        .containsPattern("\nclients: +1 host: JDK \\d+");
  }

  /** Values of zeros, which GZ makes small: so the size is that on disk. */
  @Test
  void theSizeOnDiskIsThatOfTheStoreFilesInHdfs() throws IOException {
    TableName table = TableName.valueOf("sized");
    String load =
        "load --rows 3k --tasks 1 --table sized --presplit 3 --compressible-to 10% --family-names a,b";
    assertThat(hbench.job(load + " --compression gz --flush")).hasExitCode(0);
    double flushed = hbench.last().report().number("prepared.0.bytes");
    assertThat(flushed)
        .isEqualTo(files(table).values().stream().mapToDouble(Long::doubleValue).sum())
        .isBetween(300_000.0, 2_000_000.0);
    assertThat(hbench.last().out()).containsPattern("\nprepared: +flush .* s to [\\d.]+ [kM]B\\s");

    // a compaction's input stays for two minutes
    assertThat(hbench.job(load + " --flush --major-compact")).hasExitCode(0);
    assertThat(hbench.last().report()).has("prepared.0.bytes", null);
    long compacted = 0;
    for (RegionInfo region : admin.getRegions(table)) {
      for (Store store : ((HRegion) HBaseFixture.region(region)).getStores()) {
        compacted += store.getStorefilesSize();
      }
    }
    assertThat(hbench.last().report()).has("prepared.1.bytes", compacted);
    assertThat(files(table)).hasSizeGreaterThan(6);
  }

  /** The lengths of all HFiles of a table. */
  private static Map<String, Long> files(TableName table) throws IOException {
    Configuration conf = HBaseFixture.conf();
    org.apache.hadoop.fs.Path directory =
        new org.apache.hadoop.fs.Path(conf.get("hbase.rootdir"), "data/default/" + table);
    Map<String, Long> lengths = new TreeMap<>();
    for (FileStatus file :
        directory
            .getFileSystem(conf)
            .globStatus(new org.apache.hadoop.fs.Path(directory, "*/[ab]/*"))) {
      lengths.put(file.getPath().toString(), file.getLen());
    }
    return lengths;
  }

  @Test
  void whatALoadIsToldToDoIsDoneAfterItInOrder() throws IOException {
    TableName table = TableName.valueOf("prepared");
    assertThat(
            hbench.job(
                "load --rows 2k --tasks 1 --table prepared --presplit 2 --prefetch-on-open"
                    + " --flush --major-compact --settle 20s --clear-cache --warm --yes"))
        .hasExitCode(0);
    Json report = hbench.last().report();
    List<Json> steps = report.list("prepared");
    assertThat(steps)
        .extracting(step -> step.text("step"))
        .containsExactly("flush", "major-compact", "settle", "clear-cache", "warm");
    assertThat(steps).allMatch(step -> step.number("seconds") > 0);
    assertThat(report).has("prepared.1.note", null).has("prepared.4.rows", ROWS);
    assertThat(report)
        .text("prepared.2.note") // they have no pages here
        .startsWith("servers with unknown compaction queues: ");
    assertThat(hbench.last().out())
        .containsPattern("(?s)prepared: +flush .* s, .*, warm\\s+2,000 rows\\s");
    for (ServerName server : admin.getRegionServers()) { // the master's figures are older
      assertThat(admin.getRegionMetrics(server, table))
          .allMatch(region -> region.getLastMajorCompactionTimestamp() > 0);
    }

    ColumnFamilyDescriptor family = admin.getDescriptor(table).getColumnFamilies()[0];
    assertThat(family.isPrefetchBlocksOnOpen()).isTrue();
    assertThat(report).text("servers.after.descriptor").contains("NAME => 'info0'");
  }

  @Test
  void aRunIsPreparedBeforeItBegins() throws IOException {
    write(create("before"));
    Hbench.Result run =
        hbench.job(
            "before", "run get@1 --ops 10 --warmup 0s --rows 2k --table before --flush --yes");
    assertThat(run).hasExitCode(0);
    assertThat(run.err()).contains("flush of table before\n");
    assertThat(run.report().at("servers.before")).has("storeFiles", 1).has("memStoreBytes", 0);
  }

  @Test
  void warmingFillsTheBlockCacheAndIsQuietIfItIsToldTo() throws IOException {
    TableName table = create("warm");
    write(table);
    admin.flush(table);
    long before = cached(table);
    assertThat(hbench.job("run locate@1 --ops 8 --warmup 0s --rows 2k --table warm --warm --yes"))
        .hasExitCode(0);
    assertThat(hbench.last().err()).isEmpty();
    assertThat(cached(table) - before).isGreaterThan(ROWS * 1_000L);
  }

  @Test
  void readsPastTheCacheFindNoDataBlockInItAndReadFiles() throws IOException {
    load("past", "--block-cache false");
    Reads gets = reads("past", GETS);
    assertThat(gets.hits()).isZero();
    assertThat(gets.bytes()).isGreaterThan(500 * BLOCK);
    Reads scans = reads("past", "run scan@1 --threads 1 --ops 50 --warmup 0s");
    assertThat(scans.hits()).isZero();
    assertThat(scans.bytes()).isGreaterThan(50 * BLOCK);
    assertThat(admin.getDescriptor(TableName.valueOf("past")).getColumnFamilies()[0])
        .returns(false, ColumnFamilyDescriptor::isBlockCacheEnabled);
  }

  @Test
  void blocksThatAreInTheCacheAreReadThereWhateverTheRequestSaysUntilTheyAreRemoved()
      throws IOException {
    load("warmed", "--warm");
    Reads warm = reads("warmed", GETS + " --cache-blocks=false");
    assertThat(warm.hits()).isGreaterThanOrEqualTo(500);
    assertThat(warm.bytes()).isLessThan(50 * BLOCK);

    assertThat(hbench.job(GETS + " --rows 2k --table warmed --clear-cache")).hasExitCode(0);
    assertThat(hbench.last().report().text("prepared.0.note"))
        .matches("blocks removed from the caches: [1-9]\\d*");
    long before = cached(TableName.valueOf("warmed"));
    assertThat(
            hbench.job("run locate@1 --ops 8 --warmup 0s --rows 2k --table warmed --clear-cache"))
        .hasExitCode(0);
    assertThat(before - cached(TableName.valueOf("warmed"))).isGreaterThan(ROWS * 500L);
    Reads cleared = reads("warmed", GETS + " --clear-cache --cache-blocks=false");
    assertThat(cleared.hits()).isZero();
    assertThat(cleared.bytes()).isGreaterThan(500 * BLOCK);
  }

  @Test
  void aTableThatDoesNotSettleInTimeIsNotMeasuredAndACompactionIsWaitedFor() throws Exception {
    TableName table = TableName.valueOf("slow");
    admin.createTable(
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                    .setConfiguration(
                        DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY,
                        SlowCompactor.class.getName())
                    .build())
            .build());
    write(table);
    admin.flush(table);
    String run = "run get@1 --ops 10 --warmup 0s --rows 2k --table slow ";
    CountDownLatch gate = new CountDownLatch(1);
    SlowCompactor.gate = gate;
    try {
      admin.majorCompact(table);
      Waits.until("compaction", () -> admin.getCompactionState(table) != CompactionState.NONE);
      assertThat(hbench.job(run + "--settle 500ms")).hasExitCode(1);
      assertThat(hbench.last().err())
          .isEqualTo(
              "hbench: --settle: table slow is not calm after 500ms: regions compacting: 1\n");
      assertThat(hbench.last().dir()).doesNotExist();

      CompletableFuture<Hbench.Result> waiting =
          CompletableFuture.supplyAsync(() -> hbench.job(run + "--major-compact --yes"));
      // one that does not wait is over by then, unless the machine is slow
      assertThat(waiting).failsWithin(Duration.ofSeconds(4));
      gate.countDown();
      assertThat(waiting.get()).hasExitCode(0);
      assertThat(waiting.get().report()).has("prepared.0.step", "major-compact");
    } finally {
      gate.countDown();
    }
  }

  @Test
  void rowsThatWereLoadedAreReportedAlthoughTheTableDoesNotSettle() throws IOException {
    assertThat(hbench.job("load --table restless --rows 2k --tasks 1 --settle 1ms")).hasExitCode(1);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: --settle: table restless is not calm after 1ms: calm for less than two polls\n");
    assertThat(hbench.last().out())
        .contains("load put@1 on table restless")
        .contains("(failed: table");
    assertThat(hbench.last().operation()).hasRows(ROWS);
  }

  @Test
  void flushesCompactionsMovesAndSplitsAreSeenFromOneLookToTheNext() throws Exception {
    TableName table = create("watched");
    write(table);
    try (Cluster cluster = Cluster.connect(HBaseFixture.conf())) {
      TableWatch watch = new TableWatch(cluster, "watched");
      assertThat(watch.changes(1)).isEmpty();
      assertThat(watch.changes(2)).isEmpty();
      admin.flush(table);
      assertThat(watch.changes(3)).containsExactly(event(3, Kind.FLUSH, "1 store file more"));
      HRegionLocation moved = move(table);
      assertThat(watch.changes(4))
          .containsExactly(
              event(
                  4,
                  Kind.REGION_MOVED,
                  "region "
                      + moved.getRegion().getEncodedName()
                      + " from "
                      + moved.getServerName().getAddress()
                      + " to "
                      + other(moved.getServerName()).getAddress()));
      write(table);
      admin.flush(table);
      assertThat(watch.changes(5)).containsExactly(event(5, Kind.FLUSH, "1 store file more"));
      admin.majorCompact(table);
      Waits.until(
          "end of the compaction", () -> admin.getCompactionState(table) == CompactionState.NONE);
      assertThat(watch.changes(6)).containsExactly(event(6, Kind.COMPACTION, "1 store file fewer"));
      admin
          .splitRegionAsync(
              moved.getRegion().getRegionName(), Bytes.toBytes("00000000000000000000001000"))
          .get();
      assertThat(watch.changes(7))
          .extracting(ServerEvent::kind, ServerEvent::description)
          .contains(tuple(Kind.REGION_SPLIT, "regions now: 2"));
    }
  }

  @Test
  void aRegionThatMovesDuringARunIsOnTheTimeline() throws Exception {
    TableName table = create("moving");
    write(table);
    Path out = dir.resolve("moving");
    long before = reads(table);
    CompletableFuture<HRegionLocation> move =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                Waits.until("job.json", () -> Files.exists(out.resolve("job.json")));
                // under load: the command itself reads a few rows before it
                Waits.until("100 reads", () -> reads(table) > before + 100);
                return move(table);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    Hbench.Result run =
        hbench.job(
            "moving",
            "run get@1 --threads 1 --for 8s --warmup 0s --rows 2k --table moving --quiet");
    assertThat(run).hasExitCode(0);
    String region = move.get().getRegion().getEncodedName();
    Json report = run.report();
    Json event = report.at("timeline.events.0");
    assertThat(event)
        .has("kind", "region-moved")
        .text("what")
        .startsWith("region " + region + " from ");
    assertThat(event).number("t").isNotNegative();
    Json changes = report.at("servers.changes");
    assertThat(changes).has("regionsMoved", 1).has("pages", 0).has("flushes", null);
    assertThat(run.out())
        .containsPattern("event: +\\+\\d+ s region-moved, region " + region)
        .contains("\nservers:");
    assertThat(hbench.run("report --details " + run.dir()).out())
        .containsPattern("regions: +1 moved\n")
        .containsPattern("block cache: +hit ratio unknown, ");
  }

  @Test
  void rowsAreProposedFromTheCachesOfTheServers() {
    assertThat(hbench.run("size --table big --value-size 1KB --columns 10")).hasExitCode(0);
    assertThat(hbench.last().out())
        .containsPattern(
            "(?m)^localhost:\\d+ +heap .*, its metrics page .* is not to be had; .* assumed")
        .contains("in all 2 region servers, for data: ")
        .contains("a row in the caches: 10,770 bytes (cells: 10)")
        .containsPattern(
            "(?m)^half the cache .* load --table big --rows \\d\\S+ --columns 10 --value-size 1KB"
                + " --presplit 20$");
  }

  private static TableName create(String name) throws IOException {
    TableName table = TableName.valueOf(name);
    admin.createTable(
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .build());
    return table;
  }

  /** As load does. */
  private static void write(TableName table) throws IOException {
    try (BufferedMutator rows = connection.getBufferedMutator(table)) {
      for (int row = 0; row < ROWS; row++) {
        rows.mutate(new Put(KEYS.key(row)).addColumn(FAMILY, Bytes.toBytes("0"), VALUE));
      }
    }
  }

  private static void load(String table, String flags) throws IOException {
    assertThat(hbench.job("load --rows 2k --tasks 1 --flush --table " + table + " " + flags))
        .hasExitCode(0);
  }

  /** Data blocks that a run found in the cache of the table's server, and bytes read in HDFS. */
  private record Reads(long hits, long bytes) {}

  private static Reads reads(String table, String run) throws IOException {
    CacheStats cache = region(TableName.valueOf(table)).getBlockCache().getStats();
    long hits = cache.getDataHitCount(); // blockCacheDataHitCount
    long bytes = bytesRead();
    assertThat(hbench.job(run + " --rows 2k --table " + table)).hasExitCode(0);
    return new Reads(cache.getDataHitCount() - hits, bytesRead() - bytes);
  }

  private static long bytesRead() {
    return FileSystem.getGlobalStorageStatistics().get("hdfs").getLong("bytesRead");
  }

  private static ServerEvent event(double atMs, Kind kind, String what) {
    return new ServerEvent(atMs, kind, 1, what);
  }

  /** To the other server. */
  private static HRegionLocation move(TableName table) throws IOException {
    HRegionLocation from = connection.getRegionLocator(table).getAllRegionLocations().get(0);
    admin.move(from.getRegion().getEncodedNameAsBytes(), other(from.getServerName()));
    return from;
  }

  private static ServerName other(ServerName server) throws IOException {
    return admin.getRegionServers().stream().filter(s -> !s.equals(server)).findFirst().get();
  }

  private static long cached(TableName table) throws IOException {
    return region(table).getBlockCache().getCurrentDataSize();
  }

  private static long reads(TableName table) throws IOException {
    return region(table).getReadRequestsCount();
  }

  private static HRegion region(TableName table) throws IOException {
    RegionInfo region = admin.getRegions(table).get(0);
    return (HRegion) HBaseFixture.region(region);
  }
}
