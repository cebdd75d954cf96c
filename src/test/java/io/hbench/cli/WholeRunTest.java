package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.MergedFacts;
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
  private static Hbench hbench;
  private static Hbench.Result shared;

  /** Most tests look at this one. */
  @BeforeAll
  static void driveOnce() {
    hbench = new Hbench(dir);
    shared = hbench.job("shared", "run noop@3 --threads 2 --ops 100003 --warmup 0s");
    assertThat(shared).hasExitCode(0);
  }

  @Test
  void aNumberOfRequestsIsDrivenCountedAndReportedExactly() throws IOException {
    Json report = shared.report();
    assertThat(report).has("schema", "hbench.report/2").has("tasks.completed", 3);
    assertThat(report)
        .operation("noop")
        .hasCount(100_003)
        .hasNoErrors()
        .has("response", null)
        .number("service.p99.9")
        .isPositive();
    assertThat(shared.out()).contains("100,003").contains("noop@3");
  }

  @Test
  void aTaskWithoutARequestInTheWindowWasThere() {
    Hbench.Result run =
        hbench.job("slow", "run noop@4 --threads 1 --rate 1 --for 2s --warmup 0s --quiet");
    assertThat(run).hasExitCode(0);
    assertThat(run.report()).number("tasks.overlapSeconds").isGreaterThan(1.8);
    assertThat(run.out()).doesNotContain("task-overlap");
  }

  @Test
  void aHistogramTravelsWithThePlanAndNotAsAFile() throws IOException {
    Path file = dir.resolve("hist.txt");
    Files.writeString(file, "BlockSize\t10\n0\t1\n3\t7\n");
    Hbench.Result result =
        hbench.job(
            "histogram",
            "run noop@1 --ops 100 --warmup 0s --value-lengths histogram --value-histogram " + file);
    assertThat(result).hasExitCode(0);
    Files.delete(file);
    Configuration plan = new Configuration(false);
    plan.addResource(new org.apache.hadoop.fs.Path(dir.resolve("histogram/plan.xml").toUri()));
    assertThat(plan.get("hbench.value-histogram")).isEqualTo("BlockSize\t10\n0\t1\n3\t7");
    assertThat(hbench.job("missing", "run noop --value-histogram " + file).err())
        .contains("--value-histogram " + file + ": not a file; try --value-histogram hist.txt");
  }

  @Test
  void theTasksRecordsAddUpToTheMergedRecords() throws IOException {
    RunDirectory run =
        new RunDirectory(
            LocalJobs.conf(dir), new org.apache.hadoop.fs.Path(dir.resolve("shared").toUri()));
    Map<String, LatencyRecord> tasks = new TreeMap<>();
    run.tasks()
        .read(
            (task, series, record) ->
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
            "tasks/part-m-00000",
            "tasks/part-m-00002",
            "facts-r-00000")) {
      assertThat(dir.resolve("shared").resolve(file)).exists();
    }
    assertThat(dir.resolve("shared/_start")).doesNotExist();
  }

  @Test
  void reportMakesTheSameReportFromTheFiles() throws IOException {
    Hbench.Result again = hbench.run("report " + dir.resolve("shared"));
    assertThat(again).hasExitCode(0);
    assertThat(again.out()).isEqualTo(shared.out());
    assertThat(Files.readString(dir.resolve("shared/report.txt")))
        .isEqualTo(hbench.run("report --details " + shared.dir()).out());
  }

  @Test
  void thePageIsRebuiltFromTheFiles() throws IOException {
    Path page = dir.resolve("shared/report.html");
    String first = Files.readString(page);
    assertThat(first).contains("noop@3").contains("100,003");
    Files.delete(page);
    hbench.run("report " + dir.resolve("shared"));
    assertThat(Files.readString(page)).isEqualTo(first);
  }

  @Test
  void theLastIntervalEndsWithTheWindow() throws IOException {
    Json report = shared.report();
    double seconds = report.number("window.seconds");
    Json timeline = report.at("timeline");
    double interval = timeline.number("intervalSeconds");
    double requests = 0;
    for (Json point : timeline.list("points")) {
      double from = point.number("t");
      double length = Math.min(interval, seconds - from);
      requests += point.number("opsPerSecond") * length;
    }
    assertThat(requests).isCloseTo(100_003, within(0.01));
  }

  @Test
  void eachTaskHasItsOwnLatencies() throws IOException {
    List<Json> tasks = shared.report().list("clients.tasks");
    long requests = 0;
    for (Json task : tasks) {
      Json latency = task.at("latency");
      assertThat(latency).hasCount(task.count("requests"));
      requests += latency.count("count");
    }
    assertThat(requests).isEqualTo(100_003);
  }

  @Test
  void aPlanRepeatsItsRun() {
    Hbench.Result again =
        hbench.job("again", "run -conf " + dir.resolve("shared/plan.xml") + " --quiet");
    assertThat(again).hasExitCode(0);
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

    Hbench.Result report = hbench.run("report " + copy);
    assertThat(report.out())
        .contains("verdict: invalid")
        .contains("counts-differ: merged histograms: 100003, but the job's counters: 100004");
  }

  @Test
  void anAuditFindsThatATasksFileIsLost() throws IOException {
    Path copy = dir.resolve("lost");
    FileUtils.copyDirectory(dir.resolve("shared").toFile(), copy.toFile());
    assertThat(hbench.run("report --audit " + copy).out()).doesNotContain("invalid");
    Files.delete(copy.resolve("tasks/part-m-00001"));

    Hbench.Result audit = hbench.run("report --audit " + copy);
    assertThat(audit.out()).contains("verdict: invalid").contains("counts-differ");
    assertThat(hbench.run("report " + copy).out()).doesNotContain("invalid");
  }

  @Test
  void aTaskWhoseRecordsWereNotMergedMakesTheRunInvalid() throws IOException {
    Path copy = dir.resolve("unequal");
    FileUtils.copyDirectory(dir.resolve("shared").toFile(), copy.toFile());
    MergedFacts.edit(
        copy, 1, task -> task.set("result.recorded.counts", Map.of("noop service ok", 7)));

    Hbench.Result report = hbench.run("report " + copy);
    assertThat(report.out()).contains("verdict: invalid").contains("counts-differ");
  }

  @Test
  void aRunWhoseReducerNeverRanIsReportedFromItsTasks() throws IOException {
    Path copy = dir.resolve("unmerged");
    FileUtils.copyDirectory(dir.resolve("shared").toFile(), copy.toFile());
    Files.delete(copy.resolve("part-r-00000"));
    Files.delete(copy.resolve("timeline-r-00000"));

    Hbench.Result report = hbench.run("report " + copy);
    assertThat(report.out()).contains("100,003");
  }

  @Test
  void aRunLastsAsLongAsItWasToldTo() throws IOException {
    Hbench.Result run = hbench.job("timed", "run noop@2 --threads 1 --for 2s --warmup 500ms");
    assertThat(run).hasExitCode(0);

    Json report = run.report();
    assertThat(report).has("window.seconds", 2).hasSize("timeline.points", 2);
    assertThat(report).number("tasks.overlapSeconds").isBetween(1.5, 2.0);
    // noop without a server takes all the CPU there is, and the verdict may say so
    assertThat(report).isNotInvalid();
  }

  @Test
  void progressIsOnStandardErrorAlone() {
    assertThat(shared.err()).contains("0 of 3 tasks started\n");
    assertThat(shared.out()).doesNotContain("tasks started");
  }

  @Test
  void anExistingRunDirectoryIsNotTouched() throws IOException {
    Files.createDirectory(dir.resolve("mine"));
    Hbench.Result run = hbench.job("mine", "run noop");
    assertThat(run).hasExitCode(2);
    assertThat(run.err())
        .contains("--out " + dir.resolve("mine") + ": ")
        .contains("exists already; try --out ");
    assertThat(dir.resolve("mine")).isEmptyDirectory();
  }

  @Test
  void aRateIsKeptAndBothTimesAreReported() throws IOException {
    Hbench.Result run = hbench.job("paced", "run noop@2 --rate 2k --for 3s --warmup 1s");
    assertThat(run).hasExitCode(0);
    assertThat(run.out()).contains("response").contains("service").doesNotContain("scheduled");
    assertThat(hbench.run("report --details " + run.dir()).out())
        .contains("schedule:  2,000/s sent of 2,000/s scheduled; 0 requests dropped\n");

    Json report = run.report();
    assertThat(report).has("clients.tasks.0.sendDelay.count", 3_000);
    assertThat(report).operation("noop").hasCount(6_000).has("response.count", 6_000);
  }

  @Test
  void whatLateTasksMissIsScheduledAndNotDropped() throws IOException {
    Hbench.Result run = hbench.job("on-time", "run noop@2 --rate 2k --for 3s --warmup 0s");
    MergedFacts.edit(run.dir(), 1, task -> task.set("result.requests.missed", 600));
    assertThat(hbench.run("report " + run.dir()).out())
        .contains("rate:")
        .contains("2,000/s sent of 2,200/s scheduled; 0 requests dropped\n");
  }

  @Test
  void theReportHasTheRecordsOfAKilledTask() throws IOException {
    hbench.job("whole", "run noop@2 --for 4s --warmup 0s --rate 1k");
    Path copy = dir.resolve("killed");
    FileUtils.copyDirectory(dir.resolve("whole").toFile(), copy.toFile());
    for (String gone :
        List.of("part-r-00000", "timeline-r-00000", "facts-r-00000", "_SUCCESS", "report.json")) {
      Files.delete(copy.resolve(gone));
    }
    // cut in the middle of its last block, which has the totals and the final facts
    Path part = copy.resolve("tasks/part-m-00001");
    byte[] bytes = Files.readAllBytes(part);
    Files.write(part, java.util.Arrays.copyOf(bytes, bytes.length - 20));

    Hbench.Result report = hbench.run("report " + copy);
    assertThat(report).hasExitCode(1);
    assertThat(report.out())
        .contains("verdict: invalid")
        .contains("tasks-missing: 1 of 2 tasks completed; not completed: task 1 on ");
    assertThat(Json.read(copy.resolve("report.json")))
        .operation("noop")
        .count("count")
        .isBetween(3_000L, 4_000L);
  }

  @Test
  void lateTasksAreNamedInTheVerdict() throws IOException {
    Path copy = dir.resolve("late");
    FileUtils.copyDirectory(dir.resolve("shared").toFile(), copy.toFile());
    assertThat(MergedFacts.read(copy, 2)).has("start.lateMs", 0);
    MergedFacts.edit(copy, 2, task -> task.set("start.lateMs", 12_300.0));

    assertThat(hbench.run("report " + copy).out())
        .contains(
            "tasks-late: 1 of 3 tasks reached the start barrier after the start, up to 12.3 s late:"
                + " task 2 on ");
  }

  @Test
  void pausesAreHeldAgainstAP99OnlyWhereThereIsOne() throws IOException {
    Histogram pauses = new Histogram(3);
    pauses.recordValueWithCount(50_000_000, 1_000);
    for (String ops : List.of("50", "500")) {
      String name = "paused-" + ops;
      Hbench.Result run = hbench.job(name, "run noop@1 --rate 1k --warmup 0s --ops " + ops);
      MergedFacts.edit(
          run.dir(), 0, task -> task.set("result.client.hiccups", LatencyRecord.toText(pauses)));
      String report = hbench.run("report " + run.dir()).out();
      assertThat(report.contains("client-hiccups")).isEqualTo(ops.equals("500"));
      assertThat(report).doesNotContain("Infinity");
    }
  }
}
