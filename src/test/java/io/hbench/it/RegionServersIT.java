package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Client;
import io.hbench.client.ClientFactory;
import io.hbench.client.ClientType;
import io.hbench.client.HBaseUser;
import io.hbench.client.KeySpan;
import io.hbench.client.RegionMap.Region;
import io.hbench.client.RegionPages;
import io.hbench.client.RegionRefresh;
import io.hbench.data.KeyFormat;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The region servers that requests are meant for, and what a report says of them. */
@HBaseFixture.Shared
class RegionServersIT {
  private static final String TABLE = "by-server";
  private static final TableName NAME = TableName.valueOf(TABLE);
  private static final int REGIONS = 4;
  private static final int ROWS = 4_000;
  private static final KeyFormat KEYS = KeyFormat.parse("{row:26}");
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir static Path dir;
  private static Hbench hbench;
  private static Connection connection;
  private static Admin admin;

  @BeforeAll
  static void load() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    admin = connection.getAdmin();
    hbench.job("load --table %s --rows %d --presplit %d --tasks 1".formatted(TABLE, ROWS, REGIONS));
    assertThat(hbench.last()).hasExitCode(0);
    List<ServerName> servers = servers();
    for (int i = 0; i < REGIONS; i++) { // two on each
      move(locations().get(i), servers.get(i % 2));
    }
  }

  @AfterAll
  static void close() throws IOException {
    connection.close();
  }

  private static List<ServerName> servers() throws IOException {
    return admin.getRegionServers().stream().sorted().toList();
  }

  private static List<HRegionLocation> locations() throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(NAME)) {
      locator.clearRegionLocationCache();
      return locator.getAllRegionLocations();
    }
  }

  private static void move(HRegionLocation from, ServerName to) throws IOException {
    if (!from.getServerName().equals(to)) {
      admin.move(from.getRegion().getEncodedNameAsBytes(), to);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClientFollowsARegionThatMoves(ClientType type) throws Exception {
    try (ClientFactory clients =
            type.connect(HBaseFixture.conf(), HBaseUser.SUBMITTER).apply(TABLE);
        Client client = clients.open()) {
      RegionPages pages = clients.regions(KeySpan.all());
      int found = 0;
      for (int page = pages.next(100); page > 0; page = pages.next(100)) {
        found += page;
      }
      assertThat(found).isEqualTo(REGIONS);
      try (RegionRefresh refresh = RegionRefresh.start(List.of(client.regions()))) {
        assertThat(refresh).isNotNull();
        for (HRegionLocation location : locations()) {
          Region region = client.regions().map().regionOf(location.getRegion().getStartKey());
          assertThat(region.info()).isEqualTo(location.getRegion());
          assertThat(region.server()).isEqualTo(location.getServerName().getAddress().toString());
        }
        HRegionLocation last = locations().get(REGIONS - 1);
        ServerName to =
            servers().stream().filter(s -> !s.equals(last.getServerName())).findFirst().get();
        move(last, to);
        byte[] row = KEYS.key(ROWS - 1);
        client.get(new Get(row)).get(1, TimeUnit.MINUTES); // finds the region gone
        client.regions().doubt();
        long begin = System.nanoTime();
        while (!client.regions().map().regionOf(row).location().equals(to)) {
          assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONG);
          TimeUnit.MILLISECONDS.sleep(20);
        }
        move(locations().get(REGIONS - 1), last.getServerName());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReportHasTheRequestsOfEachServer(ClientType type) throws IOException {
    String run =
        "run get:90,put:10@2 --table %s --rows %d --ops 4k --warmup 0s --client %s --yes"
            + " --objective 'get.p99 of each server < 600s' --objective 'p99 of each server < 1us'";
    assertThat(hbench.job("by-" + type, run.formatted(TABLE, ROWS, type))).hasExitCode(3);
    Json report = hbench.last().report();
    List<Json> servers = report.list("byServer.servers");
    assertThat(servers).hasSize(2);
    assertThat(servers.stream().mapToDouble(s -> s.number("count")).sum())
        .isEqualTo(report.number("total.count"));
    assertThat(servers.stream().mapToDouble(s -> s.number("share")).sum()).isBetween(0.999, 1.001);
    assertThat(servers).allMatch(s -> s.number("service.p99") > 0);
    assertThat(report).has("byServer.regionCount", REGIONS);
    assertThat(report.list("byServer.regions").stream().mapToDouble(r -> r.number("count")).sum())
        .isEqualTo(report.number("total.count"));
    assertThat(report).has("objectives.0.met", true).has("objectives.1.met", false);
    assertThat(servers.stream().map(s -> s.text("server")).toList())
        .contains(report.text("objectives.0.server"), report.text("objectives.1.server"));
    assertThat(hbench.last().out()).containsPattern("\nobjective +result +value +of server");
    Hbench.Result audit = hbench.run("report --audit --details " + hbench.last().dir());
    assertThat(audit.out())
        .containsPattern("\nregion server +requests +share ")
        .doesNotContain("counts-differ");
  }

  @Test
  void withoutLatenciesByServerAReportHasNone() throws IOException {
    String run = "run get@1 --table %s --rows %d --ops 100 --warmup 0s --no-by-server";
    assertThat(hbench.job("off", run.formatted(TABLE, ROWS))).hasExitCode(0);
    assertThat(hbench.last().report()).has("byServer", null);
  }
}
