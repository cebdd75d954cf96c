package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.kit.LocalJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole program: one job, its steps, and what it finds. */
class FindmaxTest {
  @TempDir Path dir;

  @Test
  void theCapacityOfAServerIsFoundWithinThreePercentInLessThanFifteenSteps() throws IOException {
    TestMain.Result result =
        hbench(
            "known",
            "findmax",
            SaturatingOperation.class.getName() + "@2",
            "--client",
            "async",
            "--in-flight",
            "256",
            "--objective",
            "p90 < 20ms",
            "--start-rate",
            "3k",
            "--step-time",
            "1500ms",
            "--warmup",
            "300ms");
    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    JsonObject found = json("known/findmax.json");
    JsonObject limit = found.getAsJsonObject("result");
    assertThat(limit.get("rate").getAsDouble())
        .as(result.out())
        .isCloseTo(SaturatingOperation.CAPACITY, within(0.03 * SaturatingOperation.CAPACITY));
    assertThat(limit.get("limit").getAsString()).as(result.out()).isEqualTo("servers");
    assertThat(found.getAsJsonArray("steps").size()).as(result.out()).isLessThan(15);

    // what a backlog says of the capacity agrees with it
    for (JsonElement step : found.getAsJsonArray("steps")) {
      JsonObject one = step.getAsJsonObject();
      if (one.get("rate").getAsDouble() > 1.2 * SaturatingOperation.CAPACITY) {
        assertThat(one.get("achieved").getAsDouble())
            .as(result.out())
            .isCloseTo(SaturatingOperation.CAPACITY, within(0.05 * SaturatingOperation.CAPACITY));
      }
    }

    // each step is a run, and the job's directory is reported as what it is
    TestMain.Result step =
        TestMain.run(conf(), "report", dir.resolve("known/steps/001").toString());
    assertThat(step.exitCode()).as(step.err()).isZero();
    assertThat(step.out()).contains("of 3,000.0 requests/s were sent").contains("objective met:");
    assertThat(TestMain.run(conf(), "report", dir.resolve("known").toString()).out())
        .isEqualTo(result.out())
        .contains("highest sustainable rate: ");
    assertThat(dir.resolve("known/steps/001/_start")).doesNotExist();
    assertThat(dir.resolve("known/steps/001/junit.xml")).doesNotExist();
  }

  @Test
  void ifEvenTheLowestRateMissesTheObjectiveTheExitCodeIsThree() throws IOException {
    TestMain.Result result =
        hbench(
            "hopeless",
            "findmax",
            "noop@1",
            "--objective",
            "max < 0us",
            "--start-rate",
            "500",
            "--step-time",
            "300ms",
            "--warmup",
            "0s",
            "--quiet");
    assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(3);
    assertThat(result.err()).isEmpty();
    // on a busy machine the clients may be named as the reason
    assertThat(result.out()).contains("no rate keeps the objectives");
    assertThat(json("hopeless/findmax.json").getAsJsonObject("result").get("rate").isJsonNull())
        .isTrue();
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
    TestMain.Result result = hbench("suite", "suite", file.toString(), "--quiet");
    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    JsonObject suite = json("suite/suite.json");
    assertThat(suite.getAsJsonArray("runs")).hasSize(2);
    assertThat(result.out()).contains("all").contains("some");
    assertThat(dir.resolve("suite/all/findmax.txt")).exists();
  }

  private TestMain.Result hbench(String name, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--out", dir.resolve(name).toString()));
    return TestMain.run(conf(), all.toArray(String[]::new));
  }

  private Configuration conf() {
    return LocalJobs.conf(dir);
  }

  private JsonObject json(String name) throws IOException {
    return JsonParser.parseString(Files.readString(dir.resolve(name))).getAsJsonObject();
  }
}
