package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole program with noop: real input format, mapper, start line, shuffle, reducer, report. */
class WholeRunTest {
  @TempDir Path dir;
  private String stdout = "";
  private String stderr = "";

  @Test
  void aNumberOfRequestsIsDrivenCountedAndReportedExactly() throws IOException {
    assertThat(hbench("run", "noop@3", "--threads", "2", "--ops", "100003", "--warmup", "0s"))
        .isZero();

    JsonObject report = report();
    JsonObject noop = report.getAsJsonArray("operations").get(0).getAsJsonObject();
    assertThat(report.get("schema").getAsString()).isEqualTo("hbench.report/1");
    assertThat(noop.get("operation").getAsString()).isEqualTo("noop");
    assertThat(noop.get("count").getAsLong()).isEqualTo(100_003);
    assertThat(noop.get("errors").getAsLong()).isZero();
    assertThat(noop.getAsJsonObject("service").get("p99.9").getAsDouble()).isPositive();
    assertThat(noop.get("response").isJsonNull()).isTrue();
    assertThat(report.getAsJsonObject("tasks").get("completed").getAsInt()).isEqualTo(3);
    assertThat(stdout).contains("100,003").contains("noop@3");
  }

  @Test
  void aRunLastsAsLongAsItWasToldTo() throws IOException {
    assertThat(hbench("run", "noop@2", "--threads", "1", "--for", "2s", "--warmup", "500ms"))
        .isZero();

    JsonObject report = report();
    assertThat(report.getAsJsonObject("window").get("seconds").getAsDouble()).isEqualTo(2);
    assertThat(report.getAsJsonObject("tasks").get("overlapSeconds").getAsDouble())
        .isBetween(1.9, 2.0);
    // noop without a server takes all the CPU there is, and the verdict may say so
    assertThat(report.getAsJsonObject("verdict").get("status").getAsString())
        .isNotEqualTo("invalid");
    assertThat(report.getAsJsonObject("timeline").getAsJsonArray("points")).hasSize(2);
  }

  @Test
  void whatTheTasksKeptAddsUpToWhatTheReducerWrote() throws IOException {
    assertThat(hbench("run", "noop@4", "--ops", "40k", "--warmup", "0s")).isZero();

    RunDirectory run = run();
    Map<Series, LatencyRecord> tasks =
        new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    run.readRecords(
        RunDirectory.TASK_PART,
        (series, record) -> tasks.computeIfAbsent(series, s -> new LatencyRecord()).add(record));
    run.readRecords(
        RunDirectory.MERGED,
        (series, record) ->
            assertThat(tasks.get(series).latencies()).isEqualTo(record.latencies()));
    for (String file : List.of("part-m-00003", "facts-m-00000.json", "facts-m-00003.json")) {
      assertThat(dir.resolve("run/tasks").resolve(file)).exists();
    }
    assertThat(dir.resolve("run/_SUCCESS")).exists();
    assertThat(dir.resolve("run/_start")).doesNotExist();
  }

  @Test
  void reportSaysTheSameFromTheFilesAlone() throws IOException {
    assertThat(hbench("run", "noop@2", "--ops", "10k", "--warmup", "0s")).isZero();
    String first = stdout;

    assertThat(program("report", dir.resolve("run").toString())).isZero();
    assertThat(stdout).isEqualTo(first);
    assertThat(Files.readString(dir.resolve("run/report.txt"))).isEqualTo(first);
  }

  @Test
  void aPlanRepeatsItsRun() throws IOException {
    assertThat(hbench("run", "noop@2", "--ops", "12345", "--warmup", "0s")).isZero();
    String plan = dir.resolve("run/plan.xml").toString();
    String again = dir.resolve("again").toString();

    assertThat(program("run", "-conf", plan, "--out", again)).isZero();
    assertThat(stdout).contains("12,345").contains("again");
  }

  @Test
  void quietPrintsNothingButTheReport() {
    assertThat(hbench("run", "noop@1", "--ops", "1k", "--warmup", "0s", "--quiet")).isZero();
    assertThat(stderr).isEmpty();
  }

  @Test
  void progressIsOnStandardErrorAlone() {
    assertThat(hbench("run", "noop@1", "--for", "1s", "--warmup", "0s")).isZero();
    assertThat(stderr).contains("tasks").contains("ops/s");
    assertThat(stdout).doesNotContain("0/1 tasks");
  }

  @Test
  void anExistingRunDirectoryIsNotTouched() throws IOException {
    Files.createDirectory(dir.resolve("run"));
    assertThat(hbench("run", "noop")).isEqualTo(2);
    assertThat(stderr).contains("--out: '").contains("exists already; try --out ");
    assertThat(dir.resolve("run")).isEmptyDirectory();
  }

  private int hbench(String command, String... words) {
    String[] all = new String[words.length + 3];
    all[0] = command;
    System.arraycopy(words, 0, all, 1, words.length);
    all[all.length - 2] = "--out";
    all[all.length - 1] = dir.resolve("run").toString();
    return program(all);
  }

  private Configuration conf() {
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    conf.setInt("mapreduce.task.io.sort.mb", 1);
    conf.set("mapreduce.cluster.local.dir", dir.resolve("local").toString());
    return conf;
  }

  private int program(String... words) {
    TestMain.Result result = TestMain.run(conf(), words);
    stdout = result.out();
    stderr = result.err();
    return result.exitCode();
  }

  private RunDirectory run() throws IOException {
    return new RunDirectory(conf(), new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
  }

  private JsonObject report() throws IOException {
    return JsonParser.parseString(Files.readString(dir.resolve("run/report.json")))
        .getAsJsonObject();
  }
}
