package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.FormatMethod;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The built jar as a user runs it: {@code hadoop jar}, a class path with Hadoop's jars alone, YARN
 * containers, HDFS, and an HBase whose daemons are JVMs of their own.
 */
@ExtendWith(Sandbox.class)
@TestMethodOrder(OrderAnnotation.class)
class SandboxIT {
  private static final String ID = Long.toString(System.currentTimeMillis(), 36);
  private static final String TABLE = "it-" + ID;
  private static final String RUNS = "/it/" + ID;

  @AfterAll
  static void cleanUp() throws Exception {
    Shell.inSandbox("hadoop fs -rm -r -f " + RUNS);
  }

  @Test
  @Order(1)
  void theClassPathOfHadoopHoldsNoHBase() throws Exception {
    String path = Shell.inSandbox("hadoop classpath").out();
    Shell.Result jars = Shell.inSandbox("ls ${HADOOP_HOME}/lib/hadoop");
    assertThat(path).contains("/lib/hadoop/*").doesNotContain("/lib/hbase");
    assertThat(jars.out()).contains("commons-cli-1.2.jar").doesNotContain("hbase-client");
  }

  /** Without options for a quick start, unlike all other tests here. */
  @Test
  @Order(1)
  void plainHadoopJarLoadsATableWithExactlyItsRows() throws Exception {
    Shell.Result version = Shell.inSandbox("hadoop jar target/hbench.jar --version");
    assertThat(version.out()).startsWith("hbench ");
    Shell.Result load =
        Shell.inSandbox(
            "hadoop jar target/hbench.jar load --table plain-%s --rows 1k --tasks 1 --quiet"
                    .formatted(ID)
                + " --out "
                + RUNS
                + "/plain");
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  /** PerformanceEvaluation's words, a class that only the jar has, and tasks in containers. */
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
        hbench(
            "pe --rows=500 --table=%s --quiet --out=%s/own --jar=%s"
                + " io.hbench.it.CountingOperation 2",
            TABLE, RUNS, jar);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("io.hbench.it.CountingOperation +service +1,000 +0 +0 ")
        .containsPattern("\\tELAPSED_TIME=\\d+\\n\\tROWS=1000\\n");
  }

  @Test
  @Order(2)
  void loadFillsATableWithExactlyItsRows() throws Exception {
    Shell.Result load =
        hbench(
            "load --table %s --rows 50k --tasks 4 --threads 4 --presplit 4 --yes --out %s/load",
            TABLE, RUNS);
    assertThat(load.exitCode()).as(load.err()).isZero();
    assertThat(load.out()).contains("hbench load put@4 on table " + TABLE);

    Shell.Result count = Shell.inSandbox("hbase rowcounter " + TABLE + " 2>&1");
    assertThat(count.out()).containsPattern("\\bROWS=50000\\b");
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
              "empty",
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
      assertThat(o.get("empty").getAsLong()).isZero();
    }
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
    assertThat(client.keySet()).contains("pauses", "gcMs", "cpuShare", "lateness");
    assertThat(client.getAsJsonObject("pauses").get("count").getAsLong()).isPositive();
    assertThat(report.getAsJsonObject("settings").get("threads").getAsString()).isEqualTo("4");
  }

  @Test
  @Order(4)
  void theMergedFileIsReadableAndTheTasksAddUpToIt() throws Exception {
    List<String> merged = text(RUNS + "/run/part-r-00000");
    assertThat(merged).hasSize(2);
    assertThat(merged.get(0)).matches("get service ok\tcount=\\d+ rows=\\d+ .* p99=[\\d.]+ .*");
    assertThat(merged.get(1)).startsWith("put service ok\t");

    for (String series : List.of("get service ok", "put service ok")) {
      long tasks = 0;
      for (int i = 0; i < 4; i++) {
        tasks += count(text(RUNS + "/run/tasks/part-m-0000" + i), series);
      }
      assertThat(tasks).isEqualTo(count(merged, series));
    }
    assertThat(Shell.inSandbox("hadoop fs -test -e " + RUNS + "/run/_SUCCESS").exitCode()).isZero();
  }

  @Test
  @Order(5)
  void reportPrintsTheSameFromTheFilesAlone() throws Exception {
    Shell.Result again = hbench("report %s/run", RUNS);
    assertThat(again.exitCode()).isZero();
    assertThat(again.out())
        .isEqualTo(Shell.inSandbox("hadoop fs -cat " + RUNS + "/run/report.txt").out());
  }

  @Test
  @Order(6)
  void anExistingRunDirectoryIsRefusedBeforeAnythingIsSubmitted() throws Exception {
    Shell.Result run = hbench("run get --table %s --rows 20k --out %s/run", TABLE, RUNS);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--out: '" + RUNS + "/run' exists already");
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

  /** {@code hadoop fs -text} needs our Writable, and nothing else of ours. */
  private static List<String> text(String path) throws IOException, InterruptedException {
    return Shell.inSandbox("HADOOP_CLASSPATH=target/hbench.jar hadoop fs -text " + path)
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
