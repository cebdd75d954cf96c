package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.hbench.client.ClientType;
import io.hbench.data.KeyFormat;
import io.hbench.kit.Hbench;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.Operations;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What loads and operations leave in a real HBase. */
@ExtendWith(HBaseFixture.class)
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
        .as(hbench.stderr())
        .isZero();
    assertThat(ResourceLeakDetector.isEnabled()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "VERIFY") // it ends with the last row
  void itRunsWithoutErrorsAndIsCountedExactlyWithEitherClient(Operations operation)
      throws IOException {
    String shape = " --families 2 --columns 3 --value-size 20 ";
    String table = load("every-" + operation, shape);
    int rows = ROWS;
    for (ClientType client : ClientType.values()) {
      assertThat(
              hbench.job(
                  "run "
                      + operation
                      + "@2 --ops 500 --warmup 0s --threads 3 --scan-rows 5 --rate 2k --client "
                      + client
                      + " --in-flight 1 --write-buffer 1KB --i-know-this-writes-to-meta"
                      // of two threads on one row, one finds what the other has left
                      + (operation.isOneAtATime() ? " --keys sequential" : "")
                      + shape
                      + "--rows "
                      + rows
                      + " --table "
                      + table))
          .as(hbench.stderr())
          .isZero();

      // checks are preceded by puts, which are recorded apart
      JsonObject total = hbench.report().get("total") instanceof JsonObject all ? all : null;
      JsonObject report = total == null ? hbench.operation() : total;
      assertThat(hbench.operation().get("operation").getAsString()).isEqualTo(operation.toString());
      assertThat(report.get("count").getAsLong()).isEqualTo(500);
      assertThat(report.get("errors").getAsLong()).isZero();
      assertThat(report.getAsJsonObject("response").get("count").getAsLong()).isEqualTo(500);
      assertThat(report.get("empty").getAsLong()).isZero();
      if (operation != Operations.SCAN_FILTERED) { // any number of rows may have the value
        assertThat(report.get("rows").getAsLong()).isGreaterThanOrEqualTo(500);
      }
      if (operation.effect() != Effect.NONE && operation != Operations.LOCATE) {
        assertThat(report.get("bytes").getAsLong()).isPositive();
      }
      // (what else the verdict may complain of, CPU or overlap, is the machine's)
      assertThat(hbench.report().getAsJsonObject("verdict").get("status").getAsString())
          .isNotEqualTo("invalid");
      rows += operation.rows() == OperationType.Rows.NEW ? ROWS : 0; // inserts leave gaps
    }
  }

  @Test
  void batchesAndMissingRowsAreCountedByTheAsyncClientToo() throws IOException {
    String table = load("async-batches", "");
    assertThat(
            hbench.job(
                "run get@1 --client async --in-flight 4 --batch 10 --ops 50 --warmup 0s"
                    + " --rows 2000 --keys sequential --table "
                    + table))
        .as(hbench.stderr())
        .isZero();
    // 50 requests of 10 rows: 0 to 499, and all of them are there
    assertThat(hbench.operation().get("rows").getAsLong()).isEqualTo(500);
    assertThat(
            hbench.job(
                "run get@1 --client async --in-flight 4 --batch 10 --ops 200 --warmup 0s"
                    + " --rows 2000 --keys sequential --table "
                    + table))
        .isZero();
    assertThat(hbench.operation().get("empty").getAsLong()).isEqualTo(1_000);
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
    assertThat(hbench.operation().get("rows").getAsLong()).isEqualTo(ROWS);
  }

  @Test
  void anUnevenLoadLeavesNoRowOut() throws IOException {
    assertThat(
            hbench.job(
                "load --table uneven --rows 1009 --tasks 3 --threads 5 --batch 8 --value-size 9"))
        .isZero();
    assertThat(count("uneven")).isEqualTo(1_009);
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
    assertThat(hbench.job("load --rows 1000 --presplit 4 --keys permuted" + shape)).isZero();
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
    assertThat(hbench.job(mix + " --read-columns one --write-columns one" + shape))
        .as(hbench.stderr())
        .isZero();
    JsonObject total = hbench.report().getAsJsonObject("total");
    assertThat(total.get("errors").getAsLong()).isZero();
    assertThat(total.get("empty").getAsLong()).isZero();
    assertThat(hbench.job(mix + shape)).isEqualTo(2);
    assertThat(hbench.stderr()).contains("has rows behind 1000 already");
    assertThat(hbench.job("run get --table ycsb --rows 1000 --family-names cf")).isEqualTo(2);
    assertThat(hbench.stderr()).contains("has none of the rows 0 to 1000");
  }

  @Test
  void insertsOfManyTasksNeverCollide() throws IOException {
    String table = load("inserts", "");
    assertThat(
            hbench.job(
                "run insert@3 --ops 300 --warmup 0s --threads 2 --rows 1000 --table inserts"))
        .isZero();
    assertThat(count(table)).isEqualTo(ROWS + 300);
  }

  @Test
  void deletesDelete() throws IOException {
    String table = load("deletes", "");
    assertThat(
            hbench.job(
                "run delete@2 --keys sequential --ops 1000 --warmup 0s --threads 2 --rows 1000"
                    + " --table deletes"))
        .isZero();
    assertThat(count(table)).isZero();
  }

  @Test
  void incrementsAddUp() throws IOException {
    load("increments", "");
    assertThat(hbench.job("run increment@2 --ops 777 --warmup 0s --rows 10 --table increments"))
        .isZero();
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
    assertThat(hbench.job("run get@1 --ops 1000 --warmup 0s --rows 2000 --table absent")).isZero();
    long empty = hbench.operation().get("empty").getAsLong();
    assertThat(empty).isBetween(350L, 650L);
    assertThat(hbench.operation().get("rows").getAsLong()).isEqualTo(1_000 - empty);
    assertThat(hbench.stdout()).contains("empty-reads");
  }

  @Test
  void batchesCountTheirRows() throws IOException {
    load("batches", "");
    assertThat(hbench.job("run get@1 --batch 10 --ops 50 --warmup 0s --rows 1000 --table batches"))
        .isZero();
    assertThat(hbench.operation().get("count").getAsLong()).isEqualTo(50);
    assertThat(hbench.operation().get("rows").getAsLong()).isEqualTo(500);
  }

  @Test
  void severalAssignmentsRunInOneJob() throws IOException {
    load("mixed", "");
    assertThat(
            hbench.job(
                "run get:90,put:10@2 scan@1 --ops 900 --warmup 0s --scan-rows 3 --rows 1000"
                    + " --table mixed"))
        .isZero();
    JsonObject report = hbench.report();
    assertThat(report.getAsJsonArray("operations")).hasSize(3);
    assertThat(report.getAsJsonObject("total").get("count").getAsLong()).isEqualTo(900);
    assertThat(hbench.stdout())
        .contains("get ")
        .contains("put ")
        .contains("scan ")
        .contains("total");
  }

  @Test
  void aLoadThatDidNotWriteEveryRowHasFailed() throws IOException {
    assertThat(
            hbench.job(
                "load --table huge --rows 4 --tasks 1 --threads 1 --batch 1 --value-size 11MB"))
        .isEqualTo(1);
    assertThat(hbench.stdout()).contains("verdict: invalid").contains("rows-missing: 0 of 4 rows");
    JsonObject put = hbench.operation();
    assertThat(put.get("count").getAsLong()).isEqualTo(4);
    assertThat(put.get("errors").getAsLong()).isEqualTo(4);
    assertThat(put.getAsJsonObject("errorsByKind").get("IllegalArgumentException").getAsLong())
        .isEqualTo(4);
  }

  @Test
  void strictTurnsADegradedRunIntoExitCode4() {
    load("strict", "");
    assertThat(hbench.job("run get@1 --ops 1000 --warmup 0s --rows 3000 --table strict --strict"))
        .isEqualTo(4);
    assertThat(hbench.stdout()).contains("verdict: degraded");
  }

  @Test
  void thePlanOfALoadLoadsAgain() throws IOException {
    load("planned", "--batch 9");
    String plan = hbench.out() + "/plan.xml";
    assertThat(hbench.job("run -conf " + plan)).as(hbench.stderr()).isZero();
    assertThat(hbench.stdout()).contains("hbench load put@2 on table planned");
    assertThat(hbench.operation().get("rows").getAsLong()).isEqualTo(ROWS);
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

  @Test
  void theServersSayWhatTheyServed() throws IOException {
    load("served", "--presplit 3");
    JsonObject after = hbench.report().getAsJsonObject("servers").getAsJsonObject("after");
    assertThat(after.get("version").getAsString()).startsWith("2.");
    assertThat(after.get("regions").getAsInt()).isEqualTo(3);
    assertThat(after.getAsJsonObject("regionServers").size()).isEqualTo(2);
  }

  private static String load(String table, String more) {
    assertThat(
            hbench.job(
                ("load --table " + table + " --rows " + ROWS + " --tasks 2 --threads 2 " + more)
                    .trim()))
        .as(hbench.stderr())
        .isZero();
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
