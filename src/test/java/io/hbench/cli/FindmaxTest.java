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

/** The whole program: one job, its steps, and what it finds. */
class FindmaxTest {
  private static final String FAILING =
      "findmax "
          + FailingOperation.class.getName()
          + "@1 --threads 1 --start-rate 500 --warmup 0s --quiet";

  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  @Test
  void theCapacityOfAServerIsFoundWithinThreePercentInLessThanFifteenSteps() throws IOException {
    Hbench.Result result =
        hbench.job(
            "known",
            "findmax "
                + SaturatingOperation.class.getName()
                + "@2 --client async --in-flight 64 --objective 'p90 < 50ms'"
                + " --start-rate 300 --step-time 2s --warmup 300ms");
    assertThat(result).hasExitCode(0);
    Json found = result.json("findmax.json");
    assertThat(found).as(result.out()).has("result.limit", "servers");
    assertThat(found)
        .number("result.rate")
        .as(result.out())
        .isCloseTo(SaturatingOperation.CAPACITY, within(0.03 * SaturatingOperation.CAPACITY));
    assertThat(found.list("steps").size()).as(result.out()).isLessThan(15);

    // what a backlog says of the capacity agrees with it
    for (Json step : found.list("steps")) {
      if (step.number("rate") > 1.2 * SaturatingOperation.CAPACITY) {
        assertThat(step)
            .number("achieved")
            .as(result.out())
            .isCloseTo(SaturatingOperation.CAPACITY, within(0.05 * SaturatingOperation.CAPACITY));
      }
    }

    // each step is a run, and the job's directory is reported as what it is
    Hbench.Result step = hbench.run("report " + dir.resolve("known/steps/001"));
    assertThat(step).hasExitCode(0);
    assertThat(step.out())
        .containsPattern("(?m)^objective +result +value")
        .containsPattern("\np90 < 50ms +met ");
    assertThat(hbench.run("report " + dir.resolve("known")).out())
        .isEqualTo(result.out())
        .containsPattern(
            "\nverdict: met, highest sustainable rate [\\d,.]+/s, lowest failing rate ")
        .containsPattern("\nlimit: +(most likely )?the servers at ");
    assertThat(hbench.run("report --details " + dir.resolve("known")).out())
        .isEqualTo(Files.readString(dir.resolve("known/findmax.txt")))
        .contains("Over limit: share of requests");
    assertThat(dir.resolve("known/steps/001/_start")).doesNotExist();
    assertThat(dir.resolve("known/steps/001/junit.xml")).doesNotExist();
  }

  @Test
  void ifEvenTheLowestRateMissesTheObjectiveTheExitCodeIsThree() throws IOException {
    Hbench.Result result =
        hbench.job(
            "hopeless",
            "findmax noop@1 --objective 'max < 0us' --start-rate 500"
                + " --step-time 300ms --warmup 0s --quiet");
    assertThat(result).hasExitCode(3);
    assertThat(result.err()).isEmpty();
    // on a busy machine the clients may be named as the reason
    assertThat(result.out()).contains("no rate met the objectives");
    assertThat(result.json("findmax.json")).has("result.rate", null);
  }

  /** A cluster that answers with errors only gets no higher rate. */
  @Test
  void aSearchInWhichMostRequestsFailIsEndedUnasked() {
    Hbench.Result result = hbench.job("failing", FAILING + " --step-time 20s");
    assertThat(result).hasExitCode(1);
    assertThat(result.err()).containsPattern("requests failed: more than --abort-above 50%");
    assertThat(dir.resolve("failing/steps/002")).doesNotExist();
  }

  /** More failures than make a run invalid, and fewer than end a search, are a missed rate. */
  @Test
  void aStepOfWhichAThirdFailsIsMissed() throws IOException {
    Hbench.Result result =
        hbench.job(
            "ill", FAILING.replace("@1", ":3,noop:7@1") + " --objective 'p99 < 1s' --step-time 2s");
    assertThat(result).hasExitCode(3);
    assertThat(result.json("findmax.json").list("steps"))
        .allSatisfy(step -> assertThat(step).has("judgement", "missed"));
  }

  @Test
  void aSearchWithoutAValidStepEndsAtItsFirstRate() throws IOException {
    Hbench.Result result = hbench.job("invalid", FAILING + " --abort-above 100% --step-time 1s");
    assertThat(result).hasExitCode(1);
    assertThat(result.out())
        .contains("verdict: invalid, no rate was found")
        .contains("unknown, no valid step at 500/s: run invalid: nothing-measured");
    assertThat(result.json("findmax.json").list("steps"))
        .hasSize(3)
        .allSatisfy(step -> assertThat(step).has("rate", 500).has("judgement", "invalid"));
  }

  @Test
  void theResultIsConfirmedByALongerStepThatIsARunLikeTheOthers() throws IOException {
    Hbench.Result result =
        hbench.job(
            "confirmed",
            "findmax noop@1 --threads 1 --start-rate 100 --step-time 300ms --warmup 0s --quiet"
                + " --confirm 1500ms -D hbench.max.rate=200 --objective 'p90 < 1s'");
    assertThat(result).hasExitCode(0);
    Json found = result.json("findmax.json");
    assertThat(found).has("result.rate", 200).has("result.confirmed", true);
    List<Json> steps = found.list("steps");
    Json last = steps.get(steps.size() - 1);
    assertThat(last).has("confirmation", true).has("rate", 200);
    assertThat(steps.get(0)).has("confirmation", false);
    Path confirmation = dir.resolve("confirmed/" + found.text("result.step"));
    assertThat(Files.readString(confirmation.resolve("plan.xml")))
        .contains("<name>hbench.for</name><value>1500ms</value>")
        .contains("<name>hbench.confirm</name><value>0s</value>");
    Hbench.Result report = hbench.run("report " + confirmation + " --format json");
    assertThat(report).hasExitCode(0);
    assertThat(Json.parse(report.out()))
        .has("window.seconds", 1.5)
        .has("timeline.intervalSeconds", 0.015);
  }

  @Test
  void theReportOfASearchThatWasKilledSaysSo() throws IOException {
    Path search = dir.resolve("killed");
    SyntheticSearch.write(search, 8_000.0, null);
    assertThat(hbench.run("report " + search).err()).isEmpty();
    Json.edit(search.resolve("job.json"), job -> job.set("status.state", "RUNNING"));
    Hbench.Result report = hbench.run("report " + search);
    assertThat(report).hasExitCode(1);
    assertThat(report.out()).contains("highest sustainable rate 8,000/s");
    assertThat(report.err())
        .isEqualTo(
            "hbench: the search has not come to its end: its rates are those of its steps so far\n");
  }

  @Test
  void aSearchHasStepsToJudgeAndToFindARate() {
    assertThat(hbench.job("few", "findmax noop@1 --interval 5s")).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("--interval 5s: a step of 20s has fewer than 10", "; try --interval 1s");
    assertThat(hbench.job("few", "findmax noop@1 --max-steps 10 --confirm 5m")).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("--max-steps 10: 10 of them are for --confirm, and none is left to find a rate");
  }

  @Test
  void aConfirmationIsNoShorterThanAStep() {
    assertThat(hbench.job("short", "findmax noop@1 --confirm 5s")).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("--confirm 5s: shorter than --step-time 20s; try --confirm 5m")
        .hasLineCount(1);
  }

  @Test
  void aFlagOverridesTheConfirmationOfASuite() throws IOException {
    Path file = dir.resolve("s.yaml");
    Files.writeString(
        file,
        """
        name: nightly
        settings: {tasks: 1, threads: 1, warmup: 0s}
        steps:
          - {name: most, command: findmax noop --start-rate 100 --max-steps 1 --confirm 5m}
          - {name: some, command: run noop --rate 100 --for 100ms}
        """);
    String words = "suite " + file + " --quiet --step-time 300ms --confirm 0s";
    assertThat(hbench.job("suite", words)).hasExitCode(0);
    assertThat(Files.readString(dir.resolve("suite/most/plan.xml")))
        .contains("<name>hbench.confirm</name><value>0s</value>");
  }

  @Test
  void inASuiteItIsARowLikeAnyOther() throws IOException {
    Path file = dir.resolve("s.yaml");
    Files.writeString(
        file,
        """
        name: nightly
        settings: {tasks: 1, threads: 1, warmup: 0s, for: 300ms}
        columns: [ops/s, p99]
        steps:
          - {name: all, command: findmax noop --start-rate 1k --step-time 300ms --max-steps 2}
          - {name: some, command: run noop --rate 1k}
        """);
    Hbench.Result result = hbench.job("suite", "suite " + file + " --quiet");
    assertThat(result).hasExitCode(0);
    assertThat(result.json("suite.json")).hasSize("runs", 2);
    assertThat(result.out()).contains("all").contains("some");
    assertThat(dir.resolve("suite/all/findmax.html")).exists();
    assertThat(Files.readString(dir.resolve("suite/suite.html")))
        .contains("\"./all/findmax.html\"", "\"./some/report.html\"");
  }
}
