package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs that end when their figures are precise enough, from the command line to the report. */
class PrecisionRunTest {
  private static final String RUN =
      "run "
          + ChangingOperation.class.getName()
          + "@2 --threads 2 --warmup 0s --interval 50ms --until 'throughput +- 20%, p50 +- 20%' ";

  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  @Test
  void aClosedLoopEndsWhenItsFiguresArePreciseAndItsWarmupIsCutOff() {
    endsWhenPrecise("");
  }

  @Tag("soak") // the same with more in flight
  @Test
  void anAsynchronousClosedLoopEndsWhenItsFiguresArePrecise() {
    endsWhenPrecise("--client async --threads 1 --in-flight 4");
  }

  @Test
  void aRunWithARateEndsWhenItsFiguresArePrecise() {
    endsWhenPrecise("--rate 300");
  }

  private void endsWhenPrecise(String load) {
    ChangingOperation.latency(seconds -> seconds < 1.5 ? 40 : 4);
    Hbench.Result run = hbench.job(RUN + "--for 1500ms..60s " + load);
    assertThat(run).hasExitCode(0);
    Json report = run.report();
    assertThat(report).isNotInvalid().has("window.length.outcome", "precise");
    assertThat(report).number("window.startSeconds").isBetween(1.2, 20.0);
    assertThat(report).number("window.seconds").isBetween(1.5, 30.0);
    assertThat(report.list("window.length.goals"))
        .hasSize(2)
        .allSatisfy(goal -> assertThat(goal).number("width").isBetween(0.0, 0.2));
    double perSecond = report.at("operations.0").number("opsPerSecond");
    assertThat(perSecond)
        .isBetween(
            report.number("window.length.goals.0.low"),
            report.number("window.length.goals.0.high"));
    assertThat(report.list("timeline.points"))
        .hasSizeLessThanOrEqualTo((int) Math.ceil(report.number("window.seconds") / 0.05));

    Hbench.Result again = hbench.run("report --audit " + run.dir());
    assertThat(again).hasExitCode(0);
    assertThat(again.out()).containsPattern("\nprecision: +throughput \\+- 20%: ± ");
    assertThat(hbench.run("report " + run.dir()).out()).isEqualTo(run.out());
  }

  @Test
  void aRunThatIsNeverSteadyEndsAtTheLongestTimeAndSaysSo() {
    // throughput falls along a line until the end: the trend that the test of steadiness is for
    ChangingOperation.latency(seconds -> 1_000 / Math.max(5, 110 - 12.5 * seconds));
    Hbench.Result run = hbench.job(RUN + "--for 1500ms..8s --strict");
    assertThat(run).hasExitCode(4);
    assertThat(run.report())
        .hasVerdict("degraded")
        .has("verdict.reasons.0.code", "not-steady")
        .has("window.length.to", 160);
    assertThat(run.out()).contains("not-steady: the figures were not steady within 8s");
    assertThat(hbench.run("report " + run.dir()).out()).isEqualTo(run.out());
  }

  @Test
  void aRunThatIsNotPreciseEnoughAtTheLongestTimeSaysWhatItHasReached() {
    ChangingOperation.latency(seconds -> 4 + seconds * 997 % 1);
    Hbench.Result run = hbench.job(RUN + "--until 'p99 +- 0.01%' --for 1500ms..3s");
    assertThat(run).hasExitCode(0);
    List<Json> reasons = run.report().list("verdict.reasons");
    assertThat(reasons).anySatisfy(r -> assertThat(r).has("code", "not-precise"));
    assertThat(run.out())
        .containsPattern("not-precise: after the longest time of 3s: .*p99 \\+- 0.01%: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--until 'p99 +- 2%' --for 5m | --until 'p99 +- 2%': contradicts --for 5m; try --for 30s..30m",
        "--until 'p99 +- 2%' --ops 10 | --until 'p99 +- 2%': contradicts --ops 10; try",
        "--until 'p99 < 2%' | --until 'p99 < 2%': not a list of throughput or percentiles, each with",
        "--until 'get.p99 +- 2%' | the run has no operation get; try --until 'noop.p99 +- 2%'",
        "--until 'response.p99 +- 2%' | response times need a rate; try --rate 5k",
        "--for 30m..1m | --for 30m..1m: not a length of time above 0 and up to 1000 days, a minimum",
        "--for auto --rate 1k..5k | a ramp or stages need a fixed length; try --rate 1000..5000 --for",
        "--for 1m..3m --interval 1m | --interval 1m: fewer than 21 intervals in the longest window",
        "--for auto --warmup-rows 5 | --warmup-rows 5: contradicts a window that begins when",
      })
  void whatContradictsAnEndByPrecisionIsRefused(String words, String message) {
    assertThat(hbench.job("run noop " + words)).hasExitCode(2);
    assertThat(hbench.last().err()).contains(message).hasLineCount(1);
  }
}
