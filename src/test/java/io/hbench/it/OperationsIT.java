package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeyFormat;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What loads and operations leave in a real HBase. */
@Order(Turns.BESIDE_ALONE)
@HBaseFixture.Shared
class OperationsIT {
  private static final KeyFormat KEYS = KeyFormat.parse("{row:26}");
  private static final int ROWS = 1_000;

  @TempDir static Path dir;
  private static Hbench hbench;
  private static Connection connection;

  @BeforeAll
  static void connect() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
  }

  @AfterAll
  static void close() throws IOException {
    connection.close();
  }

  @Test
  void aTaskDoesNotSearchForBuffersThatNobodyGaveBack() throws IOException {
    String table = load("no-leaks", "");
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.SIMPLE);
    assertThat(hbench.job("run get --ops 100 --warmup 0s --rows " + ROWS + " --table " + table))
        .hasExitCode(0);
    assertThat(ResourceLeakDetector.isEnabled()).isFalse();
  }

  @Test
  void batchesAndMissingRowsAreCountedByTheAsyncClientToo() throws IOException {
    String table = load("async-batches", "");
    assertThat(
            hbench.job(
                "run get@1 --client async --in-flight 4 --batch 10 --ops 50 --warmup 0s"
                    + " --rows 2000 --keys sequential --table "
                    + table))
        .hasExitCode(0);
    // 50 requests of 10 rows: 0 to 499, and all of them are there
    assertThat(hbench.last().operation()).hasRows(500);
    assertThat(
            hbench.job(
                "run get@1 --client async --in-flight 4 --batch 10 --ops 200 --warmup 0s"
                    + " --rows 2000 --keys sequential --table "
                    + table))
        .hasExitCode(0);
    assertThat(hbench.last().operation()).hasNotFound(1_000);
  }

  /** HBase's client sends one look-up at a time, and those that waited take its answer. */
  @ParameterizedTest
  @ValueSource(strings = {"blocking", "async"})
  void eachLookUpReadsTheCatalog(String client) throws IOException {
    String table = load("looked-up-" + client, "");
    long before = readsOfMeta();
    assertThat(
            hbench.job(
                "run locate@1 --threads 8 --ops 2000 --warmup 0s --rows %d --table %s --client %s"
                    .formatted(ROWS, table, client)))
        .hasExitCode(0);
    assertThat(hbench.last().operation()).hasRows(2_000);
    assertThat(readsOfMeta() - before).isGreaterThanOrEqualTo(2_000);
  }

  private static long readsOfMeta() throws IOException {
    try (Admin admin = connection.getAdmin();
        RegionLocator meta = connection.getRegionLocator(TableName.META_TABLE_NAME)) {
      return admin
          .getRegionMetrics(
              meta.getAllRegionLocations().get(0).getServerName(), TableName.META_TABLE_NAME)
          .get(0)
          .getReadRequestCount();
    }
  }

  @Test
  void loadWritesEveryRowOnceWithAllItsCells() throws IOException {
    String table = load("loaded", "--families 2 --columns 3 --value-size 20 --batch 7");
    int next = 0;
    for (Result row : scan(table)) {
      assertThat(KEYS.row(row.getRow())).isEqualTo(next++);
      assertThat(row.rawCells()).hasSize(6);
      assertThat(row.getValue(Bytes.toBytes("info1"), Bytes.toBytes("2"))).hasSize(20);
    }
    assertThat(next).isEqualTo(ROWS);
    assertThat(hbench.last().operation()).hasRows(ROWS);
  }

  @Test
  void anUnevenLoadLeavesNoRowOut() throws IOException {
    assertThat(
            hbench.job(
                "load --table uneven --rows 1009 --tasks 3 --threads 5 --batch 8 --value-size 9"))
        .hasExitCode(0);
    assertThat(count("uneven")).isEqualTo(1_009);
  }

  /** The figures would be those of the schema that the table has. */
  @Test
  void aTableOfAnotherSchemaIsNotWrittenInSilence() throws IOException {
    String table = load("other-schema", "");
    String to = " --rows 1000 --table " + table;
    assertThat(hbench.job("load --tasks 1 --compression gz" + to)).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: --table other-schema: has COMPRESSION NONE, and not GZ; try --table other-schema2, or"
                + " --recreate\n");
    assertThat(hbench.job("run put --replicas 3" + to)).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: --replicas 3: table other-schema has 1; try --table other-schema2 --replicas 3\n");
    assertThat(hbench.job("load --tasks 1 --recreate --compression gz" + to)).hasExitCode(0);
    assertThat(hbench.job("load --tasks 1 --compression gz" + to)).hasExitCode(0);
  }

  @Test
  void aLoadGoesOnThoughARegionHasSplit() throws Exception {
    Path load = hbench.job("load --tasks 1 --presplit 2 --rows 1000 --table splits").dir();
    TableName table = TableName.valueOf("splits");
    try (Admin admin = connection.getAdmin();
        RegionLocator regions = connection.getRegionLocator(table)) {
      admin.split(table, KEYS.key(100));
      Waits.until("three regions", () -> regions.getStartKeys().length == 3);
    }
    assertThat(hbench.job("load --resume " + load)).hasExitCode(0);
  }

  @Test
  void presplitRegionsHoldEqualShares() throws IOException {
    String table = load("presplit", "--presplit 4");
    try (var regions = connection.getRegionLocator(TableName.valueOf(table))) {
      byte[][] starts = regions.getStartKeys();
      assertThat(starts.length).isEqualTo(4);
      assertThat(KEYS.row(starts[1])).isEqualTo(250);
      assertThat(KEYS.row(starts[2])).isEqualTo(500);
      assertThat(KEYS.row(starts[3])).isEqualTo(750);
    }
  }

  /**
   * What YCSB's hbase2 binding makes of {@code load} and workload D with one field in each update.
   */
  @Test
  void aTableOfYcsbIsLoadedReadAndWrittenInItsOwnNames() throws IOException {
    String shape =
        " --table ycsb --key-format user{hash} --family-names cf --columns 3 --column-prefix field"
            + " --value-size 20 --threads 2";
    assertThat(hbench.job("load --rows 1000 --presplit 4 --keys permuted" + shape)).hasExitCode(0);
    try (Table t = connection.getTable(TableName.valueOf("ycsb"));
        var regions = connection.getRegionLocator(TableName.valueOf("ycsb"))) {
      Result first = t.get(new Get(Bytes.toBytes("user6284781860667377211"))); // of row 0
      assertThat(first.getFamilyMap(Bytes.toBytes("cf")).keySet())
          .containsExactly(
              Bytes.toBytes("field0"), Bytes.toBytes("field1"), Bytes.toBytes("field2"));
      assertThat(regions.getStartKeys()).hasNumberOfRows(4);
    }
    assertThat(count("ycsb")).isEqualTo(1_000);
    String mix =
        "run get:80,put:10,insert:5,scan:5@2 --rows 1000 --ops 2000 --warmup 0s --keys latest";
    assertThat(hbench.job(mix + " --read-columns one --write-columns one" + shape)).hasExitCode(0);
    Json total = hbench.last().report().at("total");
    assertThat(total).hasNoErrors().hasNotFound(0);
    long rows = 1_000 + hbench.last().report().operation("insert").count("count");
    // by age, puts could fill the gaps that threads left which were behind
    assertThat(hbench.job(mix.replace("latest", "uniform") + shape)).hasExitCode(0);
    rows += hbench.last().report().operation("insert").count("count");
    assertThat(count("ycsb")).isEqualTo(rows);
    assertThat(hbench.job("run get --table ycsb --rows 1000 --family-names cf")).hasExitCode(2);
    assertThat(hbench.last().err()).contains("has none of the rows 0 to 999");
  }

  @Test
  void insertsOfManyTasksNeverCollide() throws IOException {
    String table = load("inserts", "");
    assertThat(
            hbench.job(
                "run insert@3 --ops 300 --warmup 0s --threads 2 --rows 1000 --table inserts"))
        .hasExitCode(0);
    assertThat(count(table)).isEqualTo(ROWS + 300);
    String more = "run insert@2 --ops 200 --warmup 0s --threads 1 --rows 1000 --table inserts";
    assertThat(hbench.job(more)).hasExitCode(0);
    assertThat(count(table)).isEqualTo(ROWS + 500);
    assertThat(hbench.last().out())
        .containsPattern("first-insert .*\\(inserts begin at row 1,3\\d\\d\\)");
  }

  /** It ended in a stack trace. */
  @Test
  void aKeyOfAnotherFormatBehindTheLoadedRowsIsNamed() throws IOException {
    String table = " --table sensors --key-format {row:10} --rows 100";
    assertThat(hbench.job("load --tasks 1" + table)).hasExitCode(0);
    try (Table sensors = connection.getTable(TableName.valueOf("sensors"))) {
      byte[] family = sensors.getDescriptor().getColumnFamilyNames().iterator().next();
      sensors.put(new Put(Bytes.toBytes("1700000000000")).addColumn(family, family, family));
    }
    assertThat(hbench.job("run insert@1 --threads 1 --ops 50 --warmup 0s" + table)).hasExitCode(1);
    assertThat(hbench.last().err())
        .contains("not a key of the format {row:10}: 1700000000000; try --first-insert 100\n")
        .doesNotContain("bug");
  }

  @Test
  void deletesDelete() throws IOException {
    String table = load("deletes", "");
    assertThat(
            hbench.job(
                "run delete@2 --keys sequential --ops 1000 --warmup 0s --threads 2 --rows 1000"
                    + " --table deletes"))
        .hasExitCode(0);
    assertThat(count(table)).isZero();
  }

  @Test
  void incrementsAddUp() throws IOException {
    load("increments", "");
    assertThat(hbench.job("run increment@2 --ops 777 --warmup 0s --rows 10 --table increments"))
        .hasExitCode(0);
    long sum = 0;
    for (Result row : scan("increments")) {
      byte[] counter = row.getValue(Bytes.toBytes("info0"), Bytes.toBytes("IncrementTest"));
      sum += counter == null ? 0 : Bytes.toLong(counter);
    }
    assertThat(sum).isEqualTo(777);
  }

  @Test
  void readsOfAbsentRowsAreCountedAndNamedInTheVerdict() throws IOException {
    load("absent", "");
    assertThat(hbench.job("run get@1 --ops 1000 --warmup 0s --rows 2000 --table absent"))
        .hasExitCode(0);
    Json get = hbench.last().operation();
    assertThat(get).hasRows(1_000 - get.count("notFound"));
    assertThat(get).count("notFound").isBetween(350L, 650L);
    assertThat(hbench.last().out()).contains("rows-not-found");
  }

  @Test
  void batchesCountTheirRows() throws IOException {
    load("batches", "");
    assertThat(hbench.job("run get@1 --batch 10 --ops 50 --warmup 0s --rows 1000 --table batches"))
        .hasExitCode(0);
    assertThat(hbench.last().operation()).hasCount(50).hasRows(500);
  }

  @Test
  void severalAssignmentsRunInOneJob() throws IOException {
    load("mixed", "");
    assertThat(
            hbench.job(
                "run get:90,put:10@2 scan@1 --ops 900 --warmup 0s --scan-rows 3 --rows 1000"
                    + " --table mixed"))
        .hasExitCode(0);
    Json report = hbench.last().report();
    assertThat(report).hasSize("operations", 3).has("total.count", 900);
    assertThat(hbench.last().out())
        .contains("get ")
        .contains("put ")
        .contains("scan ")
        .contains("total");
  }

  @Test
  void aLoadThatDidNotWriteEveryRowHasFailed() throws IOException {
    assertThat(
            hbench.job(
                "load --table huge --rows 4 --tasks 1 --threads 1 --batch 1 --value-size 11MB"
                    + " -D hbase.client.keyvalue.maxsize=0")) // the servers have a limit, too
        .hasExitCode(1);
    assertThat(hbench.last().out())
        .contains("verdict: invalid")
        .contains("rows-not-written: 0 of 4 rows");
    Json put = hbench.last().operation();
    assertThat(put).hasCount(4).has("errors", 4).has("errorsByKind.DoNotRetryIOException", 4);
  }

  @Test
  void strictTurnsADegradedRunIntoExitCode4() {
    load("strict", "");
    assertThat(hbench.job("run get@1 --ops 1000 --warmup 0s --rows 3000 --table strict --strict"))
        .hasExitCode(4);
    assertThat(hbench.last().out()).contains("verdict: degraded");
  }

  @Test
  void thePlanOfALoadLoadsAgain() throws IOException {
    load("planned", "--batch 9");
    String plan = hbench.last().dir() + "/plan.xml";
    assertThat(hbench.job("run -conf " + plan)).hasExitCode(0);
    assertThat(hbench.last().out()).contains("hbench load put@2 on table planned");
    assertThat(hbench.last().operation()).hasRows(ROWS);
  }

  @Test
  void theSameSeedWritesTheSameBytes() throws IOException {
    load("seed-a", "--seed 7");
    load("seed-b", "--seed 7");
    load("seed-c", "--seed 8");
    byte[] value = value("seed-a", 123);
    assertThat(value("seed-b", 123)).isEqualTo(value);
    assertThat(value("seed-c", 123)).isNotEqualTo(value);
  }

  private static String load(String table, String more) {
    assertThat(
            hbench.job(
                ("load --table " + table + " --rows " + ROWS + " --tasks 2 --threads 2 " + more)
                    .trim()))
        .hasExitCode(0);
    return table;
  }

  private static byte[] value(String table, long row) throws IOException {
    try (Table t = connection.getTable(TableName.valueOf(table))) {
      return t.get(new Get(KEYS.key(row))).value();
    }
  }

  private static long count(String table) throws IOException {
    long count = 0;
    for (Result row : scan(table)) {
      count += row.isEmpty() ? 0 : 1;
    }
    return count;
  }

  private static ResultScanner scan(String table) throws IOException {
    return connection.getTable(TableName.valueOf(table)).getScanner(new Scan());
  }
}
