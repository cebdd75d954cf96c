package io.hbench.suite.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.cli.NightlySuites;
import io.hbench.doc.TextRenderer;
import io.hbench.export.SuiteJunit;
import io.hbench.figure.Margins;
import io.hbench.kit.Json;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord;
import io.hbench.trend.Night;
import io.hbench.trend.TrendReader;
import io.hbench.view.SummaryView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The screen at the end of suites as large as job-conf/nightly.yaml. */
class SummaryTest {
  private static final int MAX_LINES = 24;
  private static final int MAX_COLUMNS = 100;

  private static final int USUAL = 12;

  @TempDir static Path shared;
  @TempDir static Path dir;
  private static NightlySuites nights;
  private final Configuration conf = new Configuration(false);

  @BeforeAll
  static void usualNights() throws IOException {
    NightlySuites.prepare(shared);
    nights = new NightlySuites(shared, dir);
    for (int night = 0; night < USUAL; night++) {
      nights.add(Map.of());
    }
  }

  @AfterEach
  void backToThem() throws IOException {
    nights.backTo(USUAL);
  }

  @Test
  void aUsualNightSaysSoInOneLine() throws IOException {
    nights.add(Map.of());
    String screen = screen();
    assertThat(screen)
        .startsWith("hbench nightly 2026-01-13: no regression\nverdict: no regression\n")
        .containsPattern("\nruns: +12\njudged: +\\d+ figures\n")
        .containsPattern("\nnoise: +nights of \\S+ vary by \\d\\.\\d % in ops/s, .* in p99 \\(13 ")
        .doesNotContain("likely side")
        .doesNotContain("hadoop jar", "\nstep ");
    assertThat(TextRenderer.whole(SummaryView.of(summary())))
        .containsPattern("\nRuns\n-+\nstep +repeat +verdict +directory\n");
  }

  @Test
  void aSlowStepIsNamedWithItsChangeAndWhatToTypeNext() throws IOException {
    nights.add(Map.of("read", 1.5));
    String screen = screen();
    assertThat(screen)
        .containsPattern(
            "^hbench nightly 2026-01-13: regression in read p\\S+ \\(\\+\\d\\d %\\) and ")
        .containsPattern("\nstep +figure +before +tonight +change +since +sure\n")
        .containsPattern(
            "\nread +p99 +2.\\d\\d ms to 3.\\d\\d ms +4.\\d\\d ms .* tonight +p < 0.01\n")
        .containsPattern("\nlikely side: +unknown: neither the clients' reports nor ")
        .containsPattern("\nnoise: +nights of read vary by ")
        .contains("\n  hadoop jar hbench.jar report " + dir + "/night-12/read/1\n")
        .contains("\n  hadoop jar hbench.jar accept " + dir + " --because '…'\n");
  }

  @Test
  void anotherVersionIsNamed() throws IOException {
    nights.update("2.6.2");
    nights.add(Map.of());
    assertThat(screen()).contains("\nchanged:  HBase 2.6.2, before 2.6.1\n");
  }

  @Test
  void anotherSettingOfTheServersIsNamed() throws IOException {
    nights.handle("60");
    nights.add(Map.of());
    assertThat(screen()).contains("\nchanged:  handlers 60, before 30 (1 of 1 server)\n");
  }

  @Test
  void settingsAreComparedInTheStepsOfWhichBothNightsKnowThem() throws IOException {
    nights.add(Map.of());
    edit("load", report -> report.set("setups.servers.0.values", Map.of("heap", "2147483648")));
    edit("read", report -> report.set("setups.servers.0.values", Map.of("heap", "1073741824")));
    nights.add(Map.of("read", 1.5));
    edit("load", report -> report.remove("setups"));
    edit("read", report -> report.set("setups.servers.0.values", Map.of("heap", "1073741824")));
    assertThat(screen()).contains("regression in read").doesNotContain("changed:");
  }

  @Test
  void setupsFromBeforeARunAreOfTheServersOfThatTime() throws IOException {
    nights.handle("60");
    nights.add(Map.of());
    for (String step : List.of("load", "read", "mixed", "scan", "most", "verify")) {
      edit(
          step,
          report ->
              report
                  .set("servers.after", Json.parse(report.at("servers.before").toString()))
                  .set("servers.after.regionServers", Map.of()));
    }
    assertThat(screen()).contains("\nchanged:  handlers 60, before 30 (1 of 1 server)\n");
  }

  /** Edits the reports of a step in the last night. */
  private static void edit(String step, Consumer<Json> change) throws IOException {
    try (Stream<Path> files = Files.walk(dir.resolve(nights.last()).resolve(step))) {
      for (Path file : files.filter(f -> f.endsWith("report.json")).toList()) {
        Json.edit(file, change);
      }
    }
  }

  @Test
  void aNightInWhichEverythingIsWrongFitsOnAScreen() throws IOException {
    nights.fail("verify", "the job was killed: " + "x".repeat(200));
    nights.fail("most", "the job failed\u001b[2K\nwith two lines");
    nights.add(
        Map.of("load", 2.0, "read", 1.5, "mixed", 1.5, "scan", 1.5, "most", 1.5, "verify", 3.0));
    assertThat(screen())
        .containsPattern("^hbench nightly 2026-01-13: \\S+ failed; regression in ")
        .contains("\nverdict: failed\n")
        .contains("the job failed?[2K?with two lines")
        .containsPattern("\nload +p\\S+ .*\n(read|scan|most|mixed) ") // all steps
        .containsPattern("^.* and \\d+ more figures\n")
        .contains("\n  hadoop jar hbench.jar suite --resume " + dir + "/night-12\n");
    assertThat(TextRenderer.whole(SummaryView.of(summary())))
        .containsPattern(
            "\nChanges\n-+\nstep .* sure +judgement\n(.*\n){5,}?mixed .* regression\n");
  }

  @Test
  void aSearchWithoutARateHasMissedItsObjectives() throws IOException {
    nights.miss("most");
    nights.add(Map.of());
    assertThat(screen())
        .startsWith("hbench nightly 2026-01-13: objective missed in most\n")
        .contains("\n  most: objective missed: no rate meets the objectives\n");
    Json.edit(
        dir.resolve("night-12/suite.json"),
        suite ->
            suite.list("runs").stream()
                .filter(run -> run.text("step").equals("most"))
                .forEach(run -> run.set("exitCode", 1)));
    assertThat(screen())
        .startsWith("hbench nightly 2026-01-13: most is invalid\n")
        .contains(
            "\n  most: invalid: no sustainable rate found, and its limit is the clients or unknown\n");
  }

  /** It was said to have missed its objectives, as any search without a report of its own. */
  @Test
  void aStrictSearchWithADegradedStepIsDegraded() throws IOException {
    nights.miss("most");
    nights.add(Map.of());
    Json.edit(
        dir.resolve("night-12/suite.json"),
        suite ->
            suite.list("runs").stream()
                .filter(run -> run.text("step").equals("most"))
                .forEach(run -> run.set("exitCode", 4).set("verdict", "degraded")));
    assertThat(screen())
        .startsWith("hbench nightly 2026-01-13: most is degraded\n")
        .contains("\n  most: degraded, with --strict\n");
  }

  @Test
  void aRegressionThatLastsHasItsFirstDay() throws IOException {
    for (int night = 0; night < 4; night++) {
      nights.add(Map.of("read", 1.5));
    }
    assertThat(screen())
        .containsPattern("\nread +p99 .* 2026-01-13, 4 nights +p < 0.0001\n")
        .contains("in read");
  }

  @Test
  void stepsAndJudgedFiguresAreTestCases() throws IOException {
    nights.fail("verify", "the job was killed");
    nights.add(Map.of("read", 1.5));
    String junit = SuiteJunit.of(summary(), "");
    assertThat(junit)
        .contains("classname=\"hbench.nightly\" name=\"load\"")
        .contains("<error type=\"failed\" message=\"failed: the job was killed\">")
        .contains("classname=\"hbench.nightly.read\" name=\"p99\"")
        .containsPattern(
            "<failure type=\"regression\" message=\"4.\\d\\d ms, before 2.\\d\\d ms to ");
    assertThat(junit.split("<testcase", -1)).hasSizeGreaterThan(6 + 20);
  }

  private String screen() throws IOException {
    String screen = TextRenderer.summary(SummaryView.of(summary()));
    List<String> lines = screen.lines().toList();
    assertThat(lines).as(screen).hasSizeLessThanOrEqualTo(MAX_LINES);
    assertThat(lines)
        .filteredOn(line -> !line.startsWith("  hadoop jar "))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(MAX_COLUMNS));
    return screen;
  }

  private Summary summary() throws IOException {
    RunDirectory suite =
        new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.toString(), nights.last()));
    SuiteRecord record = SuiteRecord.read(suite).orElseThrow();
    Night night =
        new Night(
            TrendReader.read(conf, suite.path().getParent(), Margins.USUAL, null), nights.last());
    SuiteJudgement judgement = SuiteJudgement.of(night, suite, record, conf);
    assertThat(judgement.isRegression()).isEqualTo(night.isRegression());
    return Summary.of("2026-01-13", suite, record, record.runs().size(), judgement);
  }
}
