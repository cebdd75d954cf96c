package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.html.PageRenderer;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.LocalJobs;
import io.hbench.suite.SuiteExecution;
import io.hbench.suite.SuiteRecord;
import io.hbench.trend.level.LevelSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** {@code trend} over directories of runs. */
class TrendCommandTest extends NightsFixture {
  @Test
  void aRegressionIsNamedAndHasExitCode6() throws IOException {
    years(20, 10);
    Hbench.Result result = trend();
    assertThat(result).hasExitCode(6);
    assertThat(result.out())
        .startsWith(
            "hbench trend of file:" + dir + "\nverdict: regression\n  since 2026-01-21: get p50 ")
        .contains(", and 2 more figures\n", "\nfirst run:  night-20\n")
        .containsPattern(
            "\nget p99 +1.00 ms +1.20 ms +\\+20.0 % +regression +2026-01-21 +[▁-█]{24}\n")
        .containsPattern("\nget ops/s .* +10,100/s .* steady ")
        .contains("\nruns:       30, 2026-01-01 to 2026-01-30\n")
        .contains("\nto accept:  accept file:" + dir + " --because 'new disks'\n")
        .endsWith("details:    hbench trend … --details, or --html FILE, a page\n")
        .doesNotContain("errors");
    assertThat(result.out().lines().mapToInt(String::length).max().orElse(0))
        .isLessThanOrEqualTo(100);
  }

  @Test
  void tooFewRunsAreInconclusiveAndNotWithoutARegression() throws IOException {
    years(LevelSeries.MIN_NIGHTS - 1, 0);
    assertThat(trend()).hasExitCode(0);
    assertThat(trend().out())
        .contains("\nverdict: inconclusive\n")
        .contains("\ninconclusive:  changes are looked for from 8 runs of a kind on\n")
        .doesNotContain("no regression");
    years(LevelSeries.MIN_NIGHTS, 0);
    assertThat(trend().out()).contains("\nverdict: no regression, ").doesNotContain("looked for");
  }

  @Test
  void theDetailsHaveAllFiguresChangesAndMeasurements() throws IOException {
    years(20, 10);
    assertThat(trend("--details").out())
        .contains("\nrun get@1\n---------\non table hbench, 30 measurements\n")
        .containsPattern("\nget +ops/s +10,100/s .* as usual +[▃▄▅▆]{30}  steady\n")
        .containsPattern("\nget +p99 .* [▁▂▃]{20}[▅▆▇█]{10}  regression\n")
        .containsPattern(
            "\n2026-01-21 +get +p99 +regression +night-20 +1.00 ms +1.20 ms +\\+20.0 % +0.00\\d\\d\n")
        .containsPattern("\n2026-01-30T02:00:00Z +night-29 ");
  }

  @Test
  void twoFilesOfOneNameAreRefusedBeforeOneIsWritten() throws IOException {
    years(3, 0);
    java.nio.file.Path file = dir.resolve("both");
    assertThat(trend("--csv", file.toString(), "--html", file.toString())).hasExitCode(2);
    assertThat(file).doesNotExist();
  }

  @Test
  void acceptedChangesImprovementsAndSmallChangesAreNoRegression() throws IOException {
    years(20, 10);
    Hbench.Result accepted = trend("--since", "2026-01-22");
    assertThat(accepted).hasExitCode(0);
    assertThat(accepted.out())
        .containsPattern("accepted +2026-01-21 ")
        .contains("\nverdict: no regression, ");
    assertThat(trend("--since", "2026-01-21T00:00:00Z")).hasExitCode(6);
    assertThat(trend("--margin", "30%")).hasExitCode(0);
    for (int night = 30; night < 40; night++) {
      nights.add("night-" + night, night, 10_000, wiggle(night, 900));
    }
    assertThat(trend()).hasExitCode(0);
    assertThat(trend().out()).containsPattern("improvement +2026-01-31 ");
  }

  @Test
  void whatIsAcceptedStaysSoAndTheReasonIsShown() throws IOException {
    years(20, 10);
    assertThat(hbench.run("accept " + dir + " --because yesterday --before 2026-01-20"))
        .hasExitCode(0);
    assertThat(trend()).as("before the regression").hasExitCode(6);
    assertThat(
            Hbench.run(LocalJobs.conf(shared), "accept", dir.toString(), "--because", "new disks"))
        .hasExitCode(0);
    Hbench.Result accepted = trend();
    assertThat(accepted).hasExitCode(0);
    assertThat(accepted.out())
        .doesNotContain("yesterday")
        .containsPattern("\naccepted:  up to \\d{4}-\\d\\d-\\d\\d: new disks \\(\\S+\\)\n")
        .containsPattern("accepted +2026-01-21 ");
    assertThat(trend("--details").out()).contains("up to 2026-01-19: yesterday (");
    Path page = dir.resolve("trend.html");
    assertThat(trend("--html", page.toString())).hasExitCode(0);
    assertThat(page).content().contains("new disks");
  }

  /** The day was named, though what is seen on it is not accepted. */
  @Test
  void whatIsAcceptedBeforeADayIsAcceptedUpToTheDayBefore() throws IOException {
    years(6, 0);
    assertThat(hbench.run("accept " + dir + " --because disks --before 2026-01-05")).hasExitCode(0);
    assertThat(trend().out()).containsPattern("\naccepted: +up to 2026-01-04: disks \\(");
  }

  @Test
  void aDamagedFileOfAcceptedChangesIsReportedAndStays() throws IOException {
    years(8, 0);
    Path file = dir.resolve("accepted.json");
    for (String damaged :
        List.of("", "null", "{\"schema\": ", "{\"schema\": \"hbench.accepted/1\"}")) {
      Files.writeString(file, damaged);
      assertThat(hbench.run("accept " + dir + " --because x")).hasExitCode(1);
      Hbench.Result trend = trend();
      assertThat(trend).hasExitCode(1);
      assertThat(trend.err().lines()).hasSize(1);
      assertThat(trend.err()).contains("accepted.json");
      assertThat(file).hasContent(damaged);
    }
  }

  @Test
  void runsWithOtherSettingsFormAnotherGroup() throws IOException {
    for (int night = 0; night < 16; night++) {
      boolean more = night >= 8;
      nights.add(
          "night-" + night,
          night,
          10_000,
          wiggle(night, more ? 2000 : 1000),
          Map.of("threads", more ? "16" : "4", "seed", "" + night, "out", "x" + night),
          "valid");
    }
    nights.add("alone", 16, 10_000, 1000, Map.of("threads", "99"), "valid");
    Hbench.Result result = trend("--details");
    assertThat(result).hasExitCode(0);
    assertThat(result.out())
        .contains("\nrun get@1 --threads 4\n", "\nrun get@1 --threads 16\n")
        .contains("\non table hbench, 8 measurements\n")
        .contains("\nNot enough measurements\n")
        .containsPattern("\nrun get@1 --threads 99 +alone +1 +8\n");
  }

  /** The night after somebody tidied the command had no history. */
  @Test
  void theSameLoadInAnotherNotationIsTheSameHistory() throws IOException {
    for (int night = 0; night < 16; night++) {
      boolean tidied = night >= 8;
      Map<String, String> settings =
          Map.of(
              "rows",
              tidied ? "10M" : "10000000",
              "assignments",
              tidied ? "get:95,put:5" : "put:1,get:19");
      nights.add(
          "night-" + night, night, 10_000, wiggle(night, tidied ? 2000 : 1000), settings, "valid");
    }
    assertThat(trend()).hasExitCode(6);
    assertThat(firstGroup().list("measurements")).hasSize(16);
  }

  @Test
  void invalidRunsAreExcludedAndDegradedRunsAreCounted() throws IOException {
    years(10, 0);
    nights.add("bad-1", 10, 10, 99_999, Map.of(), "invalid");
    nights.add("so-so", 11, 10_000, 1000, Map.of(), "degraded");
    Hbench.Result result = trend("--details");
    assertThat(result.out())
        .contains("runs:     11, 2026-01-01 to 2026-01-12; excluded: 1 invalid\n")
        .contains(", 11 measurements, 1 of them degraded\n");
    assertThat(firstGroup().at("measurements.10")).has("verdict", "degraded").has("run", "so-so");
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
    Hbench.Result result = trend();
    assertThat(result).hasExitCode(0);
    assertThat(result.out()).containsPattern("runs: +10, ");
    assertThat(result.err().lines())
        .hasSize(4)
        .anyMatch(
            line ->
                line.matches(
                    "hbench: trend: suite: suite.json is damaged: it is not complete;"
                        + " all its runs are counted"))
        .anyMatch(line -> line.startsWith("hbench: trend: broken: "))
        .contains("hbench: trend: hollow: report.json is not complete")
        .anyMatch(line -> line.matches("hbench: trend: under-way: .* has no job.json"));
  }

  @Test
  void aRunWithoutAReportIsReadFromItsFiles() throws IOException {
    FileUtils.copyDirectory(real.real().toFile(), dir.resolve("a").toFile());
    FileUtils.copyDirectory(real.real().toFile(), dir.resolve("b").toFile());
    Files.delete(dir.resolve("b/report.json"));
    Hbench.Result result = trend("--format", "json");
    assertThat(result).hasExitCode(0);
    Json points = firstGroup().at("series.0.points");
    assertThat(points).hasSize("", 2).has("0.value", points.number("1.value"));
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
                  step,
                  Map.of(),
                  repeat,
                  repeat > 1,
                  name,
                  0,
                  night == 3 && repeat == 3 ? "hook failed" : null,
                  true,
                  "valid",
                  Map.of(),
                  false,
                  false,
                  false));
        }
      }
      suite("night-" + night, false, runs);
    }
    Hbench.Result result = trend("--details");
    assertThat(result).hasExitCode(0);
    assertThat(result.out())
        .containsPattern(
            "runs: +30, 2026-01-01 to 2026-01-08; excluded: 18 not counted by their suite\n")
        .contains("\nnightly read\n", "\nnightly again\n")
        .contains("\nrun get@1 on table hbench, 8 measurements\n");
    Json group = firstGroup();
    assertThat(group)
        .has("measurements.0.repeats", 2)
        .has("series.0.figure", "ops/s")
        .text("measurements.0.run")
        .matches("night-0/(read|again)");
    assertThat(group).number("series.0.points.0.value").isCloseTo(2500, within(1e-6));
  }

  @Test
  void attemptsThatTheirSuiteHasNotRecordedAreNotCounted() throws IOException {
    for (String attempt : List.of("read", "read-2", "read-3")) {
      nights.add("tonight/" + attempt, 0, 1_000, 100);
    }
    suite("tonight", false, List.of(read("read-2")));
    assertThat(trend().out()).contains("excluded: 2 not counted by their suite\n");
  }

  @Test
  void aStepWithANumberIsNoAttemptOfAnotherStep() throws IOException {
    nights.add("tonight/read-10", 0, 1_000, 100);
    nights.add("tonight/read-100", 0, 1_000, 100); // not recorded yet
    suite("tonight", false, List.of(run("read-10", "read-10")));
    assertThat(trend().out()).doesNotContain("not counted");
  }

  /** Nobody has seen it: it was accepted for good. */
  @Test
  void whatARunningSuiteMeasuresIsNotAccepted() throws IOException {
    years(6, 0);
    nights.add("tonight/read/1", 300, 1_000, 100);
    suite("tonight", true, List.of(read("read/1")));
    Hbench.Result accepted =
        Hbench.run(new Configuration(), "accept", dir.toString(), "--because", "new disks");
    assertThat(accepted).hasExitCode(0);
    assertThat(accepted.err())
        .isEqualTo("hbench: not accepted: what a suite measures that has not ended\n");
    assertThat(accepted.out()).startsWith("accepted: what was seen before 2026-10-28T");
  }

  @Test
  void theFileForOtavaHasALineForEachMeasurement() throws IOException {
    years(6, 0);
    Path csv = dir.resolve("trend.csv");
    assertThat(trend("--csv", csv.toString())).hasExitCode(0);
    assertThat(trend("--csv", csv.toString())).as("replaced").hasExitCode(0);
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(7);
    assertThat(lines.get(0))
        .isEqualTo(
            "time,branch,run,repeats,version,verdict,get.ops/s,get.p50,get.p99,get.p99.9,get.errors,get.dropped,table.unavailable");
    assertThat(lines.get(1))
        .matches(
            "2026-01-01T02:00:00Z,run"
                + " get@1,night-0,1,[^,]+,valid,9\\d{3}\\.\\d+,3\\d\\d\\.\\d+,9\\d\\d\\.\\d+,1\\d{3}\\.\\d+,0\\.0+,0\\.0+,0\\.0+");
    Path mine = dir.resolve("mine.csv");
    Files.writeString(mine, "a,b\n");
    Hbench.Result refused = trend("--csv", mine.toString());
    assertThat(refused).hasExitCode(2);
    assertThat(refused.err()).contains("--csv " + mine + ": exists, and is not a file of hbench");
    assertThat(mine).hasContent("a,b");
  }

  @Test
  void thePageReplacesATrendPageAndNoOtherFile() throws IOException {
    years(8, 0);
    Path page = dir.resolve("trend.html");
    assertThat(trend("--html", page.toString())).hasExitCode(0);
    assertThat(trend("--html", page.toString())).as("replaced").hasExitCode(0);
    assertThat(page).content().contains("<title>", "no regression", "get p99.9");
    Path mine = dir.resolve("mine.html");
    String report = PageRenderer.start("report") + "</head>";
    Files.writeString(mine, report);
    Hbench.Result refused =
        trend("--html", mine.toString(), "--csv", dir.resolve("new.csv").toString());
    assertThat(refused).hasExitCode(2);
    assertThat(refused.err()).contains("--html " + mine + ": exists, and is not a file of hbench");
    assertThat(mine).hasContent(report);
    assertThat(dir.resolve("new.csv")).as("nothing is written, then").doesNotExist();
  }

  @Test
  void badArgumentsAreReportedInOneLineEach() throws IOException {
    Files.createDirectories(dir.resolve("empty"));
    Map.of(
            "accept",
            "accept: no directory; try accept nightly",
            "trend",
            "trend: no directory; try trend hbench",
            "trend a b",
            "trend b: a second directory",
            "trend " + dir + "/none",
            "does not exist",
            "accept " + dir,
            "--because: no reason; try accept nightly --because 'new disks'",
            "accept " + dir + "/empty --because x",
            "/empty: no runs below it; try accept nightly",
            "accept " + dir + " --because x --before 2999-12-31",
            "--before 2999-12-31: not in the past; try --before 2026-01-31",
            "trend " + dir + "/empty",
            ": no runs below it",
            "trend " + dir + " --since yesterday",
            "--since yesterday: not a day or an instant",
            "trend " + dir + " --margin 5",
            "--margin 5: not a share from 0% to 100%")
        .forEach(
            (words, message) -> {
              Hbench.Result result = hbench.run(words);
              assertThat(result).as(words).hasExitCode(2);
              assertThat(result.err().lines()).hasSize(1);
              assertThat(result.err()).contains(message);
            });
  }

  @Test
  void hundredsOfRunsTakeSeconds() throws IOException {
    years(200, 200);
    Assertions.assertTimeout(Duration.ofSeconds(100), () -> trend());
  }

  private static SuiteRecord.Run read(String directory) {
    return run("read", directory);
  }

  private static SuiteRecord.Run run(String step, String directory) {
    return new SuiteRecord.Run(
        step, Map.of(), 1, true, directory, 0, null, true, "valid", Map.of(), false, false, false);
  }

  private void suite(String directory, boolean running, List<SuiteRecord.Run> runs)
      throws IOException {
    SuiteRecord suite =
        new SuiteRecord(
            SuiteRecord.SCHEMA, "nightly", "0", running, Map.of(), List.of(), runs, List.of());
    Files.writeString(
        dir.resolve(directory).resolve(SuiteExecution.RECORD),
        io.hbench.rundir.RunDirectory.toJson(suite));
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

  private Hbench.Result trend(String... words) {
    return hbench.run("trend %s %s".formatted(dir, String.join(" ", words)));
  }

  private Json firstGroup() {
    Json trend = Json.parse(trend("--format", "json").out());
    assertThat(trend).has("schema", "hbench.trend/2");
    return trend.at("groups.0");
  }
}
