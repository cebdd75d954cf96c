package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.kit.LocalJobs;
import io.hbench.latency.LatencyRecord;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole program with noop: real input format, mapper, start barrier, shuffle, reducer, report.
 */
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
  void aHistogramTravelsWithThePlanAndNotAsAFile() throws IOException {
    Path file = dir.resolve("hist.txt");
    Files.writeString(file, "BlockSize\t10\n0\t1\n3\t7\n");
    TestMain.Result result =
        hbench(
            "histogram",
            "run",
            "noop@1",
            "--ops",
            "100",
            "--warmup",
            "0s",
            "--value-lengths",
            "histogram",
            "--value-histogram",
            file.toString());
    assertThat(result.exitCode()).as(result.err()).isZero();
    Files.delete(file);
    Configuration plan = new Configuration(false);
    plan.addResource(new org.apache.hadoop.fs.Path(dir.resolve("histogram/plan.xml").toUri()));
    assertThat(plan.get("hbench.value-histogram")).isEqualTo("BlockSize\t10\n0\t1\n3\t7");
    assertThat(hbench("missing", "run", "noop", "--value-histogram", file.toString()).err())
        .contains("--value-histogram: '" + file + "' is not a file; try hist.txt");
  }

  @Test
  void theTasksRecordsAddUpToTheMergedRecords() throws IOException {
    RunDirectory run =
        new RunDirectory(conf(), new org.apache.hadoop.fs.Path(dir.resolve("shared").toUri()));
    Map<String, LatencyRecord> tasks = new TreeMap<>();
    run.readTaskRecords(
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
  void reportMakesTheSameReportFromTheFiles() throws IOException {
    TestMain.Result again = TestMain.run(conf(), "report", dir.resolve("shared").toString());
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).isEqualTo(shared.out());
    assertThat(Files.readString(dir.resolve("shared/report.txt"))).isEqualTo(shared.out());
  }

  @Test
  void thePageIsRebuiltFromTheFiles() throws IOException {
    Path page = dir.resolve("shared/report.html");
    String first = Files.readString(page);
    assertThat(first).contains("noop@3").contains("100,003");
    Files.delete(page);
    TestMain.run(conf(), "report", dir.resolve("shared").toString());
    assertThat(Files.readString(page)).isEqualTo(first);
  }

  @Test
  void theLastIntervalEndsWithTheWindow() throws IOException {
    JsonObject report = report("shared");
    double seconds = report.getAsJsonObject("window").get("seconds").getAsDouble();
    JsonObject timeline = report.getAsJsonObject("timeline");
    double interval = timeline.get("intervalSeconds").getAsDouble();
    double requests = 0;
    for (JsonElement point : timeline.getAsJsonArray("points")) {
      double from = point.getAsJsonObject().get("t").getAsDouble();
      double length = Math.min(interval, seconds - from);
      requests += point.getAsJsonObject().get("opsPerSecond").getAsDouble() * length;
    }
    assertThat(requests).isCloseTo(100_003, within(0.01));
  }

  @Test
  void eachTaskHasItsOwnLatencies() throws IOException {
    JsonArray tasks = report("shared").getAsJsonObject("clients").getAsJsonArray("tasks");
    long requests = 0;
    for (JsonElement task : tasks) {
      JsonObject latency = task.getAsJsonObject().getAsJsonObject("latency");
      assertThat(latency.get("count")).isEqualTo(task.getAsJsonObject().get("requests"));
      requests += latency.get("count").getAsLong();
    }
    assertThat(requests).isEqualTo(100_003);
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

  @Test
  void aRateIsKeptAndBothTimesAreReported() throws IOException {
    TestMain.Result run =
        hbench("paced", "run", "noop@2", "--rate", "2k", "--for", "3s", "--warmup", "1s");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("response")
        .contains("service")
        .contains("2,000.0 requests/s sent of 2,000.0 scheduled");

    JsonObject report = report("paced");
    JsonObject noop = report.getAsJsonArray("operations").get(0).getAsJsonObject();
    assertThat(noop.get("count").getAsLong()).isEqualTo(6_000);
    assertThat(noop.getAsJsonObject("response").get("count").getAsLong()).isEqualTo(6_000);
    JsonObject client =
        report.getAsJsonObject("clients").getAsJsonArray("tasks").get(0).getAsJsonObject();
    assertThat(client.getAsJsonObject("lateness").get("count").getAsLong()).isEqualTo(3_000);
  }

  @Test
  void hdrHistogramsOwnToolReadsTheLogAndFindsTheSamePercentiles() throws Exception {
    for (String run : List.of("shared", "logged")) {
      if (run.equals("logged")) {
        hbench(run, "run", "noop@2", "--rate", "2k", "--for", "3s", "--warmup", "0s");
      }
      JsonObject noop = report(run).getAsJsonArray("operations").get(0).getAsJsonObject();
      JsonObject latencies = noop.getAsJsonObject(run.equals("logged") ? "response" : "service");
      Path csv = dir.resolve(run + "-csv");
      HistogramLogProcessor processor =
          new HistogramLogProcessor(
              new String[] {
                "-csv",
                "-outputValueUnitRatio",
                "1000",
                "-i",
                dir.resolve(run).resolve("run.hlog").toString(),
                "-o",
                csv.toString()
              });
      processor.start();
      processor.join();
      List<String> lines = Files.readAllLines(csv);
      List<String> names = List.of(lines.get(lines.size() - 2).split(",", -1));
      List<String> last = List.of(lines.get(lines.size() - 1).split(",", -1));
      for (String line : lines) {
        if (line.contains("Total_99.9%")) {
          names = List.of(line.replace("\"", "").split(",", -1));
        }
      }
      assertThat(Long.parseLong(last.get(names.indexOf("Total_Count"))))
          .isEqualTo(noop.get("count").getAsLong());
      for (Map.Entry<String, String> e :
          Map.of(
                  "Total_50%",
                  "p50",
                  "Total_90%",
                  "p90",
                  "Total_99%",
                  "p99",
                  "Total_99.9%",
                  "p99.9",
                  "Total_Max",
                  "max")
              .entrySet()) {
        assertThat(Double.parseDouble(last.get(names.indexOf(e.getKey()))))
            .as(run + " " + e.getValue())
            .isCloseTo(latencies.get(e.getValue()).getAsDouble(), within(0.0011));
      }
    }
  }

  @Test
  void theLogIsSortedAndTagged() throws IOException {
    List<String> lines = Files.readAllLines(dir.resolve("shared/run.hlog"));
    assertThat(lines).anyMatch(line -> line.startsWith("#[") && line.contains("nanoseconds"));
    assertThat(lines).contains("#[Histogram log format version 1.3]");
    assertThat(lines).anyMatch(line -> line.startsWith("Tag=noop.service.ok,"));
    List<Double> starts =
        lines.stream()
            .map(line -> line.replaceFirst("^Tag=[^,]*,", ""))
            .filter(line -> line.matches("[0-9.]+,.*"))
            .map(line -> Double.parseDouble(line.substring(0, line.indexOf(','))))
            .toList();
    assertThat(starts).isNotEmpty().isSorted();
  }

  @Test
  void whatAKilledTaskHasMeasuredIsReported() throws IOException {
    hbench("whole", "run", "noop@2", "--for", "4s", "--warmup", "0s", "--rate", "1k");
    Path copy = dir.resolve("killed");
    FileUtils.copyDirectory(dir.resolve("whole").toFile(), copy.toFile());
    for (String gone : List.of("part-r-00000", "timeline-r-00000", "_SUCCESS", "report.json")) {
      Files.delete(copy.resolve(gone));
    }
    Path facts = copy.resolve("tasks/facts-m-00001.json");
    JsonObject task = JsonParser.parseString(Files.readString(facts)).getAsJsonObject();
    task.remove("result");
    replace(facts, task.toString());
    // cut in the middle of its last block
    Path part = copy.resolve("tasks/part-m-00001");
    byte[] bytes = Files.readAllBytes(part);
    Files.write(part, java.util.Arrays.copyOf(bytes, bytes.length - 20));

    TestMain.Result report = TestMain.run(conf(), "report", copy.toString());
    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(report.out())
        .contains("verdict: invalid")
        .contains("tasks-missing: 1 of 2 tasks came to their end; not task 1 on ");
    long count =
        report("killed")
            .getAsJsonArray("operations")
            .get(0)
            .getAsJsonObject()
            .get("count")
            .getAsLong();
    assertThat(count).isBetween(3_000L, 4_000L);
  }

  @Test
  void lateTasksAreNamedInTheVerdict() throws IOException {
    Path copy = dir.resolve("late");
    FileUtils.copyDirectory(dir.resolve("shared").toFile(), copy.toFile());
    Path facts = copy.resolve("tasks/facts-m-00002.json");
    replace(facts, Files.readString(facts).replace("\"lateMs\": 0.0", "\"lateMs\": 12300.0"));

    assertThat(TestMain.run(conf(), "report", copy.toString()).out())
        .contains("late-tasks: 1 of 3 tasks came up to 12.3 s after the start: task 2 on ");
  }

  @Test
  void pausesAreHeldAgainstAP99OnlyWhereThereIsOne() throws IOException {
    Histogram pauses = new Histogram(3);
    pauses.recordValueWithCount(50_000_000, 1_000);
    for (String ops : List.of("50", "500")) {
      String name = "paused-" + ops;
      hbench(name, "run", "noop@1", "--threads", "1", "--ops", ops, "--warmup", "0s");
      Path facts = dir.resolve(name).resolve("tasks/facts-m-00000.json");
      JsonObject task = JsonParser.parseString(Files.readString(facts)).getAsJsonObject();
      task.getAsJsonObject("result").addProperty("pauses", LatencyRecord.toText(pauses));
      replace(facts, task.toString());
      String report = TestMain.run(conf(), "report", dir.resolve(name).toString()).out();
      assertThat(report.contains("client-pauses")).isEqualTo(ops.equals("500"));
      assertThat(report).doesNotContain("Infinity");
    }
  }

  private static void replace(Path file, String text) throws IOException {
    Files.delete(file.resolveSibling("." + file.getFileName() + ".crc"));
    Files.writeString(file, text);
  }

  private static TestMain.Result hbench(String name, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--out", dir.resolve(name).toString()));
    return TestMain.run(conf(), all.toArray(String[]::new));
  }

  private static Configuration conf() {
    return LocalJobs.conf(dir);
  }

  private static JsonObject report(String name) throws IOException {
    return JsonParser.parseString(Files.readString(dir.resolve(name).resolve("report.json")))
        .getAsJsonObject();
  }
}
