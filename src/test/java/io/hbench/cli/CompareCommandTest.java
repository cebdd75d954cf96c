package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.SyntheticRuns;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.rundir.Noise;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.ServerFacts.RegionServer;
import io.hbench.rundir.Setup;
import io.hbench.rundir.SetupItem;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  private static final SyntheticRuns USUAL =
      new SyntheticRuns(2, 40, 50, 500_000, 0.01, 0.01, 0.05, 0.3, 1, Map.of(), null);

  @TempDir Path dir;
  private long seed;

  @Test
  void aRegressionHasExitCode6AndNamesTheFigures() throws IOException {
    Hbench.Result compare = compareThree(USUAL, USUAL.slower(1.3));
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out())
        .startsWith("hbench comparison of run get@2 on table hbench\nverdict: regression\n")
        .containsPattern(
            "^.*\n.*\n  \\d regressions: get ops/s -2\\d\\.\\d %, p50 \\+\\d\\d\\.\\d %, ")
        .containsPattern("\nget +ops/s +[\\d.]+/s +[\\d.]+/s +-2\\d\\.\\d % .*  regression\n")
        .containsPattern("\nget +p50 +\\d+ µs +\\d+ µs +\\+\\d\\d\\.\\d % .*  regression\n")
        .contains(
            "\nbaseline:   3 runs, ", "judged by:  service times; margin 5 %; confidence 98 %")
        .doesNotContain("variance between runs not known", "Terms");
    assertThat(compare("before", "after", "--details").out())
        .startsWith(compare.out().substring(0, compare.out().indexOf("details:")))
        .containsPattern("\nequivalent: +the interval lies within ±5 % \\(--margin\\)\n");
    assertThat(compare("after", "before")).hasExitCode(0);
  }

  @Test
  void timeoutsOfTheSlowestRequestsAreARegressionAndNoBetterPercentile() throws IOException {
    Hbench.Result compare = compareThree(USUAL, USUAL.timingOut(0.04));
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out())
        .containsPattern(
            "\nget +errors +0 % +[34]\\.\\d % +\\+[34]\\.\\d\\d points .* regression\n")
        .containsPattern("\nget +p99 +[\\d.]+ ms +- +- +- +inconclusive\n")
        .containsPattern(
            "; p99: half or more of the requests above\\s+the percentile failed in 3 of the runs\n")
        .contains("margin 5 %, of shares 0.1 points")
        .doesNotContain("improvement\n");
    assertThat(compare("before", "after", "--details").out())
        .containsPattern("\nget +p99 .* inconclusive +half or more of the requests above the perc")
        .containsPattern("the margin is 0.1 points\\s+\\(--errors-margin\\)");
    assertThat(compare("before", "after", "--errors-margin", "10%").out())
        .doesNotContainPattern("errors .* regression\n");
  }

  @Test
  void anOperationThatFailsCompletelyIsARegression() throws IOException {
    Hbench.Result compare = compareThree(USUAL, USUAL.timingOut(1));
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out())
        .containsPattern("\nget +errors +0 % +100 % +\\+100.00 points .* regression\n")
        .containsPattern("; ops/s: no request succeeded in 3 of the\\s+runs\n");
  }

  @Test
  void anOperationThatNoLongerFailsIsAnImprovement() throws IOException {
    Hbench.Result compare = compareThree(USUAL.timingOut(1), USUAL);
    assertThat(compare).hasExitCode(0);
    assertThat(compare.out())
        .containsPattern("\nget +errors +100 % +0 % +-100.00 points .* improvement\n");
  }

  @Test
  void oneFailedRequestOfTwoShortRunsIsNoRegression() throws IOException {
    SyntheticRuns brief = new SyntheticRuns(1, 1, 500, 500_000, 0, 0, 0, 0, 1, Map.of(), null);
    brief.write(dir.resolve("a"), 1);
    brief.timingOut(0.002).write(dir.resolve("b"), 1);
    Hbench.Result compare = compare("a", "b");
    assertThat(compare).hasExitCode(0);
    assertThat(compare.out()).containsPattern("\nget +errors .* points +inconclusive\n");
  }

  @Test
  void requestsThatFailInBothAlikeAreNoRegression() throws IOException {
    Hbench.Result compare = compareThree(USUAL.timingOut(0.04), USUAL.timingOut(0.04));
    assertThat(compare).hasExitCode(0);
    assertThat(compare.out())
        .containsPattern("\nget +errors .* points +inconclusive\n")
        .containsPattern(
            "; p99: half or more of the requests\\s+above the percentile failed in 6 of the runs\n");
  }

  @Test
  void aComparisonOfTwoRunsNotesTheUnknownVarianceBetweenRuns() throws IOException {
    USUAL.write(dir.resolve("a"), 1);
    Hbench.Result compare = compare("a", "a");
    assertThat(compare).hasExitCode(0);
    assertThat(compare.out())
        .doesNotContain("  regression\n", "  improvement\n")
        .contains("\ncaution:    variance between runs not known: fewer than 4 runs; ");
  }

  @Test
  void jsonHoldsTheWholeComparisonAndOutWritesIt() throws IOException {
    USUAL.write(dir.resolve("a"), 1);
    USUAL.slower(2).write(dir.resolve("b"), 2);
    Path file = dir.resolve("compare.json");
    Hbench.Result compare =
        compare("a", "b", "--format", "json", "--margin", "2%", "--out", file.toString());
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out()).isEqualTo(Files.readString(file));
    Json json = Json.parse(compare.out());
    assertThat(json)
        .has("schema", "hbench.compare/2")
        .has("margin", 0.02)
        .has("verdict", "regression");
    Json get = json.at("sets.0.operations.0");
    assertThat(get).has("time", "service").has("figures.1.figure", "p50");
    assertThat(get.list("baselineCurve")).hasSizeGreaterThan(20);
    assertThat(get.list("candidateCurve")).hasSizeGreaterThan(20);
    Json p50 = get.at("figures.1");
    assertThat(p50.number("candidate") / p50.number("baseline")).isBetween(1.8, 2.2);

    Hbench.Result page = compare("a", "b", "--html", file.toString());
    assertThat(page).hasExitCode(2);
    assertThat(page.err()).contains("--html " + file + ": exists, and is not a file of hbench");
    assertThat(compare.out()).isEqualTo(Files.readString(file));
  }

  /** They were files of the default file system, and refused if they existed. */
  @Test
  void filesOfThisMachineTakeThePlaceOfOlderOnes() throws IOException {
    USUAL.write(dir.resolve("a"), 1);
    USUAL.slower(2).write(dir.resolve("b"), 2);
    Path page = dir.resolve("new.html");
    Path json = dir.resolve("new.json");
    String words =
        "compare file:DIR/a file:DIR/%s --out DIR/new.json --html DIR/new.html"
            .replace("DIR", dir.toString());
    String elsewhere = " -D fs.defaultFS=viewfs://elsewhere/";
    assertThat(new Hbench(dir).run(words.formatted("a") + elsewhere)).hasExitCode(0);
    assertThat(json).content().doesNotContain("\"verdict\": \"regression\"");
    String alike = Files.readString(page);
    assertThat(new Hbench(dir).run(words.formatted("b") + elsewhere)).hasExitCode(6);
    assertThat(json).content().contains("\"verdict\": \"regression\"");
    assertThat(page).content().startsWith("<!doctype html>").isNotEqualTo(alike);
  }

  @Test
  void runsOfDifferentIdentityAreRefusedWithAList() throws IOException {
    USUAL.write(dir.resolve("a"), 1);
    USUAL.with(Settings.THREADS, "16").write(dir.resolve("b"), 1);
    Hbench.Result refused = compare("a", "b");
    assertThat(refused).hasExitCode(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .isEqualTo(
            """
            hbench: compare: the loads of the runs differ; try --different-ok to compare them nevertheless
              --threads: baseline none, candidate 16
            """);
    Hbench.Result compared = compare("a", "b", "--different-ok");
    assertThat(compared).hasExitCode(0);
    assertThat(compared.out()).contains("  different: --threads: baseline none, candidate 16\n");
  }

  @Test
  void anUpgradeIsComparedAndItsDifferencesAreListed() throws IOException {
    write("before", USUAL.with(servers("2.6.1", 4)), 3);
    write("after", USUAL.slower(1.3).with(servers("3.0.0", 8)), 3);
    Hbench.Result compare = compare("before", "after");
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out())
        .contains("  different: HBase: baseline 2.6.1, candidate 3.0.0\n")
        .contains("  different: regions: baseline 4, candidate 8\n");
    assertThat(Json.parse(compare("before", "after", "--format", "json").out()))
        .has("differences.0.what", "HBase")
        .has("differences.0.load", false);
  }

  @Test
  void otherSettingsOfServersAreNamedAndEqualOrUnknownOnesAreNot() throws IOException {
    for (String name : List.of("usual", "equal", "more", "mixed", "shifted", "unknown")) {
      write(name, USUAL.with(servers("2.6.1", 4)), 1);
    }
    setup("usual", "30", "30");
    setup("equal", "30", "30");
    setup("more", "60", "60");
    setup("mixed", "30", "60");
    setup("shifted", "60", "30", "60");
    assertThat(compare("usual", "equal").out()).doesNotContain("different:");
    assertThat(compare("usual", "unknown").out()).doesNotContain("different:");
    assertThat(compare("usual", "more").out())
        .contains(
            "  different: handlers: baseline 30 (2 of 3 servers), candidate 60 (2 of 3 servers)\n");
    assertThat(compare("usual", "mixed").out())
        .contains("handlers: baseline 30 (2 of 3 servers), candidate 30 on 1, 60 on 1 (2 of 3");
    assertThat(compare("mixed", "shifted").out())
        .as("the same values, and each number of servers with them")
        .doesNotContain("different:");
  }

  @Test
  void aReportWithASetupThatLacksAPartIsDamaged() throws IOException {
    write("run", USUAL.with(servers("2.6.1", 4)), 1);
    for (String setup :
        List.of(
            "null",
            "{'values': {}}",
            "{'names': [null], 'values': {}}",
            "{'names': ['rs1:16020']}",
            "{'names': ['rs1:16020'], 'values': {'JDK': null}}")) {
      Json.edit(
          dir.resolve("run/0/report.json"),
          report -> report.set("setups.servers", Json.parse("[" + setup.replace('\'', '"') + "]")));
      Hbench.Result compare = compare("run", "run");
      assertThat(compare).as(setup).hasExitCode(2);
      assertThat(compare.err()).as(setup).contains("run/0/report.json is damaged: ");
    }
  }

  /** The third server's pages are closed. */
  private void setup(String name, String... handlers) throws IOException {
    Map<String, Map<String, String>> servers = new HashMap<>();
    servers.put("rs2:16020", Map.of());
    for (int i = 0; i < handlers.length; i++) {
      servers.put("rs" + i + ":16020", Map.of(SetupItem.HANDLERS.key(), handlers[i]));
    }
    Json.edit(
        dir.resolve(name).resolve("0/report.json"),
        report -> report.set("setups.servers", Setup.grouped(servers)));
  }

  private static ServerFacts servers(String version, int regions) {
    Map<String, RegionServer> all = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      all.put("rs" + i + ":16020", new RegionServer(1, 1, 0, 0, null, null, null, null));
    }
    return new ServerFacts(version, regions, 0, 0, 0, 0, 0, null, all, List.of());
  }

  @Test
  void twoRunsOfTwoTasksSayHowManyRunsWouldDecide() throws IOException {
    SyntheticRuns few =
        new SyntheticRuns(2, 25, 200, 500_000, 0, 0.005, 0.03, 0.3, 1, Map.of(), null);
    few.write(dir.resolve("a"), 1);
    few.write(dir.resolve("b"), 2);
    Hbench.Result compare = compare("a", "b", "--margin", "2%");
    assertThat(compare).hasExitCode(0);
    assertThat(compare.out())
        .containsPattern(
            "\npower: +\\d+ runs of each side, .* each, would decide \\d of \\d inconclusive figures");
    assertThat(compare("a", "b", "--margin", "2%", "--details").out())
        .containsPattern("\nmore runs decide: +get ops/s, get p50")
        .containsPattern("\nprobability: +80 % if runs vary no more than they do within; more runs")
        .containsPattern("\n  hadoop jar hbench.jar run get@2 .*--for \\d+s .*--repeat \\d+\n");
    Json json = Json.parse(compare("a", "b", "--margin", "2%", "--format", "json").out());
    Json power = json.at("sets.0.power");
    assertThat(power).has("power", 0.8).has("runVarianceKnown", false);
    assertThat(power.list("decides")).isNotEmpty();
    Json throughput = json.at("sets.0.operations.0.figures.0");
    assertThat(throughput.number("high") - throughput.number("low")).isLessThan(0.2);
  }

  /** Before, two tasks of which one is slower in both runs made intervals of -55 to +126 %. */
  @Test
  void twoSingleRunsThatHardlyDifferHaveANarrowIntervalAndTheCommandThatDecides()
      throws IOException {
    SyntheticRuns few =
        new SyntheticRuns(2, 25, 200, 500_000, 0, 0.005, 0.03, 0.6, 1, Map.of(), null)
            .shaped(0.4, 0);
    few.write(dir.resolve("a"), 1);
    few.slower(1.01).write(dir.resolve("b"), 2);
    Json throughput =
        Json.parse(compare("a", "b", "--format", "json").out()).at("sets.0.operations.0.figures.0");
    assertThat(throughput.number("change")).isBetween(-0.009, -0.003);
    assertThat(throughput.number("low")).isBetween(-0.12, -0.06);
    assertThat(throughput.number("high")).isBetween(0.06, 0.12);
    assertThat(compare("a", "b", "--details").out())
        .containsPattern("\n  hadoop jar hbench.jar run get@2 .*--for 250s .*--repeat \\d+\n");
  }

  @Test
  void repeatsSayHowMuchRunsOfThisLoadDiffer() throws IOException {
    for (String side : new String[] {"before", "after"}) {
      for (int i = 0; i < 3; i++) {
        USUAL.slower(1 + 0.02 * (i - 1)).write(dir.resolve(side + "/" + i), 1);
      }
    }
    Hbench.Result compare = compare("before", "after", "--details");
    assertThat(compare.out())
        .containsPattern(
            "\nnoise: +runs of this load vary by (2.\\d|1.[5-9]) % in ops/s, (2.\\d|1.[5-9]) % in"
                + " p99 \\(6 runs\\)\n")
        .containsPattern("two of them\\s+differ by less than 2.8 times of it");
    USUAL.write(dir.resolve("a"), 1);
    assertThat(compare("a", "a").out()).doesNotContain("noise:");
  }

  @Test
  void aSingleRunOfASuiteSaysHowMuchItsNightsDiffer() throws IOException {
    USUAL.write(dir.resolve("a"), 1);
    USUAL.write(dir.resolve("b"), 2);
    Noise noise =
        new Noise(Noise.Of.NIGHTS, 20, List.of(new Noise.Figure("get", "p99", "us", 0.031)));
    Json.edit(
        dir.resolve("a/report.json"),
        report -> report.set("noise", Json.parse(RunDirectory.toJson(noise))));
    Path page = dir.resolve("compare.html");
    assertThat(compare("a", "b", "--html", page.toString()).out())
        .contains("\nnoise:      nights of this load vary by 3.1 % in p99 (20 nights)\n");
    assertThat(Files.readString(page)).contains("nights of this load vary by 3.1 % in p99");
  }

  @Test
  void rowsPerSecondOfLoadsAreCompared() throws IOException {
    SyntheticRuns load = USUAL.with(Settings.COMMAND, "load");
    Hbench.Result compare = compareThree(load, load.slower(1.3));
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out()).containsPattern("\nget +rows/s +[\\d.,]+/s .* regression\n");
    assertThat(compareThree(USUAL, USUAL).out()).doesNotContain("rows/s");
  }

  @Test
  void anInvalidRunIsNotCompared() throws IOException {
    USUAL.write(dir.resolve("a"), 1);
    USUAL.write(dir.resolve("b"), 2);
    damage("b");
    Hbench.Result compare = compare("a", "b", "--different-ok");
    assertThat(compare).hasExitCode(2);
    assertThat(compare.err()).contains("no runs to compare").contains("/b is invalid: ");
  }

  @Test
  void invalidRepeatsAreExcludedAndListed() throws IOException {
    write("before", USUAL, 3);
    write("after", USUAL, 3);
    damage("after/1");
    Hbench.Result compare = compare("before", "after");
    assertThat(compare).hasExitCode(0);
    assertThat(compare.out())
        .contains("candidate:  2 runs, ")
        .containsPattern("excluded: .*/1 is invalid");
  }

  @Test
  void stepsOfSuitesArePairedByName() throws IOException {
    for (String suite : new String[] {"monday", "tuesday"}) {
      write(suite + "/read", suite.equals("monday") ? USUAL : USUAL.slower(1.5), 2);
      write(suite + "/mixed", USUAL, 2);
      Files.writeString(
          dir.resolve(suite).resolve("suite.json"),
          """
          {"schema": "hbench.suite/3", "name": "nightly", "version": "0.2.0", "flags": {},
           "columns": [], "rows": [], "runs": [%s, %s, %s, %s, %s]}
          """
              .formatted(
                  run("read", 0),
                  run("read", 1),
                  run("mixed", 0),
                  run("mixed", 1),
                  run("read", 7).replace("\"counted\": true", "\"counted\": false")));
    }
    Hbench.Result compare = compare("monday", "tuesday");
    assertThat(compare).hasExitCode(6);
    assertThat(compare.out())
        .startsWith("hbench comparison of read, mixed\nverdict: regression\n")
        .containsPattern("\n  \\d regressions: read get ops/s -3\\d.\\d %, p50 ")
        .containsPattern("\nread +get +ops/s .* regression\n")
        .contains("\nbaseline:   4 runs, ");
    assertThat(compare("monday", "tuesday", "--details").out())
        .containsPattern("\nread\n----\nload: +run get@2 on table hbench\n")
        .containsPattern("\nmixed\n-----\nload: +run get@2 on table hbench\n");
  }

  @Test
  void badArgumentsAreReportedInOneLine() {
    assertThat(new Hbench(dir).run("compare a b c").err())
        .isEqualTo(
            "hbench: compare: 3 directories, not 2; try compare hbench/before" + " hbench/after\n");
    assertThat(new Hbench(dir).run("compare " + dir.resolve("a")).err())
        .endsWith("/a: does not exist; try compare hbench/before hbench/after\n");
    assertThat(compare("a", "b").err()).contains("/a: does not exist");
    assertThat(compare("a", "b", "--margin", "5").err())
        .isEqualTo("hbench: --margin 5: not a share from 0% to 100%; try --margin 5%\n");
  }

  /** Makes a run incomplete: one task has no result, and there is no report yet. */
  private void damage(String run) throws IOException {
    Files.delete(dir.resolve(run).resolve("tasks/facts-m-00001.json"));
    Files.delete(dir.resolve(run).resolve("report.json"));
  }

  /** Three runs of each kind, {@code before} and {@code after}. */
  private Hbench.Result compareThree(SyntheticRuns before, SyntheticRuns after) throws IOException {
    write("before", before, 3);
    write("after", after, 3);
    return compare("before", "after");
  }

  private static String run(String step, int repeat) {
    return """
    {"step": "%s", "ladder": {}, "repeat": %d, "counted": true, "directory": "%s/%d",
     "verdict": "valid", "figures": {}}
    """
        .formatted(step, repeat, step, repeat);
  }

  private void write(String name, SyntheticRuns kind, int runs) throws IOException {
    for (int i = 0; i < runs; i++) {
      kind.write(dir.resolve(name).resolve(Integer.toString(i)), seed++);
    }
  }

  private Hbench.Result compare(String baseline, String candidate, String... flags) {
    return new Hbench(dir)
        .run(
            "compare %s %s %s"
                .formatted(dir.resolve(baseline), dir.resolve(candidate), String.join(" ", flags)));
  }
}
