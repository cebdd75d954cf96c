package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --like} on command lines and in suites, with an operation that needs no cluster. */
class LikeTwinTest {
  private static final String TWIN = "src/test/resources/twin.json";
  private static final String QUICK = " --tasks 1 --for 6s --warmup 0s --like " + TWIN;

  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  @Test
  void aRunHasTheRateOfTheTwinAndSaysWhatItDoes() {
    Hbench.Result run = hbench.job("run", "run noop --scale 5% --speed 2x" + QUICK);
    assertThat(run).hasExitCode(0);
    assertThat(run.report()).number("operations.0.opsPerSecond").isBetween(1_140.0, 1_160.0);
    assertThat(run.report())
        .has("settings.assignments", "noop")
        .has("settings.loader", "load --like " + TWIN + " --scale 5%");
    assertThat(run.err())
        .contains("not carried: multi-get, as it is unknown: ")
        .contains("4 regions of the twin, as: hadoop jar hbench.jar run noop --family-names f1,f2");
  }

  /** It was the twin's rate, though the page says that the command line overrides the twin. */
  @Test
  void aPropertyThatIsTypedOverridesTheTwin() {
    Hbench.Result run = hbench.job("run", "run noop -D hbench.rate=50" + QUICK);
    assertThat(run).hasExitCode(0);
    assertThat(run.report()).has("settings.rate", "50");
  }

  /** Every step by the same translation, and a flag of the suite overrides the twin. */
  @Test
  void stepsOfASuiteAndSearchesAreLikeATwin() throws IOException {
    Path twin = Files.createDirectory(dir.resolve("twin")).resolve("twin.json");
    Files.copy(Path.of(TWIN), twin);
    Path suite =
        Files.writeString(
            dir.resolve("suite.yaml"),
            """
            steps:
              - {name: as-it-is, command: run noop --like %1$s}
              - {name: half, command: run noop --like %1$s --speed 0.5x}
              - name: search
                command: findmax noop --like %1$s --step-time 2s --max-steps 2 --objective 'p99 < 9ms'
            """
                .formatted(twin.getParent()));
    Hbench.Result result =
        hbench.job("suite", "suite " + suite + " --tasks 1 --for 6s --warmup 0s --scan-rows 7");
    assertThat(result.out()).contains("as-it-is", "half");
    assertThat(rate("as-it-is")).isBetween(570.0, 580.0);
    assertThat(rate("half")).isBetween(285.0, 290.0);
    assertThat(Json.read(dir.resolve("suite/half/report.json"))).has("settings.scan-rows", "7");
    assertThat(Json.read(dir.resolve("suite/search/findmax.json")).number("steps.0.rate"))
        .isBetween(570.0, 580.0);
  }

  private double rate(String step) {
    return Json.read(dir.resolve("suite").resolve(step).resolve("report.json"))
        .number("operations.0.opsPerSecond");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load --scale 5% | --scale 5%: needs a twin; try --like twin.json --scale 5%",
        "run get --speed 2x | --speed 2x: needs a twin; try --like twin.json --speed 2x",
        "run --like TWIN --speed 2 | --speed 2: not a factor above 0; try --speed 2x",
        "run --like TWIN --speed 0x | --speed 0x: not a factor above 0; try --speed 2x",
        "run --like TWIN --speed 2x --rate 5k | --speed 2x: contradicts --rate 5k; try --like"
            + " twin.json --rate 5k",
        "findmax --like TWIN --speed 2x --start-rate 5k | --speed 2x: contradicts --start-rate 5k;"
            + " try --like twin.json --start-rate 5k",
        "load --like TWIN --scale 5% --rows 1k | --scale 5%: contradicts --rows 1k; try --like"
            + " twin.json --rows 1k",
        "load --like no.json | --like no.json: not a file; try --like twin.json",
        "load --like no | --like no/twin.json: not a file; try --like twin.json",
        "load --like src/docs/report.schema.json | --like src/docs/report.schema.json: not a file"
            + " of schema hbench.twin/1; try --like twin.json",
        "load --like TWIN --speed 2x | --speed 2x: a load has no rate; try --like twin.json",
        "verify --like TWIN | --like: no such option",
      })
  void whatCannotBeLikeATwinIsRefused(String words, String error) {
    Hbench.Result result = hbench.run(words.replace("TWIN", TWIN));
    assertThat(result).hasExitCode(2);
    assertThat(result.err()).startsWith("hbench: " + error);
  }
}
