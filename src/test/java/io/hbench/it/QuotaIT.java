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
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Limits that a suite sets and removes on servers that read them every 4 s. HBase leaves out what
 * it has read less than a period before, by its own clock: it may take two, and more on a busy
 * machine.
 */
@Tag("soak")
@Isolated("what else computes is in its figures")
@Order(Turns.ALONE)
@HBaseFixture.Alone // throttling is switched off for all tables
class QuotaIT {
  /** Pairs of a quota that holds and one that is ignored. */
  private static final int RUNS = Integer.getInteger("quota.runs", 1);

  private static final TableName TABLE = TableName.valueOf("throttled");
  private static final String USER = System.getProperty("user.name");

  @TempDir static Path dir;
  private static Connection connection;
  private static Admin admin;
  private static Hbench hbench;

  @BeforeAll
  static void connect() throws Exception {
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    admin = connection.getAdmin();
    hbench = new Hbench(HBaseFixture.conf(), dir);
    assertThat(hbench.job("load --table throttled --rows 1k --tasks 1 --presplit 4"))
        .hasExitCode(0);
  }

  @AfterAll
  static void close() throws IOException {
    admin.switchRpcThrottle(true);
    admin.setQuota(QuotaSettingsFactory.unthrottleNamespace("default"));
    admin.setQuota(QuotaSettingsFactory.unthrottleUser(USER));
    connection.close();
  }

  @Test
  void aQuotaThatServersKeepIsToldFromOneThatTheyIgnore() throws Exception {
    admin.setQuota(
        QuotaSettingsFactory.throttleTable(
            TABLE, ThrottleType.WRITE_NUMBER, 100_000, TimeUnit.MINUTES));
    List<String> before = HBaseFixture.quotas(admin);
    for (int run = 1; run <= RUNS; run++) {
      Json quota = quota("kept-" + run, "get", "", "reads 200");
      assertThat(quota).has("verdict", "holds").has("requests", "reads").has("target", "table");
      assertThat(quota.number("limit")).isEqualTo(200);
      assertThat(quota.number("accuracy")).isBetween(0.5, 1.1);
      assertThat(quota.number("releaseSeconds")).isNotNegative();
      assertThat(HBaseFixture.quotas(admin)).isEqualTo(before);
      admin.switchRpcThrottle(false);
      Json ignored = quota("ignored-" + run, "get", "", "reads 200");
      assertThat(ignored.isNull("bitesSeconds")).isTrue();
      assertThat(ignored).has("verdict", "no-effect");
      assertThat(ignored.isNull("releaseSeconds")).isTrue();
      assertThat(Files.readString(dir.resolve("ignored-" + run + "/a/report.txt")))
          .contains("HBase's throttling is switched off");
      admin.switchRpcThrottle(true);
      assertThat(HBaseFixture.quotas(admin)).isEqualTo(before);
    }
  }

  /** What was set before has another number, unit and scope. */
  @ParameterizedTest
  @CsvSource({
    "get, namespace, reads 200, reads, 200",
    "put, user USER, writes 300KB, writes, 300000",
    "get, user USER on table, reads 1500KB, reads, 1500000",
    "put, '', 300KB, all, 300000"
  })
  void quotasOfNamespacesUsersAndBytesBiteAndAreRestored(
      String operation, String target, String limit, String requests, double perSecond)
      throws Exception {
    String of = target.replace("USER", USER);
    admin.setQuota(
        QuotaSettingsFactory.throttleNamespace(
            "default", ThrottleType.READ_NUMBER, 900_000, TimeUnit.MINUTES));
    admin.setQuota(
        QuotaSettingsFactory.throttleUser(
            USER, ThrottleType.WRITE_SIZE, 1L << 30, TimeUnit.SECONDS));
    List<String> before = HBaseFixture.quotas(admin);
    Json quota = quota((operation + of).replace(' ', '-') + limit.length(), operation, of, limit);
    assertThat(quota)
        .has("verdict", "holds")
        .has("requests", requests)
        .has("bytes", limit.endsWith("KB"))
        .has("target", of.isEmpty() ? "table" : of);
    assertThat(quota.number("limit")).isEqualTo(perSecond);
    assertThat(quota.number("accuracy")).isBetween(0.5, 1.1);
    assertThat(quota.number("releaseSeconds")).isNotNegative();
    assertThat(HBaseFixture.quotas(admin)).isEqualTo(before);
  }

  private static Json quota(String name, String operation, String of, String limit)
      throws IOException {
    Path suite =
        Files.writeString(
            dir.resolve(name + ".yaml"),
            """
            settings: {table: throttled}
            steps:
            - name: a
              command: run %s --rows 1k --threads 40 --tasks 1 --for 60s --warmup 0s --interval 500ms
              yes: servers
              during:
              - {after: 8s, action: set-quota %s %s}
              - {after: 44s, action: remove-quota %s}
            """
                .formatted(operation, of, limit, of));
    Hbench.Result run = hbench.job(name, "suite " + suite);
    assertThat(run).hasExitCode(0);
    return run.json("a/report.json").at("phases.quotas.0");
  }
}
