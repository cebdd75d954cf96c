package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.FormatMethod;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The built jar as a user runs it: {@code hadoop jar}, a class path with Hadoop's jars alone, YARN
 * containers, HDFS, and an HBase whose daemons are JVMs of their own.
 */
@Order(Turns.LONG_SANDBOX)
@Sandbox.Shared
@TestMethodOrder(OrderAnnotation.class)
class SandboxIT {
  private static final String ID = Long.toString(System.currentTimeMillis(), 36);
  private static final String TABLE = "it-" + ID;
  private static final String RUNS = "/it/" + ID;

  @AfterAll
  static void cleanUp() throws Exception {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      hdfs.delete(new org.apache.hadoop.fs.Path(RUNS), true);
    }
  }

  @Test
  @Order(1)
  void theClassPathOfHadoopHoldsNoHBase() throws Exception {
    String path = Shell.inSandbox("hadoop classpath").out();
    Shell.Result jars = Shell.inSandbox("ls ${HADOOP_HOME}/lib/hadoop");
    assertThat(path).contains("/lib/hadoop/*").doesNotContain("/lib/hbase");
    assertThat(jars.out()).contains("commons-cli-1.2.jar").doesNotContain("hbase-client");
    assertThat(Shell.inSandbox("hbase classpath").out()).contains("/lib/hbase/*");
  }

  /** Without options for a quick start, unlike all other tests here. */
  @Test
  @Order(1)
  void plainHadoopJarLoadsATableWithExactlyItsRows() throws Exception {
    Shell.Result load =
        Shell.inSandbox(
            "hadoop jar target/hbench.jar load --table %s --rows 20k --tasks 2 --threads 4"
                    .formatted(TABLE)
                + " --presplit 4 --yes --out "
                + RUNS
                + "/load");
    assertThat(load.exitCode()).as(load.err()).isZero();
    assertThat(load.out()).contains("hbench load put@2 on table " + TABLE);

    assertThat(rows()).isEqualTo(20_000);
  }

  /**
   * PerformanceEvaluation's words, a class that only the jar has, and tasks in containers; the
   * command unpacks hbench.jar itself.
   */
  @Test
  @Order(2)
  void anOperationInAJarOfItsOwnRunsInContainers(@TempDir Path dir) throws Exception {
    Path jar = dir.resolve("own.jar");
    Shell.Result packed =
        Shell.run(
            "jar cf %s -C target/test-classes io/hbench/it/CountingOperation.class".formatted(jar)
                + " -C target/test-classes 'io/hbench/it/CountingOperation$1.class'");
    assertThat(packed.exitCode()).as(packed.err()).isZero();
    Shell.Result run =
        Shell.inSandbox(
            ("HADOOP_CLIENT_SKIP_UNJAR=true %s pe --rows=500 --table=%s --quiet --out=%s/own"
                    + " --jar=%s io.hbench.it.CountingOperation 2")
                .formatted(Sandbox.HBENCH, TABLE, RUNS, jar));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("io.hbench.it.CountingOperation +service +1,000 +0 ")
        .containsPattern("\\tELAPSED_TIME=\\d+\\n\\tROWS=1000\\n");
  }

  @Test
  @Order(3)
  void aMixOnFourTasksReportsWhatItsContractSays() throws Exception {
    Shell.Result run =
        hbench(
            "run get:90,put:10@4 --table %s --rows 20k --threads 4 --warmup 2s --for 6s"
                + " --out %s/run",
            TABLE, RUNS);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).contains("4/4 tasks");

    JsonObject report = Sandbox.json(RUNS + "/run/report.json");
    assertThat(report.keySet())
        .contains(
            "schema",
            "run",
            "verdict",
            "tasks",
            "operations",
            "timeline",
            "clients",
            "servers",
            "settings");
    assertThat(report.getAsJsonObject("run").keySet())
        .contains("id", "command", "version", "started", "finished", "out");
    assertThat(report.getAsJsonObject("verdict").get("status").getAsString())
        .isIn("valid", "degraded");
    assertThat(report.getAsJsonObject("tasks").keySet())
        .contains(
            "planned",
            "started",
            "completed",
            "late",
            "startSpreadMs",
            "clockErrorMs",
            "overlapSeconds",
            "hosts");
    assertThat(report.getAsJsonObject("tasks").get("completed").getAsInt()).isEqualTo(4);
    assertThat(report.getAsJsonArray("operations")).hasSize(2);
    for (JsonElement operation : report.getAsJsonArray("operations")) {
      JsonObject o = operation.getAsJsonObject();
      assertThat(o.keySet())
          .contains(
              "operation",
              "count",
              "errors",
              "notFound",
              "rows",
              "bytes",
              "opsPerSecond",
              "rowsPerSecond",
              "bytesPerSecond",
              "service",
              "response",
              "errorsByKind");
      assertThat(o.getAsJsonObject("service").keySet())
          .contains(
              "unit", "count", "min", "mean", "stddev", "p50", "p75", "p90", "p95", "p99", "p99.9",
              "p99.99", "p99.999", "max");
      assertThat(o.get("count").getAsLong()).isPositive();
      assertThat(o.get("errors").getAsLong()).isZero();
      assertThat(o.get("notFound").getAsLong()).isZero();
    }
    JsonObject setups = report.getAsJsonObject("setups");
    assertThat(setup(setups, "servers"))
        .contains("JDK", "GC", "heap", "processors", "memory", "Hadoop")
        .contains("hbase.regionserver.handler.count", "hbase.wal.provider");
    assertThat(setup(setups, "clients")).contains("JDK", "GC", "heap", "Hadoop");
    JsonObject after = report.getAsJsonObject("servers").getAsJsonObject("after");
    assertThat(after.keySet())
        .contains(
            "version",
            "regions",
            "readRequests",
            "writeRequests",
            "storeFileBytes",
            "regionServers");
    assertThat(after.get("regions").getAsInt()).isEqualTo(4);
    JsonObject before = report.getAsJsonObject("servers").getAsJsonObject("before");
    // rows that are still in memory miss and hit no cache; the counters are there all the same
    assertThat(cacheHits(after)).isGreaterThanOrEqualTo(cacheHits(before));
    JsonObject timeline = report.getAsJsonObject("timeline");
    assertThat(timeline.keySet()).contains("intervalSeconds", "points");
    assertThat(timeline.getAsJsonArray("points").get(0).getAsJsonObject().keySet())
        .contains("t", "operation", "count", "errors", "opsPerSecond", "p50", "p99", "max");
    JsonObject client =
        report.getAsJsonObject("clients").getAsJsonArray("tasks").get(0).getAsJsonObject();
    assertThat(client.keySet()).contains("hiccups", "gcMs", "cpuShare", "sendDelay");
    assertThat(client.getAsJsonObject("hiccups").get("count").getAsLong()).isPositive();
    assertThat(report.getAsJsonObject("settings").get("threads").getAsString()).isEqualTo("4");
  }

  /** Names of the values of the most frequent servers or clients. */
  private static Set<String> setup(JsonObject setups, String which) {
    return setups.getAsJsonArray(which).get(0).getAsJsonObject().getAsJsonObject("values").keySet();
  }

  @Test
  @Order(4)
  void theMergedFileIsReadableAndTheTasksAddUpToIt() throws Exception {
    List<String> merged = text(RUNS + "/run/part-r-00000");
    assertThat(merged).anyMatch(line -> line.startsWith("get service ok @localhost:"));
    merged = merged.stream().filter(line -> !line.contains(" @")).toList();
    List<String> tasks =
        text(RUNS + "/run/tasks/part-m-*").stream().filter(line -> !line.contains(" @")).toList();
    assertThat(merged.get(0)).matches("get service ok\tcount=\\d+ rows=\\d+ .* p99=[\\d.]+ .*");
    assertThat(merged.get(1)).startsWith("put service ok\t");

    for (String series : List.of("get service ok", "put service ok")) {
      assertThat(tasks).filteredOn(line -> line.startsWith(series)).hasSizeGreaterThanOrEqualTo(4);
      assertThat(count(tasks, series)).isEqualTo(count(merged, series));
    }
    try (FileSystem hdfs = Sandbox.hdfs()) {
      assertThat(hdfs.exists(new org.apache.hadoop.fs.Path(RUNS + "/run/_SUCCESS"))).isTrue();
    }
  }

  @Test
  @Order(5)
  void reportPrintsTheSameFromTheFilesAlone() throws Exception {
    Shell.Result again = hbench("report %s/run --details", RUNS);
    assertThat(again.exitCode()).isZero();
    try (FileSystem hdfs = Sandbox.hdfs();
        InputStream written = hdfs.open(new org.apache.hadoop.fs.Path(RUNS, "run/report.txt"))) {
      assertThat(written).hasContent(again.out());
    }
  }

  @Test
  @Order(6)
  void anExistingRunDirectoryIsRefusedBeforeAnythingIsSubmitted() throws Exception {
    Shell.Result run =
        Sandbox.hbench("run get --table %s --rows 20k --out %s/run".formatted(TABLE, RUNS));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--out " + RUNS + "/run: exists already");
  }

  /**
   * As distributions have it. Here, any of its classes that is taken ends the command or a task.
   */
  @Tag("soak")
  @Test
  @Order(7)
  void anotherHBaseOnHadoopsClassPathIsNotMixedWithThePackedOne(@TempDir Path other)
      throws Exception {
    for (String name : List.of("HConstants", "HBaseConfiguration", "client.Get", "client.Put")) {
      String type = "org.apache.hadoop.hbase." + name;
      int end = type.lastIndexOf('.');
      Path source = other.resolve(type.substring(end + 1) + ".java");
      Files.writeString(
          source,
          "package %s; public class %s {}"
              .formatted(type.substring(0, end), type.substring(end + 1)));
      assertThat(
              ToolProvider.findFirst("javac")
                  .orElseThrow()
                  .run(System.out, System.err, "-d", other.toString(), source.toString()))
          .isZero();
    }
    String table = TABLE + "-other --rows 1k"; // the soak has no load of another test
    Shell.Result load = hbench("load --local --table %s --quiet --out %s/other-load", table, RUNS);
    assertThat(load.exitCode()).as(load.err()).isZero();
    String ofTasks = Sandbox.client().get("mapreduce.application.classpath") + "," + other;
    Shell.Result run =
        Shell.inSandbox(
            ("HADOOP_CLASSPATH=%s %s run get@1 --threads 1 --warmup 0s --for 1s --table %s"
                    + " --quiet --out %s/other -D 'mapreduce.application.classpath=%s'")
                .formatted(other, Sandbox.HBENCH, table, RUNS, ofTasks));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains("; 1 of 1 tasks on ");
  }

  private static long cacheHits(JsonObject servers) {
    return servers.getAsJsonObject("regionServers").entrySet().stream()
        .mapToLong(s -> s.getValue().getAsJsonObject().get("blockCacheHits").getAsLong())
        .sum();
  }

  @FormatMethod
  private static Shell.Result hbench(String words, Object... args) throws Exception {
    return Sandbox.hbench(words.formatted(args));
  }

  /** As HBase's own client counts them. */
  private static int rows() throws IOException {
    int rows = 0;
    try (Connection connection = Sandbox.hbase();
        Table table = connection.getTable(TableName.valueOf(TABLE));
        ResultScanner scanner = table.getScanner(new Scan().setFilter(new FirstKeyOnlyFilter()))) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }

  /** {@code hadoop fs -text} needs our Writable, and nothing else of ours. */
  private static List<String> text(String... paths) throws IOException, InterruptedException {
    return Shell.inSandbox(
            "HADOOP_CLASSPATH=target/hbench.jar hadoop fs -text " + String.join(" ", paths))
        .out()
        .lines()
        .toList();
  }

  private static long count(List<String> lines, String series) {
    Pattern pattern = Pattern.compile(Pattern.quote(series) + "\tcount=(\\d+) .*");
    return lines.stream()
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .mapToLong(m -> Long.parseLong(m.group(1)))
        .sum();
  }
}
