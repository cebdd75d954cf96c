package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hundred tables of one run, in four containers. */
@Tag("soak")
@Sandbox.Alone
class ManyTablesIT {
  private static final int TABLES = 100;
  private static final int CONTAINERS = 4;
  private static final long CONTAINER_KB = 512 << 10;

  /** Each region that is written takes 2 MB of its server's heap, unless memstores share none. */
  private static final String SMALL_MEMSTORES =
      " --table-config hbase.hregion.memstore.mslab.enabled=false";

  private static final String LINE =
      "t{00..99}: get:90,put:10@1 --threads 2 --rate 10 --table %s-{00..99} --rows 1k --value-size"
          + " 100 --presplit 10%s%n";

  private static final String NAME = "many-" + Runs.ID;

  @TempDir static Path dir;

  @AfterAll
  static void drop() throws IOException {
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      for (TableName table : admin.listTableNames(Pattern.compile(NAME + "-.*"))) {
        admin.disableTable(table);
        admin.deleteTable(table);
      }
    }
  }

  @Test
  void aHundredTablesInFourTasksOf512MbAreLoadedDrivenVerifiedAndReported() throws Exception {
    Path file = dir.resolve("many.yaml");
    String tenants = " --tenants " + Files.writeString(file, LINE.formatted(NAME, SMALL_MEMSTORES));
    succeeds("load", Runs.hbench("load", "load --local --tasks 1" + tenants));
    assertThat(regions()).isEqualTo(10 * TABLES);
    CompletableFuture<Shell.Result> run =
        Runs.start(
            "run",
            "run -D mapreduce.map.memory.mb=512 -D mapreduce.map.java.opts=-Xmx307m"
                + " --containers %d --for 60s --warmup 20s".formatted(CONTAINERS)
                + tenants);
    double start = Runs.startOf("run/t99", 0);
    Set<Long> processes = new LinkedHashSet<>();
    for (int i = 0; i < CONTAINERS; i++) {
      processes.add(Runs.taskProcess("run/t99", i));
    }
    Runs.sleepUntil(start + 70_000);
    for (long process : processes) {
      long resident = status(process, "VmHWM");
      long threads = status(process, "Threads");
      System.out.printf("process %d: %d kB at most, %d threads%n", process, resident, threads);
      assertThat(resident).as("resident memory of a container, kB").isLessThan(CONTAINER_KB);
      assertThat(sockets(process)).as("of HBase").isBetween(1L, 6L);
    }
    Shell.Result result = run.get(10, TimeUnit.MINUTES);
    succeeds("run", result);
    assertThat(result.out()).containsPattern("\nothers: +90 tenants: ");
    assertThat(result.out().lines().filter(line -> line.matches("t\\d\\d .* get .*"))).hasSize(10);
    for (int i = 0; i < TABLES; i++) {
      JsonObject report = Runs.report("run/t%02d".formatted(i));
      assertThat(report.getAsJsonObject("pace").get("scheduled").getAsLong()).isEqualTo(600);
      assertThat(report.getAsJsonObject("verdict").toString())
          .doesNotContain("\"invalid\"", "counts-differ");
    }
    assertThat(Sandbox.json(Runs.dir("run") + "/suite.json").getAsJsonArray("runs"))
        .hasSize(TABLES);
    succeeds("verify", Runs.hbench("verify", "verify --local --tasks 1" + tenants));
  }

  private static void succeeds(String name, Shell.Result result) {
    assertThat(result.exitCode()).as(name + "\n" + result.out() + result.err()).isZero();
  }

  private static int regions() throws IOException {
    int regions = 0;
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      for (TableName table : admin.listTableNames(Pattern.compile(NAME + "-.*"))) {
        regions += admin.getRegions(table).size();
      }
    }
    return regions;
  }

  private static long status(long process, String field) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(process), "status")).stream()
        .filter(line -> line.startsWith(field + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
        .findFirst()
        .orElseThrow();
  }

  /** Open sockets of a process to region servers. */
  private static long sockets(long process) throws IOException {
    String ports = Files.readString(Path.of("target/sandbox/conf/ports"));
    Set<String> servers = new LinkedHashSet<>();
    Pattern.compile("regionserver\\d (\\d+)")
        .matcher(ports)
        .results()
        .forEach(port -> servers.add("%04X".formatted(Integer.parseInt(port.group(1)))));
    Set<String> own = new LinkedHashSet<>();
    Path proc = Path.of("/proc", Long.toString(process));
    try (Stream<Path> files = Files.list(proc.resolve("fd"))) {
      for (Path one : files.toList()) {
        own.add(Files.readSymbolicLink(one).toString().replaceAll("socket:\\[(\\d+)]", "$1"));
      }
    }
    long count = 0;
    for (String table : new String[] {"tcp", "tcp6"}) {
      count +=
          Files.readAllLines(proc.resolve("net/" + table)).stream()
              .map(line -> line.trim().split("\\s+"))
              .filter(parts -> parts.length > 9 && own.contains(parts[9]))
              .filter(parts -> servers.contains(parts[2].replaceFirst(".*:", "")))
              .count();
    }
    return count;
  }
}
