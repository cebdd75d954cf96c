package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveComparisonTest {
  private static final String RUN =
      "compare --live run %s@2 --threads 2 --warmup 400ms --interval 100ms --for %s"
          .formatted(BatchTimeOperation.class.getName(), "%s");
  private static final String OPERATION = BatchTimeOperation.class.getName();

  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbench() {
    hbench = new Hbench(dir);
  }

  @Test
  void aSideThatIsTenPercentSlowerIsARegression() {
    Hbench.Result live = hbench.job("slower", RUN.formatted("4s") + " --batch 1,2 --quiet");
    assertThat(live).hasExitCode(6);
    assertThat(live.out())
        .startsWith(
            "hbench comparison of run " + OPERATION + "@2 on table hbench\nverdict: regression\n")
        .contains("  different: --batch: baseline 1, candidate 2\n")
        .contains("\npairs:      20 of intervals of 0.1 s\n")
        .containsPattern(OPERATION + " +ops/s .* regression\n")
        .containsPattern(OPERATION + " +p50 +[\\d.]+ ms +[\\d.]+ ms +\\+\\d.* regression\n")
        .containsPattern(
            "\ndetails: +hbench compare .*/slower --details, or compare.html in it\n$");
    Json comparison = live.json("compare.json");
    assertThat(comparison).has("verdict", "regression").has("sets.0.live.pairs", 20);
    assertThat(comparison.at("sets.0.operations.0.figures.1"))
        .has("figure", "p50")
        .has("verdict", "regression");
    assertThat(comparison.at("sets.0.operations.0.figures.1").number("change"))
        .isBetween(0.05, 0.15);

    // the directory is that of an ordinary run, and tells the comparison again
    Json report = live.report();
    assertThat(report.at("operations.0")).has("operation", OPERATION + ".baseline");
    assertThat(report.at("operations.1")).has("operation", OPERATION + ".candidate");
    double both =
        report.at("operations.0").number("opsPerSecond")
            + report.at("operations.1").number("opsPerSecond");
    assertThat(report.at("total").number("opsPerSecond")).isBetween(0.49 * both, 0.51 * both);
    assertThat(report.at("verdict").toString()).doesNotContain("counts-differ");
    Hbench.Result again = hbench.run("compare " + live.dir());
    assertThat(again).hasExitCode(6);
    assertThat(again.out()).startsWith(live.out().substring(0, live.out().indexOf("details:")));
    assertThat(hbench.run("compare " + live.dir() + " --details").out())
        .containsPattern("\nlive: +both sides in one run, pairs of intervals in random order");
    assertThat(hbench.run("report " + live.dir()).out()).contains(OPERATION + ".candidate");
  }

  @Test
  void equalSidesAreNoRegression() {
    Hbench.Result live =
        hbench.job("equal", RUN.formatted("2s") + " --batch 1 --candidate batch=1 --margin 10%");
    assertThat(live).hasExitCode(0);
    assertThat(live.out()).doesNotContain("  regression\n", "different:");
  }

  /** The first one was left out. */
  @Test
  void allSettingsOfTheCandidateCount() {
    Hbench.Result live =
        hbench.job(
            "two", RUN.formatted("2s") + " --batch 1 --candidate batch=2 --candidate threads=1");
    assertThat(live.out())
        .contains(
            "  different: --batch: baseline 1, candidate 2", "--threads: baseline 2, candidate 1");
    assertThat(hbench.run("help compare").out()).contains("  --candidate ");
  }

  @Test
  void aShortRunSaysWhichLengthHasEnoughPairs() {
    Hbench.Result live = hbench.job("few", RUN.formatted("1s") + " --batch 1,2 --quiet");
    assertThat(live.out())
        .containsPattern(
            "\npairs: +5 of intervals of 0.1 s, which are few: a figure needs an effective sample"
                + " size of 10;\\s+try --for 8s\n");
  }

  @Test
  void theSidesShareARateAndItsIntendedTimes() {
    Hbench.Result live =
        hbench.job("rate", RUN.formatted("2s") + " --batch 1,2 --rate 200 --format json --quiet");
    Json comparison = Json.parse(live.out());
    assertThat(comparison.at("sets.0.operations.0")).has("time", "response");
    assertThat(live.report()).has("timeline.intervalSeconds", 0.1);
    Json report = live.report();
    assertThat(report.at("pace").number("scheduledPerSecond")).isBetween(190.0, 210.0);
    assertThat(report.at("operations.0").number("opsPerSecond")).isBetween(180.0, 220.0);
  }

  @Test
  void requestsThatTakeLongerThanTheGuardAreNoted() {
    Hbench.Result live =
        hbench.job(
            "short",
            RUN.formatted("1s").replace("100ms", "20ms") + " --batch 1 --candidate batch=2");
    assertThat(live.out())
        .containsPattern(
            OPERATION + " p99 is longer than 0.002 s: requests of one side are in\\s+flight")
        .contains("; make the intervals longer, such as 0.2 s\n")
        .doesNotContain("which are few");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run noop --for 4s                    | compare --live: no setting has two values, one of each side; try compare --live run
          run noop --table a,b,c               | --table a,b,c: 3 values, and compare --live has two sides; try --table a,b
          run noop --rate 5k --value-size 1,2  | --value-size 1,2: both sides of compare --live share it; try
          load --table a,b                     | compare --live load: not followed by run; try compare --live run get@4
          run noop --table a,b --for 3s        | --for 3s: not a whole number of pairs of intervals of 1s; try --for 4s
          run noop --table a,b --candidate table=c | --candidate table=c: --table has a value of the candidate, too; try compare --live run
          run noop --table a,a                 | --table a,a: has a twice
          """)
  void wrongWordsHaveOneLine(String words, String message) {
    Hbench.Result live = hbench.run("compare --live " + words);
    assertThat(live).hasExitCode(2);
    assertThat(live.err()).startsWith("hbench: " + message);
    assertThat(live.err().lines()).hasSize(1);
  }

  @Test
  void aSingleDirectoryThatIsNoLiveComparisonIsRefused() {
    Hbench.Result run = hbench.job("run noop --ops 500");
    Hbench.Result compare = hbench.run("compare " + run.dir());
    assertThat(compare).hasExitCode(2);
    assertThat(compare.err()).contains("not a live comparison, so it needs a second directory");
  }
}
