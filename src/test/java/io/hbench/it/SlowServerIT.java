package io.hbench.it;

import static io.hbench.it.Runs.hbench;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs with a slow region server, and without: which one is named? */
@Tag("soak")
@Sandbox.Alone
class SlowServerIT {
  private static final int RUNS = Integer.getInteger("slow.runs", 20);
  private static final int DELAY_MILLIS = 3;
  private static final int REGIONS = 4;
  private static final Path JAR = new Path("/slow-region-" + Runs.ID + ".jar");

  /** Tables with the same rows: one slow at a server, one not. */
  private static final String SLOW = "slow-" + Runs.ID;

  private static final String EQUAL = "equal-" + Runs.ID;

  private static ServerName slowServer;

  @BeforeAll
  static void load() throws Exception {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      SlowRegion.writeJar(hdfs, JAR);
    }
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      List<ServerName> servers = admin.getRegionServers().stream().sorted().toList();
      assertThat(servers).hasSize(2);
      slowServer = servers.get(0);
      for (String name : List.of(SLOW, EQUAL)) {
        Shell.Result load =
            hbench(name, "load --local --tasks 1 --presplit %d %s".formatted(REGIONS, rows(name)));
        assertThat(load.exitCode()).as(load.err()).isZero();
        spread(admin, TableName.valueOf(name), servers);
      }
      TableName slow = TableName.valueOf(SLOW);
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(slow))
              .setCoprocessor(
                  CoprocessorDescriptorBuilder.newBuilder(SlowRegion.class.getName())
                      .setJarPath(JAR.toString())
                      .setProperty(SlowRegion.PORT, Integer.toString(slowServer.getPort()))
                      .setProperty(SlowRegion.MILLIS, Integer.toString(DELAY_MILLIS))
                      .build())
              .build());
    }
  }

  /** Without its jar, no server would open a region of the table, not even after a restart. */
  @AfterAll
  static void cleanUp() throws Exception {
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin();
        FileSystem hdfs = Sandbox.hdfs()) {
      for (String name : List.of(SLOW, EQUAL)) {
        TableName table = TableName.valueOf(name);
        if (admin.tableExists(table)) {
          admin.disableTable(table);
          admin.deleteTable(table);
        }
      }
      hdfs.delete(JAR, false);
    }
  }

  private static String rows(String table) {
    return "--table %s --rows 10k --value-size 100".formatted(table);
  }

  /** As many regions for each server. */
  private static void spread(Admin admin, TableName table, List<ServerName> servers)
      throws Exception {
    try (RegionLocator locator = admin.getConnection().getRegionLocator(table)) {
      List<HRegionLocation> all = locator.getAllRegionLocations();
      for (int i = 0; i < all.size(); i++) {
        if (!all.get(i).getServerName().equals(servers.get(i % 2))) {
          admin.move(all.get(i).getRegion().getEncodedNameAsBytes(), servers.get(i % 2));
        }
      }
    }
  }

  /** In turn, so that whatever else the machine does concerns both alike. */
  @Test
  void aServerThatIsThreeMillisecondsSlowerIsNamedInEachRunAndEqualOnesAreNot() throws Exception {
    int named = 0;
    Map<String, Integer> falsely = new TreeMap<>();
    for (int i = 0; i < RUNS; i++) {
      JsonObject slow = run(SLOW, i);
      List<String> names = slow(slow);
      named += names.equals(List.of(slowServer.getAddress().toString())) ? 1 : 0;
      JsonObject equal = run(EQUAL, i);
      slow(equal).forEach(name -> falsely.merge(name, 1, Integer::sum));
      System.out.println(levels("+ 3 ms", slow) + "\n" + levels("equal", equal));
    }
    System.out.printf(
        Locale.ROOT,
        "+ %d ms: named, alone, in %d of %d runs; equal: %s of %d%n",
        DELAY_MILLIS,
        named,
        RUNS,
        falsely,
        RUNS);
    assertThat(named).isEqualTo(RUNS);
    assertThat(falsely.values().stream().mapToInt(n -> n).sum()).isLessThanOrEqualTo(RUNS / 10);
  }

  private static JsonObject run(String table, int i) throws Exception {
    String name = table + "-" + i;
    Shell.Result run =
        hbench(
            name, "run get@2 --local --rate 400 --threads 8 --warmup 1s --for 10s " + rows(table));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    JsonObject report = Runs.report(name).getAsJsonObject("byServer");
    assertThat(report.getAsJsonArray("servers")).hasSize(2);
    return report;
  }

  private static List<String> slow(JsonObject byServer) {
    return byServer.getAsJsonArray("slow").asList().stream()
        .map(slow -> slow.getAsJsonObject().get("server").getAsString())
        .toList();
  }

  private static String levels(String what, JsonObject byServer) {
    StringBuilder text = new StringBuilder(what);
    for (JsonElement element : byServer.getAsJsonArray("servers")) {
      JsonObject server = element.getAsJsonObject();
      text.append("; ")
          .append(server.get("server").getAsString())
          .append(' ')
          .append(server.get("level"));
    }
    return text.append("; named ").append(slow(byServer)).toString();
  }
}
