package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleSettings;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Limits of requests that a suite sets and removes on servers that read them every 4 s. */
@Tag("soak")
@Isolated("what else computes is in its figures")
@Order(Turns.ALONE)
@HBaseFixture.Alone // throttling is switched off for all tables
class QuotaIT {
  @TempDir static Path dir;
  private static Connection connection;
  private static Admin admin;

  @BeforeAll
  static void connect() throws Exception {
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    admin = connection.getAdmin();
  }

  @AfterAll
  static void close() throws IOException {
    admin.switchRpcThrottle(true);
    connection.close();
  }

  @Test
  void aQuotaThatServersKeepIsToldFromOneThatTheyIgnore() throws Exception {
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    assertThat(hbench.job("load --table limited --rows 1k --tasks 1 --presplit 4")).hasExitCode(0);
    TableName table = TableName.valueOf("limited");
    admin.setQuota(
        QuotaSettingsFactory.throttleTable(
            table, ThrottleType.WRITE_NUMBER, 100_000, TimeUnit.MINUTES));
    List<String> before = limits(table);
    Json quota = quota(hbench, "kept", 200);
    assertThat(quota).has("verdict", "holds").has("requests", "reads");
    assertThat(quota.number("limit")).isEqualTo(200);
    assertThat(quota.number("accuracy")).isBetween(0.5, 1.1);
    assertThat(quota.number("releaseSeconds")).isPositive();
    assertThat(limits(table)).isEqualTo(before);
    admin.switchRpcThrottle(false);
    assertThat(quota(hbench, "ignored", 200)).has("verdict", "no-effect");
    assertThat(Files.readString(dir.resolve("ignored/a/report.txt")))
        .contains("HBase's throttling is switched off");
    assertThat(limits(table)).isEqualTo(before);
  }

  private static Json quota(Hbench hbench, String name, int limit) throws IOException {
    Path suite =
        Files.writeString(
            dir.resolve(name + ".yaml"),
            """
            settings: {table: limited}
            steps:
            - name: a
              command: run get --rows 1k --threads 40 --tasks 1 --for 40s --warmup 0s --interval 500ms
              during:
              - {after: 8s, action: set-quota reads %d}
              - {after: 26s, action: remove-quota}
            """
                .formatted(limit));
    Hbench.Result run = hbench.job(name, "suite " + suite);
    assertThat(run).hasExitCode(0);
    return run.json("a/report.json").at("phases.quotas.0");
  }

  private static List<String> limits(TableName table) throws IOException {
    QuotaFilter filter = new QuotaFilter().setTableFilter(table.getNameAsString());
    return admin.getQuota(filter).stream()
        .filter(ThrottleSettings.class::isInstance)
        .map(QuotaSettings::toString)
        .toList();
  }
}
