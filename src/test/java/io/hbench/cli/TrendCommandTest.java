package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.html.Page;
import io.hbench.kit.LocalJobs;
import io.hbench.suite.SuiteExecution;
import io.hbench.suite.SuiteRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code trend} over directories of runs. */
class TrendCommandTest {
  @TempDir static Path shared;
  @TempDir Path dir;
  private static Nights real;
  private Nights nights;

  @BeforeAll
  static void runOnce() {
    real = Nights.of(conf(), shared.resolve("real"));
  }

  @BeforeEach
  void runInADirectoryOfItsOwn() {
    nights = real.in(dir);
  }

  @Test
  void aRegressionIsNamedAndHasExitCode6() throws IOException {
    years(20, 10);
    TestMain.Result result = trend();
    assertThat(result.exitCode()).as(result.err()).isEqualTo(6);
    assertThat(result.out())
        .startsWith("hbench trend of file:" + dir + ": changes of 5 % or more\n")
        .contains("runs: 30, 2026-01-01 to 2026-01-30\n")
        .contains("\nrun get@1 on table hbench, 30 measurements\n")
        .containsPattern("get +ops/s +10,100 +[▃▄▅▆]{30}  steady\n")
        .containsPattern("get +p99 +1,2\\d\\d µs +[▁▂▃]{20}[▅▆▇█]{10}  worse since 2026-01-21\n")
        .containsPattern(
            "2026-01-21  get p99: 1,00\\d µs → 1,20\\d µs \\(\\+20.0 %\\), worse, p < 0.0001, from night-20 on\n")
        .contains("\nverdict: worse\n  get p50 of run get@1\n  get p99 of run get@1\n")
        .endsWith("to accept that: --since 2026-01-22\n")
        .doesNotContain("errors");
    assertThat(result.out().lines().mapToInt(String::length).max().orElse(0))
        .isLessThanOrEqualTo(110);
  }

  @Test
  void acceptedChangesImprovementsAndSmallChangesAreNoRegression() throws IOException {
    years(20, 10);
    TestMain.Result accepted = trend("--since", "2026-01-22");
    assertThat(accepted.exitCode()).isZero();
    assertThat(accepted.out())
        .contains("accepted since 2026-01-21")
        .endsWith("verdict: not worse\n");
    assertThat(trend("--since", "2026-01-21T00:00:00Z").exitCode()).isEqualTo(6);
    assertThat(trend("--margin", "30%").exitCode()).isZero();
    for (int night = 30; night < 40; night++) {
      nights.add("night-" + night, night, 10_000, wiggle(night, 900));
    }
    assertThat(trend().exitCode()).isZero();
    assertThat(trend().out()).contains("better since 2026-01-31");
  }

  @Test
  void runsWithOtherSettingsFormAnotherGroup() throws IOException {
    for (int night = 0; night < 12; night++) {
      boolean more = night >= 6;
      nights.add(
          "night-" + night,
          night,
          10_000,
          wiggle(night, more ? 2000 : 1000),
          Map.of("threads", more ? "16" : "4", "seed", "" + night, "out", "x" + night),
          "valid");
    }
    nights.add("alone", 12, 10_000, 1000, Map.of("threads", "99"), "valid");
    TestMain.Result result = trend();
    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .contains("\nrun get@1 --threads 4 on table hbench, 6 measurements\n")
        .contains("\nrun get@1 --threads 16 on table hbench, 6 measurements\n")
        .contains("\nnot enough measurements, change detection needs at least 6:\n")
        .contains("\n  run get@1 --threads 99: 1, last run alone\n");
  }

  @Test
  void invalidRunsAreExcludedAndDegradedRunsAreCounted() throws IOException {
    years(10, 0);
    nights.add("bad-1", 10, 10, 99_999, Map.of(), "invalid");
    nights.add("so-so", 11, 10_000, 1000, Map.of(), "degraded");
    TestMain.Result result = trend();
    assertThat(result.out())
        .contains("runs: 11, 2026-01-01 to 2026-01-12; left out: 1 invalid\n")
        .contains(", 11 nights, 1 of them degraded\n");
    JsonObject night = firstGroup().getAsJsonArray("nights").get(10).getAsJsonObject();
    assertThat(night.get("verdict").getAsString()).isEqualTo("degraded");
    assertThat(night.get("run").getAsString()).isEqualTo("so-so");
  }

  @Test
  void otherFilesAreIgnoredAndUnreadableRunsGetAWarningEach() throws IOException {
    years(10, 0);
    Files.writeString(dir.resolve("notes.txt"), "of mine");
    Files.createDirectories(dir.resolve("empty/_logs"));
    Files.createDirectories(dir.resolve("broken"));
    Files.writeString(dir.resolve("broken/report.json"), "{\"schema\": ");
    Files.createDirectories(dir.resolve("hollow"));
    Files.writeString(dir.resolve("hollow/report.json"), "{\"schema\": \"hbench.report/2\"}");
    Files.createDirectories(dir.resolve("suite"));
    Files.writeString(dir.resolve("suite/suite.json"), "{}");
    Files.createDirectories(dir.resolve("under-way"));
    Files.copy(real.real().resolve("plan.xml"), dir.resolve("under-way/plan.xml"));
    TestMain.Result result = trend();
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("runs: 10, ");
    assertThat(result.err().lines())
        .hasSize(4)
        .contains("hbench: trend: suite: suite.json is not complete; all its runs are counted")
        .anyMatch(line -> line.startsWith("hbench: trend: broken: "))
        .contains("hbench: trend: hollow: report.json is not complete")
        .anyMatch(line -> line.matches("hbench: trend: under-way: .* has no job.json"));
  }

  @Test
  void aRunWithoutAReportIsReadFromItsFiles() throws IOException {
    FileUtils.copyDirectory(real.real().toFile(), dir.resolve("a").toFile());
    FileUtils.copyDirectory(real.real().toFile(), dir.resolve("b").toFile());
    Files.delete(dir.resolve("b/report.json"));
    TestMain.Result result = trend("--format", "json");
    assertThat(result.exitCode()).as(result.err()).isZero();
    JsonArray points =
        firstGroup().getAsJsonArray("series").get(0).getAsJsonObject().getAsJsonArray("points");
    assertThat(points).hasSize(2);
    assertThat(points.get(0).getAsJsonObject().get("value"))
        .isEqualTo(points.get(1).getAsJsonObject().get("value"));
    assertThat(dir.resolve("b/report.json")).doesNotExist();
  }

  @Test
  void theCountedRepeatsOfASuiteAreOneMeasurement() throws IOException {
    for (int night = 0; night < 8; night++) {
      List<SuiteRecord.Run> runs = new ArrayList<>();
      for (int repeat = 1; repeat <= 3; repeat++) {
        for (String step : List.of("read", "again")) {
          String name = step + "/" + repeat;
          nights.add("night-" + night + "/" + name, night, 1000 * repeat, 100);
          runs.add(
              new SuiteRecord.Run(
                  step, Map.of(), repeat, repeat > 1, name, 0, null, true, "valid", Map.of()));
        }
      }
      SuiteRecord suite =
          new SuiteRecord(SuiteRecord.SCHEMA, "nightly", "0", Map.of(), List.of(), runs, List.of());
      Files.writeString(
          dir.resolve("night-" + night).resolve(SuiteExecution.RECORD),
          io.hbench.rundir.RunDirectory.toJson(suite));
    }
    TestMain.Result result = trend();
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("runs: 32, 2026-01-01 to 2026-01-08; left out: 16 that suites don't count\n")
        .contains("\nnightly read: run get@1 on table hbench, 8 nights\n")
        .contains("\nnightly again: run get@1 on table hbench, 8 nights\n");
    JsonObject group = firstGroup();
    JsonObject first = group.getAsJsonArray("nights").get(0).getAsJsonObject();
    assertThat(first.get("repeats").getAsInt()).isEqualTo(2);
    assertThat(first.get("run").getAsString()).matches("night-0/(read|again)");
    JsonObject throughput = group.getAsJsonArray("series").get(0).getAsJsonObject();
    assertThat(throughput.get("figure").getAsString()).isEqualTo("ops/s");
    assertThat(
            throughput.getAsJsonArray("points").get(0).getAsJsonObject().get("value").getAsDouble())
        .isCloseTo(2500, within(1e-6));
  }

  @Test
  void theFileForOtavaHasALineForEachMeasurement() throws IOException {
    years(6, 0);
    Path csv = dir.resolve("trend.csv");
    assertThat(trend("--csv", csv.toString()).exitCode()).isZero();
    assertThat(trend("--csv", csv.toString()).exitCode()).as("replaced").isZero();
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(7);
    assertThat(lines.get(0))
        .isEqualTo(
            "time,branch,run,repeats,version,verdict,get.ops/s,get.p50,get.p99,get.p99.9,get.errors");
    assertThat(lines.get(1))
        .matches(
            "2026-01-01T02:00:00Z,run get@1,night-0,1,[^,]+,valid,9\\d{3}\\.\\d+,3\\d\\d\\.\\d+,9\\d\\d\\.\\d+,1\\d{3}\\.\\d+,0\\.0+");
    Path mine = dir.resolve("mine.csv");
    Files.writeString(mine, "a,b\n");
    TestMain.Result refused = trend("--csv", mine.toString());
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("--csv: '" + mine + "' is there, and no trend's");
    assertThat(mine).hasContent("a,b");
  }

  @Test
  void thePageReplacesATrendPageAndNoOtherFile() throws IOException {
    years(6, 0);
    Path page = dir.resolve("trend.html");
    assertThat(trend("--html", page.toString()).exitCode()).isZero();
    assertThat(trend("--html", page.toString()).exitCode()).as("replaced").isZero();
    assertThat(page).content().contains("<title>", "not worse", "get p99.9");
    Path mine = dir.resolve("mine.html");
    String report = Page.start("report") + "</head>";
    Files.writeString(mine, report);
    TestMain.Result refused =
        trend("--html", mine.toString(), "--csv", dir.resolve("new.csv").toString());
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("--html: '" + mine + "' is there, and no trend's");
    assertThat(mine).hasContent(report);
    assertThat(dir.resolve("new.csv")).as("nothing is written, then").doesNotExist();
  }

  @Test
  void badArgumentsAreReportedInOneLineEach() throws IOException {
    Files.createDirectories(dir.resolve("empty"));
    Map.of(
            List.of("trend"), "trend: of which directory?",
            List.of("trend", "a", "b"), "trend: takes one directory, not 'b'",
            List.of("trend", dir + "/none"), "does not exist",
            List.of("trend", dir + "/empty"), "trend: there are no runs below ",
            List.of("trend", dir + "", "--since", "yesterday"),
                "--since: 'yesterday' is not a day or an instant",
            List.of("trend", dir + "", "--margin", "5"),
                "--margin: '5' is not a share from 0% to 100%")
        .forEach(
            (words, message) -> {
              TestMain.Result result = TestMain.run(conf(), words.toArray(String[]::new));
              assertThat(result.exitCode()).as(words.toString()).isEqualTo(2);
              assertThat(result.err().lines()).hasSize(1);
              assertThat(result.err()).contains(message);
            });
  }

  @Test
  void hundredsOfRunsTakeSeconds() throws IOException {
    years(200, 200);
    Assertions.assertTimeout(Duration.ofSeconds(20), () -> trend());
  }

  /** Adds nights with a p99 of one millisecond, then nights with 20 % more. */
  private void years(int before, int after) throws IOException {
    for (int night = 0; night < before + after; night++) {
      nights.add(
          "night-" + night,
          night,
          wiggle(night, 10_000),
          wiggle(night, night < before ? 1000 : 1200));
    }
  }

  /** Up to 2 % less or more. */
  private static double wiggle(int night, double value) {
    return value * (1 + 0.01 * (night * 7 % 5 - 2));
  }

  private TestMain.Result trend(String... words) {
    return TestMain.run(
        conf(),
        Stream.concat(Stream.of("trend", dir.toString()), Stream.of(words)).toArray(String[]::new));
  }

  private JsonObject firstGroup() {
    JsonObject trend = JsonParser.parseString(trend("--format", "json").out()).getAsJsonObject();
    assertThat(trend.get("schema").getAsString()).isEqualTo("hbench.trend/1");
    return trend.getAsJsonArray("groups").get(0).getAsJsonObject();
  }

  private static Configuration conf() {
    return LocalJobs.conf(shared);
  }
}
