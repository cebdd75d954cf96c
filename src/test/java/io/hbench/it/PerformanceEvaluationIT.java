package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.hbench.data.KeyFormat;
import io.hbench.kit.Hbench;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Against a real HBase: all of PerformanceEvaluation's commands, tables that go both ways, and a
 * test for each of its faults.
 */
@ExtendWith(HBaseFixture.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class PerformanceEvaluationIT {
  private static final KeyFormat KEYS = KeyFormat.parse("{row:26}");
  @TempDir static Path dir;

  private static Hbench hbench;
  private static Connection connection;

  @BeforeAll
  static void load() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    pe("--rows=150 --presplit=3 --table=pe-commands sequentialWrite 2");
  }

  @AfterAll
  static void close() throws IOException {
    connection.close();
  }

  static Stream<String> commands() throws ReflectiveOperationException {
    Field commands = PerformanceEvaluation.class.getDeclaredField("COMMANDS");
    commands.setAccessible(true);
    return ((Map<?, ?>) commands.get(null))
        .keySet().stream()
            .map(Object::toString)
            // what was written into meta is cleaned, and what is deleted was read before
            .sorted(
                Comparator.comparing(
                    (String name) -> name.equals("cleanMeta") || name.contains("Delete")));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandRunsAsTasksOfAJob(String command) throws IOException {
    pe("--rows=150 --table=pe-commands --i-know-this-writes-to-meta " + command + " 2");
    JsonObject report = hbench.report();
    assertThat(report.getAsJsonObject("tasks").get("completed").getAsInt()).isEqualTo(2);
    if (command.contains("ead") || command.contains("can")) {
      assertThat(operation(0).get("empty").getAsLong()).isZero();
    }
    assertThat(hbench.stdout())
        .containsPattern("\\[\\w+Test] Summary of timings \\(ms\\): \\[\\d+, \\d+]")
        .containsPattern("\\[\\w+Test duration ]\tMin: \\d+ms\tMax: \\d+ms\tAvg: \\d+ms")
        .containsPattern("\\[ Avg latency \\(us\\)]\t\\d+")
        .containsPattern("\\[ Avg TPS/QPS]\t\\d+\t row per second")
        .containsPattern("\tELAPSED_TIME=\\d+\n\tROWS=300\n");
    if (command.equals("metaWrite")) { // the others look at hbase:meta, too
      assertThat(fakeRegions()).isEqualTo(300);
      pe("--rows=150 --i-know-this-writes-to-meta cleanMeta 2");
      assertThat(fakeRegions()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sequentialWrite,",
    "sequentialWrite,--valueRandom",
    "sequentialWrite,--valueZipf",
    "randomWrite,--autoFlush=true"
  })
  void tablesOfPerformanceEvaluationAreReadWithoutEmptyRows(String command, String more)
      throws Exception {
    String options =
        "--families=2 --columns=3 --valueSize=20 --rows=100 " + (more == null ? "" : more);
    String table = "theirs-" + command + options.hashCode();
    theirs(options + " --presplit=3 --table=pe-" + table + " " + command + " 2");
    boolean all = command.equals("sequentialWrite");
    pe(options + " --table=pe-" + table + " sequentialRead 2");
    long rows = operation("get").get("rows").getAsLong();
    assertThat(rows).isEqualTo(count(table));
    assertThat(operation("get").get("empty").getAsLong()).isEqualTo(200 - rows);
    assertThat(rows).isGreaterThan(all ? 199 : 100);
  }

  @Test
  void tablesOfHbenchAreTheSameForPerformanceEvaluation() throws Exception {
    String options = "--families=2 --columns=3 --valueSize=20 --rows=100 --presplit=3 ";
    pe(options + "--table=pe-ours sequentialWrite 2");
    theirs(options + "--table=pe-theirs sequentialWrite 2");
    assertThat(skeleton("ours")).isEqualTo(skeleton("theirs")).hasSize(200 * 6);
    assertThat(splits("ours")).isEqualTo(splits("theirs")).hasSize(3);

    theirs(options + "--table=pe-ours randomRead 2");
    theirs(options + "--table=pe-ours sequentialWrite 2"); // finds nothing to drop
    pe(options + "--table=pe-theirs --yes sequentialWrite 2"); // and its splits fit
    assertThat(descriptor("ours").getValue("HBENCH")).isNotNull();
    assertThat(skeleton("ours")).isEqualTo(skeleton("theirs"));
  }

  @Test
  void valuesAreLettersInRunsOfEight() throws IOException {
    pe("--rows=10 --valueSize=20 --table=pe-letters sequentialWrite 1");
    for (Result row : scan("letters", 1)) {
      assertThat(Bytes.toString(row.value())).matches("([A-Z])\\1{7}([A-Z])\\2{7}([A-Z])\\3{3}");
    }
  }

  @Test
  void noTableIsDroppedBecauseItsRegionCountDiffers() throws IOException {
    pe("--rows=100 --presplit=4 --table=pe-kept sequentialWrite 1");
    assertThat(hbench.run("pe --rows=100 --presplit=9 --table=pe-kept randomWrite 1")).isEqualTo(2);
    assertThat(hbench.stderr()).contains("--presplit: '9' does not fit table 'pe-kept'");
    pe("--rows=100 --presplit=9 --table=pe-kept randomRead 1");
    assertThat(hbench.run("pe --rows=100 --families=2 --table=pe-kept randomRead 1")).isEqualTo(2);
    assertThat(count("kept")).isEqualTo(100);
    assertThat(splits("kept")).hasSize(4);
  }

  @Test
  void remainderRowsAreAssigned() throws IOException {
    pe("--size=0.001 --valueSize=1000 --table=pe-remainder sequentialWrite 3"); // 1,048 rows
    assertThat(count("remainder")).isEqualTo(1_048);
  }

  @Test
  void theLastPartialBatchIsSent() throws IOException {
    pe("--rows=25 --autoFlush=true --multiPut=10 --table=pe-partial sequentialWrite 1");
    assertThat(count("partial")).isEqualTo(25);
    pe("--rows=25 --multiGet=10 --table=pe-partial randomRead 1");
    assertThat(operation("get").get("rows").getAsLong()).isEqualTo(25);
    assertThat(operation("get").get("count").getAsLong()).isEqualTo(3);
  }

  @Test
  void asyncPutsAreSentOnce() throws IOException {
    for (String batches : List.of("", "--autoFlush=true --multiPut=10 ")) {
      String table = "once" + batches.length();
      pe(batches + "--rows=25 --versions=5 --table=pe-" + table + " asyncSequentialWrite 1");
      int cells = 0;
      for (Result row : scan(table, 5)) {
        cells += row.rawCells().length;
      }
      assertThat(cells).isEqualTo(25);
    }
  }

  @Test
  void theFirstOperationIsMeasured() throws IOException {
    pe("--rows=40 --table=pe-first --autoFlush=true sequentialWrite 1");
    assertThat(operation("put").getAsJsonObject("service").get("count").getAsLong()).isEqualTo(40);
    pe("--rows=40 --table=pe-first --measureAfter=10 sequentialRead 1");
    assertThat(operation("get").getAsJsonObject("service").get("count").getAsLong()).isEqualTo(30);
  }

  @Test
  void theCheckAndThePutAreTimedApart() throws IOException {
    pe("--rows=50 --table=pe-checks checkAndPut 2");
    assertThat(operation("checkAndPut").get("count").getAsLong()).isEqualTo(100);
    assertThat(operation("checkAndPut").get("empty").getAsLong()).isZero();
    assertThat(operation("put").get("count").getAsLong()).isEqualTo(100);
  }

  @Test
  void randomSleepIsNotTimed() throws IOException {
    pe("--rows=100 --table=pe-sleeps sequentialWrite 1");
    pe("--rows=100 --randomSleep=60 --table=pe-sleeps randomRead 1");
    assertThat(operation("get").getAsJsonObject("service").get("p50").getAsDouble())
        .isLessThan(15_000);
    assertThat(hbench.report().getAsJsonObject("window").get("seconds").getAsDouble())
        .isGreaterThan(2);
  }

  @Test
  void readsOfAbsentRowsAreCountedAsEmpty() throws IOException {
    pe("--rows=100 --table=pe-absent sequentialWrite 1");
    pe("--rows=200 --table=pe-absent sequentialRead 1");
    assertThat(operation("get").get("rows").getAsLong()).isEqualTo(100);
    assertThat(operation("get").get("empty").getAsLong()).isEqualTo(100);
  }

  @Test
  void valueSizesOfReadsAreReported() throws IOException {
    String options = "--rows=300 --valueSize=500 --valueRandom --table=pe-sizes ";
    pe(options + "sequentialWrite 1");
    for (String read : List.of("sequentialRead", "scan", "asyncRandomRead --multiGet=7")) {
      pe(options + read + " 1");
      JsonObject sizes = hbench.report().getAsJsonObject("reads").getAsJsonObject("valueSizes");
      assertThat(sizes.get("count").getAsLong()).isEqualTo(300);
      assertThat(sizes.get("mean").getAsDouble()).isBetween(200.0, 300.0);
      assertThat(sizes.get("max").getAsLong()).isLessThan(500);
    }
  }

  @Test
  void scanMetricsOfAllTasksAreAddedUp() throws IOException {
    pe("--rows=20 --presplit=2 --table=pe-metrics sequentialWrite 2");
    for (String scan : List.of("scan", "reverseScan", "asyncScan", "scanRange10", "filterScan")) {
      pe("--rows=20 --table=pe-metrics " + scan + " 2");
      JsonObject scans = hbench.report().getAsJsonObject("reads").getAsJsonObject("scans");
      assertThat(scans.get("rpcCalls").getAsLong()).as(scan).isGreaterThanOrEqualTo(2);
      assertThat(scans.get("regions").getAsLong()).as(scan).isGreaterThanOrEqualTo(2);
      long counted =
          hbench.json("job.json").getAsJsonObject("counters").get("SCAN_RPC_CALLS").getAsLong();
      assertThat(counted).isEqualTo(scans.get("rpcCalls").getAsLong());
    }
  }

  /** Rows 40 to 49 and 50 to 59 are missing: one who looked for ten others would find them. */
  @ParameterizedTest
  @CsvSource({"scan", "reverseScan", "asyncScan"})
  void aScanStaysInTheRangeOfItsClient(String scan) throws IOException {
    String table = "range-" + scan;
    pe("--rows=200 --valueSize=10 --table=pe-" + table + " sequentialWrite 1");
    try (Table t = connection.getTable(TableName.valueOf("pe-" + table))) {
      for (int row = 40; row < 60; row++) {
        t.delete(new Delete(KEYS.key(row)));
      }
    }
    pe("--rows=50 --cycles=2 --caching=7 --table=pe-" + table + " " + scan + " 2");
    assertThat(operation(0).get("rows").getAsLong()).isEqualTo(2 * 80);
    assertThat(operation(0).get("empty").getAsLong()).isEqualTo(2 * 20);
    // 40 rows by 7 are 6 answers, of which the last finds the end; the missing cost none
    assertThat(operation(0).get("count").getAsLong()).isEqualTo(2 * 2 * 6);
  }

  @Test
  void nothingBehindTheEndOfATableIsTimed() throws IOException {
    pe("--rows=100 --table=pe-short sequentialWrite 1");
    for (String scan : List.of("scan", "asyncScan")) {
      pe("--rows=100000 --table=pe-short " + scan + " 1");
      assertThat(operation(0).get("rows").getAsLong()).isEqualTo(100);
      assertThat(operation(0).get("empty").getAsLong()).isEqualTo(99_900);
      assertThat(operation(0).get("count").getAsLong()).isEqualTo(4);
    }
  }

  @Test
  void whatIsNotThereIsNeitherDeletedNorMade() {
    for (String command : List.of("sequentialDelete", "metaRandomRead", "scan")) {
      assertThat(hbench.run("pe --rows=10 --table=pe-typo " + command + " 1")).isEqualTo(2);
      assertThat(hbench.stderr()).contains("'pe-typo' does not exist");
    }
  }

  @Test
  void presplitsOfOverlappingClientsAreThoseOfTheTable() throws IOException {
    pe("--rows=50 --presplit=4 --table=pe-overlap sequentialWrite 4");
    pe("--rows=50 --presplit=4 --table=pe-overlap increment 4");
    assertThat(operation("increment").get("rows").getAsLong()).isEqualTo(200);
    int counters = 0;
    for (Result row : scan("overlap", 1)) {
      counters +=
          row.containsColumn(Bytes.toBytes("info0"), Bytes.toBytes("IncrementTest")) ? 1 : 0;
    }
    assertThat(counters).isEqualTo(50); // all clients on the rows of the first
  }

  @Test
  void serversCanFilterAllRowsOut() throws IOException {
    pe("--rows=100 --table=pe-filtered sequentialWrite 1");
    for (String read : List.of("randomRead", "scan", "filterScan --rows=2")) {
      pe(
          "--rows=100 --filterAll --table=pe-filtered "
              + read.replaceAll("(\\w+) (.*)", "$2 $1")
              + " 1");
      assertThat(operation(0).get("rows").getAsLong()).as(read).isZero();
      assertThat(hbench.stdout()).doesNotContain("empty-reads");
    }
  }

  @Test
  void slowRequestsAreCountedForAllClients() throws IOException {
    pe("--rows=100 --table=pe-slow --autoFlush=true sequentialWrite 2");
    pe("--rows=100 --latencyThreshold=1 --table=pe-slow randomRead 2");
    assertThat(hbench.stdout()).containsPattern("slow: \\d+ requests took 1ms or longer");
    long slow = operation("get").get("slow").getAsLong();
    assertThat(slow).isBetween(0L, 200L);
  }

  @Test
  void readsFromReplicasAreCounted() throws IOException {
    pe("--rows=50 --replicas=2 --table=pe-replicas sequentialWrite 1");
    assertThat(descriptor("replicas").getRegionReplication()).isEqualTo(2);
    pe("--rows=50 --replicas=2 --table=pe-replicas randomRead 1");
    assertThat(hbench.stdout()).containsPattern("\\[results from replica regions] \\d+");
    assertThat(
            hbench.job(
                "run get@1 --rows 50 --ops 50 --warmup 0s --threads 1 --table pe-replicas --replica 1"
                    + " --consistency timeline"))
        .as(hbench.stderr())
        .isZero();
    long stale = hbench.report().getAsJsonObject("reads").get("staleRows").getAsLong();
    assertThat(stale).isEqualTo(50);
  }

  @Test
  void tagsArriveAtTheServers() throws IOException {
    pe("--rows=5 --usetags=true --numoftags=3 --table=pe-tags sequentialWrite 1");
    Configuration withTags = new Configuration(HBaseFixture.conf());
    withTags.set(HConstants.RPC_CODEC_CONF_KEY, KeyValueCodecWithTags.class.getName());
    try (Connection own = ConnectionFactory.createConnection(withTags);
        Table table = own.getTable(TableName.valueOf("pe-tags"));
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        assertThat(PrivateCellUtil.getTags(row.rawCells()[0]))
            .hasSize(3)
            .allMatch(tag -> tag.getValueLength() == 256);
      }
    }
    assertThat(count("tags")).isEqualTo(5);
  }

  @Test
  void theTableHasTheAttributesThatItWasGiven() throws IOException {
    pe(
        "--rows=5 --compress=GZ --blockEncoding=FAST_DIFF --bloomFilter=ROWCOL --blockSize=16384"
            + " --inmemory=true --inmemoryCompaction=BASIC --ttl=1h --versions=3"
            + " --mob-threshold=100KB --splitPolicy=org.apache.hadoop.hbase.regionserver"
            + ".ConstantSizeRegionSplitPolicy --table=pe-attributes sequentialWrite 1");
    var family = descriptor("attributes").getColumnFamily(Bytes.toBytes("info0"));
    assertThat(family.getCompressionType()).hasToString("GZ");
    assertThat(family.getDataBlockEncoding()).hasToString("FAST_DIFF");
    assertThat(family.getBloomFilterType()).hasToString("ROWCOL");
    assertThat(family.getBlocksize()).isEqualTo(16_384);
    assertThat(family.isInMemory()).isTrue();
    assertThat(family.getInMemoryCompaction()).hasToString("BASIC");
    assertThat(family.getTimeToLive()).isEqualTo(3_600);
    assertThat(family.getMaxVersions()).isEqualTo(3);
    assertThat(family.isMobEnabled()).isTrue();
    assertThat(family.getMobThreshold()).isEqualTo(100 << 10);
    assertThat(descriptor("attributes").getRegionSplitPolicyClassName())
        .endsWith("ConstantSizeRegionSplitPolicy");
  }

  @Test
  void withoutMapReduceTheReportIsTheSame() throws IOException {
    pe("--nomapred --rows=100 --table=pe-threads sequentialWrite 3");
    assertThat(hbench.stdout())
        .contains("verdict: ")
        .contains("bufferedPut")
        .containsPattern("Summary of timings \\(ms\\): \\[\\d+, \\d+, \\d+]");
    assertThat(operation("bufferedPut").get("rows").getAsLong()).isEqualTo(300);
  }

  @Test
  void theMakingOfRequestsIsNotTimed() throws IOException {
    Path properties = Files.writeString(dir.resolve("slow.properties"), "millis=20\n");
    pe("--rows=30 --commandPropertiesFile=" + properties + " " + SlowMaker.class.getName() + " 1");
    JsonObject report = hbench.report();
    assertThat(report.getAsJsonObject("window").get("seconds").getAsDouble()).isGreaterThan(0.5);
    assertThat(operation(0).getAsJsonObject("service").get("p90").getAsDouble()).isLessThan(5_000);
  }

  @Test
  void theFailureOfTheJobIsTheExitCode() {
    assertThat(hbench.job("pe --rows=30 " + SlowMaker.class.getName() + " 2")).isEqualTo(1);
    assertThat(hbench.stderr()).contains("the job failed");
  }

  @Test
  void anOperationOfOnesOwnRunsLikeAnyOther() throws IOException {
    pe("--rows=40 --table=pe-own sequentialWrite 2");
    pe("--rows=40 --table=pe-own " + CountingOperation.class.getName() + " 2");
    assertThat(operation(CountingOperation.class.getName()).get("count").getAsLong()).isEqualTo(80);
    assertThat(
            hbench.job(
                "run io.hbench.it.CountingOperation:1,get:1@1 --rows 40 --ops 60 --warmup 0s"
                    + " --table pe-own"))
        .isZero();
    assertThat(hbench.run("run io.hbench.it.NoSuchOperation")).isEqualTo(2);
    assertThat(hbench.stderr()).contains("no operation 'io.hbench.it.NoSuchOperation'");
    assertThat(hbench.run("run java.lang.String")).isEqualTo(2);
    assertThat(hbench.stderr()).contains("does not implement io.hbench.op.OperationType");
  }

  private static void pe(String words) {
    assertThat(hbench.job(("pe " + words).replaceAll(" +", " ")))
        .as(hbench.stdout() + hbench.stderr())
        .isZero();
  }

  /** With its clients as threads of this JVM. */
  private static void theirs(String words) throws Exception {
    PerformanceEvaluation evaluation =
        new PerformanceEvaluation(new Configuration(HBaseFixture.conf()));
    String[] all = ("--nomapred " + words).replaceAll(" +", " ").split(" ");
    assertThat(ToolRunner.run(evaluation, all)).isZero();
  }

  private static JsonObject operation(String name) throws IOException {
    for (var operation : hbench.report().getAsJsonArray("operations")) {
      if (operation.getAsJsonObject().get("operation").getAsString().equals(name)) {
        return operation.getAsJsonObject();
      }
    }
    throw new AssertionError("no operation " + name + " in " + hbench.stdout());
  }

  private static JsonObject operation(int index) throws IOException {
    return hbench.report().getAsJsonArray("operations").get(index).getAsJsonObject();
  }

  /** Every cell but for its bytes: row, family, qualifier, length of the value. */
  private static List<String> skeleton(String table) throws IOException {
    List<String> cells = new ArrayList<>();
    for (Result row : scan(table, 1)) {
      for (Cell cell : row.rawCells()) {
        cells.add(
            CellUtil.getCellKeyAsString(cell).replaceFirst("/\\d+/", "/") + cell.getValueLength());
      }
    }
    return cells;
  }

  private static List<String> splits(String table) throws IOException {
    try (var regions = connection.getRegionLocator(TableName.valueOf("pe-" + table))) {
      return Stream.of(regions.getStartKeys()).map(Bytes::toStringBinary).toList();
    }
  }

  private static TableDescriptor descriptor(String table) throws IOException {
    return connection.getTable(TableName.valueOf("pe-" + table)).getDescriptor();
  }

  private static long count(String table) throws IOException {
    long count = 0;
    for (Result row : scan(table, 1)) {
      count += row.isEmpty() ? 0 : 1;
    }
    return count;
  }

  private static long fakeRegions() throws IOException {
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
        ResultScanner rows =
            meta.getScanner(
                new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("hbench_no_such_table,")))) {
      long count = 0;
      for (Result row : rows) {
        count += row.isEmpty() ? 0 : 1;
      }
      return count;
    }
  }

  private static ResultScanner scan(String table, int versions) throws IOException {
    return connection
        .getTable(TableName.valueOf("pe-" + table))
        .getScanner(new Scan().readVersions(versions));
  }
}
