package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** YCSB's workloads against a real HBase, each with two tasks where YCSB would have two clients. */
@Order(Turns.BESIDE_ALONE)
@HBaseFixture.Shared
class YcsbIT {
  private static final int ROWS = 1000;
  private static final String TASKS = " --tasks 2 --local -threads 2";

  @TempDir static Path dir;
  private static Hbench hbench;
  private static Connection connection;

  @BeforeAll
  static void load() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    load("usertable", " --format ycsb");
    assertThat(hbench.last().out())
        .contains("[INSERT], Return=OK, 1000\n")
        .doesNotContain("[UPDATE]");
  }

  @AfterAll
  static void close() throws IOException {
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"workloada", "workloadb", "workloadc", "workloadf", "workload-update-only"})
  void aWorkloadWithoutInsertsLeavesTheRowsAsTheyAre(String workload) throws IOException {
    run("usertable", workload, "");
    assertThat(count("usertable")).isEqualTo(ROWS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"workloadd", "workloade"})
  void insertsOfSeveralTasksDoNotCollide(String workload) throws IOException {
    load(workload, "");
    run(workload, workload, "");
    long inserted = operation("insert").count("count");
    assertThat(inserted).isPositive();
    assertThat(count(workload)).isEqualTo(ROWS + inserted);
  }

  @Test
  void allWorkloadsRunOneAfterTheOtherOnOneTable() throws IOException {
    load("allworkloads", "");
    long rows = ROWS;
    for (String workload : List.of("a", "b", "c", "d", "e", "f")) {
      run("allworkloads", "workload" + workload, "");
      rows +=
          hbench.last().report().list("operations").stream()
              .filter(operation -> operation.text("operation").equals("insert"))
              .mapToLong(operation -> operation.count("count"))
              .sum();
    }
    assertThat(rows).isGreaterThan(ROWS);
    assertThat(count("allworkloads")).isEqualTo(rows);
  }

  @Test
  void scansAreOfOneRowUpToTheLongest() throws IOException {
    run("usertable", "workloade", " -p insertproportion=0 -p maxscanlength=20");
    Json scan = operation("scan");
    double mean = scan.number("rows") / scan.count("count");
    assertThat(mean).isBetween(8.0, 12.0);
  }

  @Test
  void rowsAreYcsbs() throws IOException {
    try (Table table = connection.getTable(TableName.valueOf("usertable"));
        ResultScanner rows = table.getScanner(new Scan().setLimit(1))) {
      Result row = rows.next();
      assertThat(Bytes.toString(row.getRow())).matches("user\\d{1,19}");
      assertThat(row.size()).isEqualTo(10);
      assertThat(row.getValue(Bytes.toBytes("family"), Bytes.toBytes("field9"))).hasSize(100);
    }
  }

  @Test
  void theOutputIsYcsbs() throws IOException {
    run("usertable", "workloada", " --format ycsb -target 2000");
    assertThat(hbench.last().out().lines())
        .allMatch(line -> line.matches("\\[\\S+], \\S+, [\\d.E-]+"));
    for (String operation : new String[] {"READ", "UPDATE", "Intended-READ", "Intended-UPDATE"}) {
      for (String latency :
          new String[] {"Min", "Max", "50thPercentile", "95thPercentile", "99thPercentile"}) {
        assertThat(hbench.last().out())
            .containsPattern("\\[" + operation + "], " + latency + "Latency\\(us\\), \\d+\n");
      }
      assertThat(hbench.last().out())
          .containsPattern("\\[" + operation + "], Operations, \\d+\n")
          .containsPattern("\\[" + operation + "], AverageLatency\\(us\\), \\d+\\.\\d+\n");
    }
    long reads = operation("get").count("count");
    assertThat(hbench.last().out())
        .containsPattern("\\[OVERALL], RunTime\\(ms\\), \\d+\n")
        .containsPattern("\\[OVERALL], Throughput\\(ops/sec\\), \\d+\\.\\d+\n")
        .containsPattern("\\[TOTAL_GC_TIME], Time\\(ms\\), \\d+\n")
        .contains("[READ], Return=OK, " + reads + "\n");
    String printed = hbench.last().out();
    assertThat(Files.readString(hbench.last().dir().resolve("report.txt"))).contains("verdict: ");
    assertThat(hbench.run("report --format ycsb " + hbench.last().dir())).hasExitCode(0);
    assertThat(hbench.last().out()).isEqualTo(printed);
  }

  private static void load(String table, String more) {
    String words = "ycsb load hbase2 -P job-conf/ycsb/workloada -p table=" + table + TASKS + more;
    assertThat(hbench.job(words)).hasExitCode(0);
  }

  private static void run(String table, String workload, String more) throws IOException {
    assertThat(
            hbench.job(
                "ycsb run hbase2 -P job-conf/ycsb/"
                    + workload
                    + " -p operationcount=400 -s -p table="
                    + table
                    + TASKS
                    + more))
        .hasExitCode(0);
    for (Json operation : hbench.last().report().list("operations")) {
      assertThat(operation).hasNoErrors().hasNotFound(0);
    }
  }

  private static Json operation(String name) {
    return hbench.last().report().operation(name);
  }

  private static long count(String table) throws IOException {
    long rows = 0;
    try (Table t = connection.getTable(TableName.valueOf(table));
        ResultScanner found = t.getScanner(new Scan().setCaching(ROWS))) {
      while (found.next() != null) {
        rows++;
      }
    }
    return rows;
  }
}
