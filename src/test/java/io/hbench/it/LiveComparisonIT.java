package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two sides of one run on a real HBase. */
@Order(Turns.BESIDE_ALONE)
@HBaseFixture.Shared
class LiveComparisonIT {
  private static final String LIVE =
      "compare --live run %s@2 --threads 2 --rows 1000 --warmup 400ms --for 2s --interval 200ms ";

  @TempDir static Path dir;
  private static Hbench hbench;
  private static Connection connection;
  private static Admin admin;

  @BeforeAll
  static void connect() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    admin = connection.getAdmin();
    for (String table : new String[] {"live-a", "live-b"}) {
      assertThat(hbench.job("load --table " + table + " --rows 1000 --tasks 1 --value-size 20"))
          .hasExitCode(0);
    }
    assertThat(hbench.job("load --table live-half --rows 500 --tasks 1 --value-size 20"))
        .hasExitCode(0);
  }

  @AfterAll
  static void close() throws IOException {
    connection.close();
  }

  @Test
  void eachSideReadsItsOwnTable() {
    Hbench.Result live = hbench.job(LIVE.formatted("get") + "--table live-a,live-half");
    assertThat(live.err()).contains("rows-not-found").contains("get.candidate requested");
    Json report = live.report();
    Json baseline = report.at("operations.0");
    Json candidate = report.at("operations.1");
    assertThat(baseline).has("operation", "get.baseline").has("notFound", 0);
    assertThat(candidate).has("operation", "get.candidate");
    assertThat(candidate.number("notFound") / candidate.number("count")).isBetween(0.3, 0.7);
    assertThat(live.out()).contains("  different: --table: baseline live-a, candidate live-half\n");
    assertThat(report.at("verdict").toString()).doesNotContain("counts-differ");
  }

  /** The candidate's sample took its time, and was thrown away. */
  @Test
  void keysOfBothSidesAreSampledOnce() {
    Hbench.Result live = hbench.job(LIVE.formatted("get") + "--table live-a,live-b --keys sampled");
    assertThat(live.report().list("prepared")).hasSize(1);
  }

  @Test
  void scansAndMixesHaveBothSides() {
    Hbench.Result live =
        hbench.job(
            LIVE.formatted("get:50,scan:50") + "--table live-a --scan-rows 50 --caching 50,5");
    assertThat(live.out())
        .contains("\nget  ")
        .contains("\nscan ")
        .contains("  different: --caching: baseline 50, candidate 5\n");
    assertThat(live.report().list("operations")).hasSize(4);
  }

  @Test
  void theAsyncClientHasBothSidesToo() {
    Hbench.Result live =
        hbench.job(
            LIVE.formatted("get").replace(" --threads 2", "")
                + "--client async --in-flight 8 --table live-a,live-b");
    assertThat(live.report().at("verdict").toString()).doesNotContain("counts-differ");
    assertThat(live.out())
        .contains("hbench comparison of run get@")
        .contains("pairs:      5 of intervals of 0.2 s");
  }

  @Test
  void figuresByServerMayBeOfOneSide() {
    String live = LIVE.formatted("get") + "--table live-a --no-by-server=";
    assertThat(operationsByServer(hbench.job(live + "false,true"))).containsOnly("get.baseline");
    assertThat(operationsByServer(hbench.job(live + "true,false"))).containsOnly("get.candidate");
  }

  private static List<String> operationsByServer(Hbench.Result live) {
    return live.report().list("byServer.servers").stream()
        .flatMap(server -> server.list("operations").stream())
        .map(operation -> operation.text("operation"))
        .toList();
  }

  @Test
  void aTableThatIsMissingIsRefusedOnEitherSide() throws IOException {
    for (String operation : new String[] {"get", "put"}) {
      for (String tables : new String[] {"live-a,live-none", "live-none,live-a"}) {
        Hbench.Result live = hbench.job(LIVE.formatted(operation) + "--table " + tables);
        assertThat(live).hasExitCode(2);
        assertThat(live.err()).startsWith("hbench: --table live-none: does not exist");
        assertThat(live.dir()).doesNotExist();
      }
    }
    assertThat(admin.tableExists(TableName.valueOf("live-none"))).isFalse();
  }

  @Test
  void aForeignTableOfTheCandidateIsNotWrittenToWithoutAYes() throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TableName.valueOf("live-foreign"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("info0"))
            .build());
    String put = LIVE.formatted("put") + "--value-size 20 --table live-a,live-foreign";
    Hbench.Result live = hbench.job(put);
    assertThat(live).hasExitCode(2);
    assertThat(live.err()).contains("--table live-foreign: hbench did not create it");
    assertThat(live.dir()).doesNotExist();
    assertThat(hbench.job(put + " --yes").report().at("operations.1").number("rows")).isPositive();
  }
}
