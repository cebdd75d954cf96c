package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.hbench.kit.Hbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** YCSB's workloads against a real HBase, each with two tasks where YCSB would have two clients. */
@ExtendWith(HBaseFixture.class)
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
    assertThat(hbench.stdout()).contains("[INSERT], Return=OK, 1000\n").doesNotContain("[UPDATE]");
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
    long inserted = operation("insert").get("count").getAsLong();
    assertThat(inserted).isPositive();
    assertThat(count(workload)).isEqualTo(ROWS + inserted);
    assertThat(
            hbench.job("ycsb run -P job-conf/ycsb/" + workload + " -p table=" + workload + TASKS))
        .isEqualTo(2);
    assertThat(hbench.stderr()).contains("has rows behind 1000 already");
  }

  @Test
  void scansAreOfOneRowUpToTheLongest() throws IOException {
    run("usertable", "workloade", " -p insertproportion=0 -p maxscanlength=20");
    double mean =
        operation("scan").get("rows").getAsDouble() / operation("scan").get("count").getAsLong();
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
    assertThat(hbench.stdout().lines()).allMatch(line -> line.matches("\\[\\S+], \\S+, [\\d.E-]+"));
    for (String operation : new String[] {"READ", "UPDATE", "Intended-READ", "Intended-UPDATE"}) {
      for (String latency :
          new String[] {"Min", "Max", "50thPercentile", "95thPercentile", "99thPercentile"}) {
        assertThat(hbench.stdout())
            .containsPattern("\\[" + operation + "], " + latency + "Latency\\(us\\), \\d+\n");
      }
      assertThat(hbench.stdout())
          .containsPattern("\\[" + operation + "], Operations, \\d+\n")
          .containsPattern("\\[" + operation + "], AverageLatency\\(us\\), \\d+\\.\\d+\n");
    }
    long reads = operation("get").get("count").getAsLong();
    assertThat(hbench.stdout())
        .containsPattern("\\[OVERALL], RunTime\\(ms\\), \\d+\n")
        .containsPattern("\\[OVERALL], Throughput\\(ops/sec\\), \\d+\\.\\d+\n")
        .containsPattern("\\[TOTAL_GC_TIME], Time\\(ms\\), \\d+\n")
        .contains("[READ], Return=OK, " + reads + "\n");
    String printed = hbench.stdout();
    assertThat(Files.readString(Path.of(hbench.out(), "report.txt"))).contains("verdict: ");
    assertThat(hbench.run("report --format ycsb " + hbench.out())).isZero();
    assertThat(hbench.stdout()).isEqualTo(printed);
  }

  private static void load(String table, String more) {
    String words = "ycsb load hbase2 -P job-conf/ycsb/workloada -p table=" + table + TASKS + more;
    assertThat(hbench.job(words)).as(hbench.stdout() + hbench.stderr()).isZero();
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
        .as(hbench.stdout() + hbench.stderr())
        .isZero();
    for (JsonElement operation : hbench.report().getAsJsonArray("operations")) {
      assertThat(operation.getAsJsonObject().get("errors").getAsLong()).isZero();
      assertThat(operation.getAsJsonObject().get("empty").getAsLong()).isZero();
    }
  }

  private static JsonObject operation(String name) throws IOException {
    for (JsonElement operation : hbench.report().getAsJsonArray("operations")) {
      if (operation.getAsJsonObject().get("operation").getAsString().equals(name)) {
        return operation.getAsJsonObject();
      }
    }
    throw new AssertionError(name);
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
