package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.hbench.cluster.Cluster;
import io.hbench.cluster.TableWatch;
import io.hbench.data.KeyFormat;
import io.hbench.kit.Hbench;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
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
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What is done to a table before it is measured, and what is seen of its servers. */
@Isolated("caches and compactions of all tables are in its figures")
@ExtendWith(HBaseFixture.class)
class ServersIT {
  private static final KeyFormat KEYS = KeyFormat.parse("{row:26}");
  private static final int ROWS = 2_000;
  private static final byte[] FAMILY = Bytes.toBytes("info0");
  private static final byte[] VALUE = new byte[1_000];

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
  void whatALoadIsToldToDoIsDoneAfterItInOrder() throws IOException {
    TableName table = TableName.valueOf("prepared");
    assertThat(
            hbench.job(
                "load --rows 2k --tasks 1 --table prepared --presplit 2 --prefetch-on-open"
                    + " --flush --major-compact --settle 20s --warm"))
        .as(hbench.stderr())
        .isZero();
    List<JsonObject> steps = objects(hbench.report().getAsJsonArray("prepared"));
    assertThat(steps)
        .extracting(step -> step.get("step").getAsString())
        .containsExactly("flush", "major-compact", "settle", "warm");
    assertThat(steps).allMatch(step -> step.get("seconds").getAsDouble() > 0);
    assertThat(steps.get(1).get("note").isJsonNull()).isTrue();
    assertThat(steps.get(2).get("note").getAsString()) // they have no pages here
        .startsWith("servers whose queues of compactions are not to be seen: ");
    assertThat(steps.get(3).get("rows").getAsLong()).isEqualTo(ROWS);
    assertThat(hbench.stdout()).containsPattern("prepared: flush .* s, .*, warm 2,000 rows ");
    for (ServerName server : admin.getRegionServers()) { // the master's figures are older
      assertThat(admin.getRegionMetrics(server, table))
          .allMatch(region -> region.getLastMajorCompactionTimestamp() > 0);
    }

    ColumnFamilyDescriptor family = admin.getDescriptor(table).getColumnFamilies()[0];
    assertThat(family.isPrefetchBlocksOnOpen()).isTrue();
    assertThat(hbench.report().getAsJsonObject("servers").getAsJsonObject("after"))
        .extracting(after -> after.get("descriptor").getAsString())
        .asString()
        .contains("NAME => 'info0'");
  }

  @Test
  void aRunIsPreparedBeforeItBegins() throws IOException {
    write(create("before"));
    Path out = dir.resolve("before");
    assertThat(
            hbench.run(
                "run get@1 --ops 10 --warmup 0s --rows 2k --table before --flush --out " + out))
        .isZero();
    assertThat(hbench.stderr()).contains("flush of table before\n");
    JsonObject before =
        Hbench.json(out, "report.json").getAsJsonObject("servers").getAsJsonObject("before");
    assertThat(before.get("storeFiles").getAsInt()).isOne();
    assertThat(before.get("memStoreBytes").getAsInt()).isZero();
  }

  @Test
  void warmingFillsTheBlockCacheAndIsQuietIfItIsToldTo() throws IOException {
    TableName table = create("warm");
    write(table);
    admin.flush(table);
    long before = cached(table);
    assertThat(hbench.job("run locate@1 --ops 8 --warmup 0s --rows 2k --table warm --warm"))
        .isZero();
    assertThat(hbench.stderr()).isEmpty();
    assertThat(cached(table) - before).isGreaterThan(ROWS * 1_000L);
  }

  @Test
  void aTableThatDoesNotSettleInTimeIsNotMeasuredAndACompactionIsWaitedFor() throws IOException {
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
    admin.majorCompact(table);
    assertThat(hbench.job(run + "--settle 500ms")).isOne();
    assertThat(hbench.stderr())
        .isEqualTo(
            "hbench: --settle: table 'slow' is not at rest after 500ms: regions compacting: 1\n");
    assertThat(Path.of(hbench.out())).doesNotExist();

    assertThat(hbench.job(run + "--major-compact")).as(hbench.stderr()).isZero();
    assertThat(objects(hbench.report().getAsJsonArray("prepared")).get(0).get("seconds"))
        .extracting(JsonElement::getAsDouble)
        .satisfies(seconds -> assertThat(seconds).isGreaterThan(1));
  }

  @Test
  void rowsThatWereLoadedAreReportedAlthoughTheTableDoesNotSettle() throws IOException {
    assertThat(hbench.job("load --table restless --rows 2k --tasks 1 --settle 1ms")).isOne();
    assertThat(hbench.stderr())
        .isEqualTo(
            "hbench: --settle: table 'restless' is not at rest after 1ms: it only just got calm\n");
    assertThat(hbench.stdout()).contains("load put@1 on table restless").contains("(failed: table");
    assertThat(hbench.operation().get("rows").getAsLong()).isEqualTo(ROWS);
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
      await(() -> admin.getCompactionState(table) == CompactionState.NONE);
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
    CompletableFuture<HRegionLocation> move =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                await(() -> Files.exists(out.resolve("job.json")));
                Thread.sleep(1_000);
                return move(table);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(
            hbench.run(
                "run get@1 --threads 1 --for 3s --warmup 0s --rows 2k --table moving --quiet --out "
                    + out))
        .isZero();
    String region = move.get().getRegion().getEncodedName();
    JsonObject report = Hbench.json(out, "report.json");
    JsonObject event = objects(report.getAsJsonObject("timeline").getAsJsonArray("events")).get(0);
    assertThat(event.get("kind").getAsString()).isEqualTo("region-moved");
    assertThat(event.get("what").getAsString()).startsWith("region " + region + " from ");
    assertThat(event.get("t").getAsDouble()).isBetween(1.0, 12.0);
    JsonObject changes = report.getAsJsonObject("servers").getAsJsonObject("changes");
    assertThat(changes.get("regionsMoved").getAsInt()).isOne();
    assertThat(changes.get("pages").getAsInt()).isZero();
    assertThat(changes.get("flushes").isJsonNull()).isTrue();
    assertThat(hbench.stdout())
        .containsPattern("event: \\+\\d+ s region-moved, region " + region)
        .contains("after; regions moved: 1\n")
        .contains("block cache: hit ratio unknown, ");
  }

  @Test
  void rowsAreProposedFromTheCachesOfTheServers() {
    assertThat(hbench.run("size --table big --value-size 1KB --columns 10")).isZero();
    assertThat(hbench.stdout())
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

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Condition condition) throws IOException, InterruptedException {
    while (!condition.holds()) {
      Thread.sleep(50);
    }
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
    RegionInfo region = admin.getRegions(table).get(0);
    return ((HRegion) HBaseFixture.region(region)).getBlockCache().getCurrentDataSize();
  }

  private static List<JsonObject> objects(JsonArray array) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .toList();
  }
}
