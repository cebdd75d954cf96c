package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.compare.SyntheticSearch;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs beyond the knee, without a cluster. */
class StagesRunTest {
  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  @Test
  void aRunBeyondTheKneeHasAStageForEachRate() throws IOException {
    Hbench.Result run =
        hbench.job(
            "beyond",
            "run "
                + SaturatingOperation.class.getName()
                + "@2 --threads 16 --rate 50%,200%,50% --percent-of 1200 --catchup none"
                + " --latency-threshold 200ms --for 3s --interval 200ms --warmup 500ms --quiet");
    assertThat(run).hasExitCode(0);
    List<Json> stages = run.report().list("stages.list");
    assertThat(stages).hasSize(3);
    assertThat(run.report()).has("stages.ofPerSecond", 1_200).has("settings.percent-of", "1200");
    assertThat(stages.get(0)).number("goodputPerSecond").isCloseTo(600, within(90.0));
    assertThat(stages.get(1)).number("offeredPerSecond").isEqualTo(2_400);
    assertThat(stages.get(1))
        .number("goodputPerSecond")
        .isCloseTo(SaturatingOperation.CAPACITY, within(0.25 * SaturatingOperation.CAPACITY));
    assertThat(stages.get(1)).number("goodputShare").isCloseTo(0.5, within(0.14));
    assertThat(stages.get(2)).number("hysteresis").isCloseTo(1, within(0.2));
    assertThat(run.out()).contains("\nstage ", "\n200 % ");
    assertThat(Files.readString(dir.resolve("beyond/report.html")))
        .contains("Stages of the rate", "Time to drain");
  }

  @Test
  void percentAreOfTheRateThatASearchHasFound() {
    assertThat(
            hbench.job(
                "found",
                "findmax noop@1 --threads 1 --start-rate 500 --step-time 300ms --warmup 0s"
                    + " --max-steps 1 --objective 'p90 < 250ms' --quiet"))
        .hasExitCode(0);
    Hbench.Result run =
        hbench.job(
            "ladder",
            "run noop@1 --threads 1 --rate 50%%..120%% --percent-of %s --for 1400ms --interval 100ms --warmup 0s --quiet"
                .formatted(dir.resolve("found")));
    assertThat(run).hasExitCode(0);
    assertThat(run.report())
        .has("settings.percent-of", "500")
        .has("settings.latency-threshold", "250ms")
        .has("stages.goodputLimitUs", 250_000);
    assertThat(run.report().list("stages.list").stream().map(s -> s.number("offeredPerSecond")))
        .containsExactly(250.0, 400.0, 500.0, 600.0, 500.0, 400.0, 250.0);

    Hbench.Result csv = hbench.run("report " + run.dir() + " --format csv-stages");
    assertThat(csv.out().lines()).hasSize(8).first().asString().contains(",goodputPerSecond,");
    Path prom = dir.resolve("stages.prom");
    assertThat(hbench.run("report %s --prometheus %s".formatted(run.dir(), prom))).hasExitCode(0);
    assertThat(prom)
        .content()
        .contains(
            "hbench_stage_drain_seconds{stage=\"7\"}",
            "hbench_stage_hysteresis_ratio{stage=\"7\"}");
  }

  @Test
  void aSearchThatHasNotComeToItsEndIsNoWhole() throws IOException {
    Path search = dir.resolve("killed");
    SyntheticSearch.write(search, 8_000.0, null);
    Json.edit(search.resolve("job.json"), job -> job.set("status.state", "RUNNING"));
    Hbench.Result run = hbench.run("run noop@1 --for 1s --rate 80% --percent-of " + search);
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).contains(": has not come to its end: its job may still be running; try ");
  }

  @Test
  void eachRunOfALadderTakesItsRateAndLimitFromASearch() throws IOException {
    Path search = dir.resolve("before");
    SyntheticSearch.write(search, 8_000.0, 8_200.0);
    Hbench.Result run =
        hbench.job(
            "threads",
            "run noop@1 --threads 1,2 --for 300ms --warmup 0s --quiet --rate 80%% --percent-of %s"
                .formatted(search));
    assertThat(run).hasExitCode(0);
    Json last = Json.read(dir.resolve("threads/threads=2/report.json"));
    assertThat(last).has("settings.percent-of", "8000").has("settings.latency-threshold", "20ms");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rate 80%..200%         | --rate 80%..200%: in percent of an unknown rate; try --rate"
            + " 80%..200% --percent-of hbench/20260131-101500-findmax",
        "--rate 5k --percent-of 12k       | --percent-of 12k: needs a rate in percent; try --rate 80%..200% --percent-of"
            + " 12k",
        "--rate 80% --percent-of /missing | --percent-of /missing: not the directory of a findmax; try --percent-of"
            + " hbench/20260131-101500-findmax, or --percent-of 12k",
        "--rate 200%..80% --percent-of 5k | --rate 200%..80%: not a rate in requests per second, a ramp"
            + " 1k..50k, or steps 10k,20k,40k or 80%,120%; try --rate 5k",
      })
  void whatIsMissingIsNamed(String flags, String message) {
    Hbench.Result run = hbench.run("run noop@1 --for 5s " + flags);
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).contains(message);
  }
}
