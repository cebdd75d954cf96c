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
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tenants with tables of their own on a real HBase. */
@Order(Turns.BESIDE_ALONE)
@HBaseFixture.Shared
class TenantsIT {
  private static final String FILE =
      """
      web: get:90,put:10@2 --table tenants-a --rows 1000 --value-size 20 --rate 200 --threads 2
      etl: scan@1 --table tenants-b --rows 300 --value-size 50 --rate 20 --scan-rows 10
      own: noop@1 --rate 50
      """;

  @TempDir static Path dir;

  @Test
  void eachTenantHasItsTableItsLoadAndItsReport() throws IOException {
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    String all = " --tenants " + Files.writeString(dir.resolve("all.yaml"), FILE);
    String two =
        " --tenants "
            + Files.writeString(dir.resolve("two.yaml"), FILE.replaceFirst("own:.*\n", ""));
    String run = "run" + all + " --for 5s --warmup 1s --interval 1s";

    Hbench.Result missing = hbench.job(run);
    assertThat(missing).hasExitCode(2);
    assertThat(missing.err())
        .startsWith("hbench: --table tenants-a: does not exist, and get reads it;");
    assertThat(missing.dir()).doesNotExist();

    Hbench.Result load = hbench.job("load --tasks 1" + two);
    assertThat(load).hasExitCode(0);
    assertThat(load.out()).contains("\nweb ").contains("\netl ");
    assertThat(hbench.job(run + " --dry-run").out())
        .contains("tenant: own\n")
        .contains("table: tenants-b, as it is\n");

    Hbench.Result tenants = hbench.job(run);
    assertThat(tenants).hasExitCode(0);
    Json web = tenants.json("web/report.json");
    Json etl = tenants.json("etl/report.json");
    Json own = tenants.json("own/report.json");
    assertThat(web).has("pace.scheduled", 1_000).has("tasks.completed", 2);
    assertThat(etl).has("pace.scheduled", 100).has("operations.0.operation", "scan");
    assertThat(own).has("pace.scheduled", 250);
    for (Json report : new Json[] {web, etl, own}) {
      assertThat(report.text("verdict.status")).isNotEqualTo("invalid");
      assertThat(report.at("verdict").toString()).doesNotContain("counts-differ");
      assertThat(report.text("window.started")).isEqualTo(web.text("window.started"));
    }
    assertThat(web.at("cost.missing").toString()).contains("they serve the other tenants");
    assertThat(web.texts("servers.notes"))
        .contains("of all tenants: cache hits, flushes and compactions");
    assertThat(web.text("servers.before.descriptor")).contains("tenants-a");
    assertThat(etl.text("servers.before.descriptor")).contains("tenants-b");
    assertThat(tenants.out()).containsPattern("\nown +hbench +noop +250 ");

    Hbench.Result beside = hbench.job("run" + two + " --alternate 500ms --for 5s --warmup 1s");
    assertThat(beside).hasExitCode(0);
    assertThat(beside.json("web/compare.json").text("differences.0.what")).isEqualTo("neighbours");
    assertThat(operations(beside.json("web/report.json")))
        .containsExactly("get.baseline", "get.candidate", "put.baseline", "put.candidate");
    assertThat(operations(beside.json("etl/report.json"))).containsExactly("scan.candidate");
    assertThat(beside.out()).contains("\nneighbours:  web with them: get ops/s ");

    assertThat(hbench.job("verify --tasks 1" + two)).hasExitCode(0);
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf())) {
      for (String table : new String[] {"tenants-a", "tenants-b"}) {
        connection.getAdmin().disableTable(TableName.valueOf(table));
        connection.getAdmin().deleteTable(TableName.valueOf(table));
      }
    }
  }

  @Test
  void tablesByAPatternShareContainersAndConnections() throws IOException {
    Hbench hbench = new Hbench(HBaseFixture.conf(), Files.createDirectory(dir.resolve("many")));
    String file = "t{0..11}: get:50,put:50@1 --table many-{0..11} --rows 500 --presplit 3\n";
    String tenants = " --tenants " + Files.writeString(dir.resolve("many.yaml"), file);
    Hbench.Result load = hbench.job("load", "load --tasks 1" + tenants); // not quiet
    assertThat(load).hasExitCode(0);
    assertThat(load.err()).containsOnlyOnce("hbench.lease.dir is not set");
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf())) {
      for (String client : new String[] {"blocking", "async"}) {
        Hbench.Result run =
            hbench.job(
                client,
                "run --containers 2 --client %s --rate 40 --for 3s --warmup 1s".formatted(client)
                    + tenants);
        assertThat(run).hasExitCode(0);
        assertThat(run.err()).containsOnlyOnce("hbench.lease.dir is not set");
        for (int i = 0; i < 12; i++) {
          Json report = run.json("t%d/report.json".formatted(i));
          assertThat(report).has("pace.scheduled", 120).has("tasks.completed", 1);
          assertThat(report.text("settings.table")).isEqualTo("many-" + i);
          assertThat(report.text("verdict.status")).isNotEqualTo("invalid");
          assertThat(report.at("verdict").toString()).doesNotContain("counts-differ");
        }
      }
      assertThat(hbench.job("verify --tasks 1" + tenants)).hasExitCode(0);
      for (int i = 0; i < 12; i++) {
        connection.getAdmin().disableTable(TableName.valueOf("many-" + i));
        connection.getAdmin().deleteTable(TableName.valueOf("many-" + i));
      }
    }
  }

  private static List<String> operations(Json report) {
    assertThat(report.at("verdict").toString()).doesNotContain("counts-differ");
    return report.list("operations").stream().map(one -> one.text("operation")).toList();
  }
}
