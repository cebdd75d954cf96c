package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.latency.LatencyRecord;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole program with noop: real input format, mapper, start line, shuffle, reducer, report. */
class WholeRunTest {
  @TempDir static Path dir;
  private static TestMain.Result shared;

  /** Most tests look at this one. */
  @BeforeAll
  static void driveOnce() {
    shared =
        hbench("shared", "run", "noop@3", "--threads", "2", "--ops", "100003", "--warmup", "0s");
    assertThat(shared.exitCode()).as(shared.err()).isZero();
  }

  @Test
  void aNumberOfRequestsIsDrivenCountedAndReportedExactly() throws IOException {
    JsonObject report = report("shared");
    JsonObject noop = report.getAsJsonArray("operations").get(0).getAsJsonObject();
    assertThat(report.get("schema").getAsString()).isEqualTo("hbench.report/1");
    assertThat(noop.get("operation").getAsString()).isEqualTo("noop");
    assertThat(noop.get("count").getAsLong()).isEqualTo(100_003);
    assertThat(noop.get("errors").getAsLong()).isZero();
    assertThat(noop.getAsJsonObject("service").get("p99.9").getAsDouble()).isPositive();
    assertThat(noop.get("response").isJsonNull()).isTrue();
    assertThat(report.getAsJsonObject("tasks").get("completed").getAsInt()).isEqualTo(3);
    assertThat(shared.out()).contains("100,003").contains("noop@3");
  }

  @Test
  void whatTheTasksKeptAddsUpToWhatTheReducerWrote() throws IOException {
    RunDirectory run =
        new RunDirectory(conf(), new org.apache.hadoop.fs.Path(dir.resolve("shared").toUri()));
    Map<String, LatencyRecord> tasks = new TreeMap<>();
    run.readRecords(
        RunDirectory.TASK_PART,
        (series, record) ->
            tasks.computeIfAbsent(series.toString(), s -> new LatencyRecord()).add(record));
    List<String> merged = new ArrayList<>();
    run.readRecords(
        RunDirectory.MERGED,
        (series, record) -> {
          merged.add(series.toString());
          assertThat(tasks.get(series.toString()).latencies()).isEqualTo(record.latencies());
        });
    assertThat(merged).containsExactly("noop service ok");
    for (String file :
        List.of(
            "_SUCCESS",
            "plan.xml",
            "job.json",
            "tasks/part-m-00002",
            "tasks/facts-m-00000.json",
            "tasks/facts-m-00002.json")) {
      assertThat(dir.resolve("shared").resolve(file)).exists();
    }
    assertThat(dir.resolve("shared/_start")).doesNotExist();
  }

  @Test
  void reportSaysTheSameFromTheFilesAlone() throws IOException {
    TestMain.Result again = TestMain.run(conf(), "report", dir.resolve("shared").toString());
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).isEqualTo(shared.out());
    assertThat(Files.readString(dir.resolve("shared/report.txt"))).isEqualTo(shared.out());
  }

  @Test
  void aPlanRepeatsItsRun() {
    TestMain.Result again =
        hbench("again", "run", "-conf", dir.resolve("shared/plan.xml").toString(), "--quiet");
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).contains("100,003").contains("noop@3").contains("again");
    assertThat(again.err()).isEmpty();
  }

  @Test
  void countsThatDoNotAgreeMakeARunInvalid() throws IOException {
    Path copy = dir.resolve("doctored");
    FileUtils.copyDirectory(dir.resolve("shared").toFile(), copy.toFile());
    Path job = copy.resolve("job.json");
    Files.delete(copy.resolve(".job.json.crc"));
    Files.writeString(
        job, Files.readString(job).replace("\"REQUESTS\": 100003", "\"REQUESTS\": 100004"));

    TestMain.Result report = TestMain.run(conf(), "report", copy.toString());
    assertThat(report.out())
        .contains("verdict: invalid")
        .contains("counts-differ: merged histograms: 100003, but the job's counters: 100004");
  }

  @Test
  void aRunOfWhichATasksFileIsLostIsInvalid() throws IOException {
    Path copy = dir.resolve("lost");
    FileUtils.copyDirectory(dir.resolve("shared").toFile(), copy.toFile());
    Files.delete(copy.resolve("tasks/part-m-00001"));

    TestMain.Result report = TestMain.run(conf(), "report", copy.toString());
    assertThat(report.out()).contains("verdict: invalid").contains("counts-differ");
  }

  @Test
  void aRunWhoseReducerNeverRanIsReportedFromItsTasks() throws IOException {
    Path copy = dir.resolve("unmerged");
    FileUtils.copyDirectory(dir.resolve("shared").toFile(), copy.toFile());
    Files.delete(copy.resolve("part-r-00000"));
    Files.delete(copy.resolve("timeline-r-00000"));

    TestMain.Result report = TestMain.run(conf(), "report", copy.toString());
    assertThat(report.out()).contains("100,003");
  }

  @Test
  void aRunLastsAsLongAsItWasToldTo() throws IOException {
    TestMain.Result run =
        hbench("timed", "run", "noop@2", "--threads", "1", "--for", "2s", "--warmup", "500ms");
    assertThat(run.exitCode()).isZero();

    JsonObject report = report("timed");
    assertThat(report.getAsJsonObject("window").get("seconds").getAsDouble()).isEqualTo(2);
    assertThat(report.getAsJsonObject("tasks").get("overlapSeconds").getAsDouble())
        .isBetween(1.5, 2.0);
    // noop without a server takes all the CPU there is, and the verdict may say so
    assertThat(report.getAsJsonObject("verdict").get("status").getAsString())
        .isNotEqualTo("invalid");
    assertThat(report.getAsJsonObject("timeline").getAsJsonArray("points")).hasSize(2);
  }

  @Test
  void progressIsOnStandardErrorAlone() {
    assertThat(shared.err()).contains("tasks").contains("ops/s");
    assertThat(shared.out()).doesNotContain("0/3 tasks");
  }

  @Test
  void anExistingRunDirectoryIsNotTouched() throws IOException {
    Files.createDirectory(dir.resolve("mine"));
    TestMain.Result run = hbench("mine", "run", "noop");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--out: '").contains("exists already; try --out ");
    assertThat(dir.resolve("mine")).isEmptyDirectory();
  }

  private static TestMain.Result hbench(String name, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--out", dir.resolve(name).toString()));
    return TestMain.run(conf(), all.toArray(String[]::new));
  }

  private static Configuration conf() {
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    conf.set("mapreduce.cluster.local.dir", dir.resolve("local").toString());
    conf.setInt("mapreduce.task.io.sort.mb", 1);
    return conf;
  }

  private static JsonObject report(String name) throws IOException {
    return JsonParser.parseString(Files.readString(dir.resolve(name).resolve("report.json")))
        .getAsJsonObject();
  }
}
