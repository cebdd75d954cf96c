package io.hbench.it;

import static io.hbench.it.Runs.hbench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Bottlenecks that are made to order, and healthy runs: what do the reports name as their limit? On
 * a machine of two processors that does nothing else, of which the clients have one.
 */
@Tag("soak")
@Isolated("what else computes is a limit of its own")
@Sandbox.Alone
class LimitIT {
  private static final int RUNS = Integer.getInteger("limit.runs", 1);
  private static final String TABLE = "limit-" + Runs.ID;
  private static final int ROWS = 20_000;
  private static final String SHAPE = " --value-size 1000 --table " + TABLE;

  /** HBase's counters need half a minute. */
  private static final String WINDOW = " --local --warmup 3s --for 32s" + SHAPE;

  /** Much work for the server, and little for the client. */
  private static final String SCANS = "run scan@1 --scan-rows 500 --filter-all --threads 8";

  private static final String FIRST = "regionserver1";
  private static final String SECOND = "regionserver2";

  /** Those of this process before the tests. */
  private static String processors;

  @BeforeAll
  static void load() throws Exception {
    processors =
        Shell.run("taskset -cp " + ProcessHandle.current().pid())
            .out()
            .replaceAll(".*: ", "")
            .strip();
    Shell.Result load =
        hbench(TABLE, "load --local --tasks 1 --presplit 4 --flush --rows " + ROWS + SHAPE);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  @AfterEach
  void repair() throws Exception {
    restart("");
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      admin.balancerSwitch(true, true);
    }
    Waits.until("the table", LimitIT::isServed);
  }

  @Test
  void healthyRunsAreLimitedByTheirRate() throws Exception {
    String words = "run get:80,put:20@1 --threads 8 --rate 200" + rows(ROWS);
    assertThat(kinds("rate", RUNS * 2, words)).containsOnly("rate");
  }

  @Test
  void aClientOfOneThreadIsNamed() throws Exception {
    named("concurrency", "run get@1 --threads 1" + rows(ROWS));
  }

  @Test
  void aServerWithOneProcessorIsNamed() throws Exception {
    stopSecond();
    onOneProcessor();
    named("server-cpu", SCANS + rows(ROWS - 500));
  }

  @Test
  void aServerWithAllRequestsIsNamed() throws Exception {
    gather();
    onOneProcessor();
    named("hot-server", SCANS + rows(ROWS - 500));
  }

  @Test
  void fewHandlersAreNamed() throws Exception {
    command("bin/sandbox stop-server " + FIRST);
    command("bin/sandbox start-server " + FIRST + " -D hbase.regionserver.handler.count=1");
    stopSecond();
    named("handlers", SCANS + rows(ROWS - 500));
  }

  @Test
  void aSlowWalIsNamed() throws Exception {
    slowDisk();
    named("wal", "run put@1 --threads 16" + rows(ROWS));
  }

  @Test
  void slowReadsOfFilesAreNamed() throws Exception {
    slowDisk();
    named("file-reads", "run get@1 --threads 8 --cache-blocks=false" + rows(ROWS));
  }

  /** Needs a network that no other process of the machine uses: {@code unshare --net}. */
  @Test
  void aSlowNetworkIsNamed() throws Exception {
    assumeTrue(
        Boolean.getBoolean("limit.network"),
        "-Dlimit.network says that the loopback is of a network of its own, and may be slowed");
    command("tc qdisc add dev lo root tbf rate 20mbit burst 256kb latency 400ms");
    try {
      named("network", "run scan@1 --scan-rows 50 --threads 8" + rows(ROWS - 50));
    } finally {
      command("tc qdisc del dev lo root");
    }
  }

  private static String rows(int rows) {
    return " --rows " + rows;
  }

  /** In nine of ten runs. */
  private static void named(String kind, String words) throws Exception {
    List<String> kinds = kinds(kind, RUNS, words);
    assertThat(Collections.frequency(kinds, kind))
        .as(kinds.toString())
        .isGreaterThanOrEqualTo(RUNS - RUNS / 10);
  }

  /** The limits that the reports name. */
  private static List<String> kinds(String made, int runs, String words) throws Exception {
    List<String> kinds = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      String name = "%s-%s-%d".formatted(TABLE, made, i);
      Shell.Result run = hbench(name, words + WINDOW);
      assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
      JsonObject limit = Runs.report(name).getAsJsonObject("limit");
      System.out.println(made + ": " + limit);
      kinds.add(limit.get("kind").getAsString());
    }
    return kinds;
  }

  private static boolean isServed() throws IOException {
    try (Connection connection = Sandbox.hbase();
        Table table = connection.getTable(TableName.valueOf(TABLE));
        ResultScanner rows = table.getScanner(new Scan().setCacheBlocks(false))) {
      return StreamSupport.stream(rows.spliterator(), false).count() == ROWS;
    }
  }

  private static void slowDisk() throws Exception {
    assumeTrue(Shell.run("command -v cc").exitCode() == 0, "it takes a C compiler");
    command(
        "cc -shared -fPIC -DDELAY_MICROS=5000 -o target/slow-disk.so src/test/c/slow-disk.c -ldl");
    restart("LD_PRELOAD=$PWD/target/slow-disk.so ");
    stopSecond();
  }

  private static void stopSecond() throws Exception {
    command("bin/sandbox stop-server " + SECOND);
    Waits.until("the table", LimitIT::isServed);
  }

  /** Everything else has the other one. */
  private static void onOneProcessor() throws Exception {
    assumeTrue(processors.matches("0[,-].*"), "processors 0 and 1 are not those of this process");
    processors("0");
    command("taskset -a -cp 1 " + Sandbox.pid(FIRST));
  }

  /** For all daemons, and this process. */
  private static void processors(String list) throws Exception {
    String all = "$(cat target/sandbox/pids/*) " + ProcessHandle.current().pid();
    Shell.run("for p in %s; do taskset -a -cp %s $p; done".formatted(all, list));
  }

  /**
   * Starts all daemons anew: HBase's master does not outlive its DataNode.
   *
   * @param variables of their environment
   */
  private static void restart(String variables) throws Exception {
    processors(processors);
    command("bin/sandbox stop");
    command(
        "%sHBENCH_SANDBOX_JAVA_OPTIONS='%s' bin/sandbox start".formatted(variables, Sandbox.QUICK));
  }

  /** Moves all regions to the first server, where they stay. */
  private static void gather() throws Exception {
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      admin.balancerSwitch(false, true);
      String port =
          Files.readAllLines(Path.of("target/sandbox/conf/ports")).stream()
              .filter(line -> line.startsWith(FIRST + " "))
              .map(line -> line.substring(line.indexOf(' ') + 1))
              .findFirst()
              .orElseThrow();
      ServerName name =
          admin.getRegionServers().stream()
              .filter(s -> s.getPort() == Integer.parseInt(port))
              .findFirst()
              .orElseThrow();
      for (RegionInfo region : admin.getRegions(TableName.valueOf(TABLE))) {
        admin.move(region.getEncodedNameAsBytes(), name);
      }
    }
  }

  private static void command(String command) throws Exception {
    Shell.Result result = Shell.run(command);
    assertThat(result.exitCode()).as(command + ": " + result.err()).isZero();
  }
}
