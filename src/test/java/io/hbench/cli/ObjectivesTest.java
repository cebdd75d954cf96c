package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.kit.LocalJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Objectives from the command line to the exit code. */
class ObjectivesTest {
  @TempDir Path dir;

  @Test
  void missedObjectivesAreInAllOutputs() throws Exception {
    TestMain.Result run =
        hbench(
            "missed",
            "--objective",
            "noop.p99 < 30s",
            "--objective",
            "throughput > 1G",
            "--objective",
            "errors <= 0%, throughput > 500 every interval after 1s");
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(3);
    assertThat(run.out())
        .contains("objective met:    noop.p99 < 30s; value ")
        .contains("objective missed: throughput > 1G; value 1,000/s; worst interval: 1,000/s at ")
        .contains("objective met:    errors <= 0%; value 0.00%")
        .contains("objective met:    throughput > 500 every interval after 1s; value 1,000/s");

    JsonArray objectives = json("missed/report.json").getAsJsonArray("objectives");
    assertThat(objectives).hasSize(4);
    JsonObject throughput = objectives.get(1).getAsJsonObject();
    assertThat(throughput.get("met").getAsBoolean()).isFalse();
    assertThat(throughput.get("value").getAsDouble()).isEqualTo(1_000);
    assertThat(throughput.get("limit").getAsDouble()).isEqualTo(1e9);
    assertThat(throughput.get("unit").getAsString()).isEqualTo("1/s");
    assertThat(throughput.getAsJsonArray("intervals")).hasSize(2);
    assertThat(objectives.get(3).getAsJsonObject().getAsJsonArray("intervals")).hasSize(1);
    assertThat(objectives.get(0).getAsJsonObject().getAsJsonArray("intervals"))
        .allSatisfy(i -> assertThat(i.getAsJsonObject().get("beyond").getAsLong()).isZero());

    Document junit =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(dir.resolve("missed/junit.xml").toFile());
    Element suite = junit.getDocumentElement();
    assertThat(suite.getAttribute("tests")).isEqualTo("4");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(junit.getElementsByTagName("testcase").getLength()).isEqualTo(4);
    Element failure = (Element) junit.getElementsByTagName("failure").item(0);
    assertThat(((Element) failure.getParentNode()).getAttribute("name"))
        .isEqualTo("throughput > 1G");
    assertThat(failure.getAttribute("message")).isEqualTo("value 1,000/s, limit 1,000,000,000/s");
  }

  @Test
  void anInvalidRunMeetsNothingAndAPlanHoldsItsObjectives() throws IOException {
    TestMain.Result run = hbench("met", "--objective", "p99 < 30s", "--objective", "errors < 1%");
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    Configuration plan = new Configuration(false);
    plan.addResource(new org.apache.hadoop.fs.Path(dir.resolve("met/plan.xml").toUri()));
    assertThat(plan.get("hbench.objective")).isEqualTo("p99 < 30s,errors < 1%");

    Files.delete(dir.resolve("met/tasks/part-m-00000"));
    TestMain.Result report = TestMain.run(conf(), "report", dir.resolve("met").toString());
    assertThat(report.out())
        .contains("verdict: invalid")
        .contains("objective missed: p99 < 30s; value ");
  }

  @Test
  void aRunThatBreaksAnObjectiveClearlyIsEnded() {
    // counters arrive in lumps
    assertThat(endedBy("noop@1", "throughput > 1k every interval"))
        .containsPattern("'throughput > 1k every interval' is missed: 1?\\d\\d/s for 1\\d s");
  }

  /** What counters can't tell comes from the histograms that tasks have flushed. */
  @Test
  void aRunWhoseLatencyBreaksAnObjectiveIsEnded() throws IOException {
    assertThat(endedBy("noop@2", "noop.max <= 0us every interval after 2s", "--quiet"))
        .containsPattern(
            "'noop.max <= 0us every interval after 2s' is broken: it was \\S+ in the interval at 2.0 s");
    JsonObject objective =
        json("broken/report.json").getAsJsonArray("objectives").get(0).getAsJsonObject();
    assertThat(objective.get("met").getAsBoolean()).isFalse();
  }

  /** What a run of a minute says when it ends long before that. */
  private String endedBy(String assignment, String objective, String... more) {
    List<String> words = new ArrayList<>(List.of("run", assignment, "--rate", "100"));
    words.addAll(List.of("--for", "60s", "--warmup", "0s", "--objective", objective));
    words.addAll(List.of("--abort-on-breach", "--out", dir.resolve("broken").toString()));
    words.addAll(List.of(more));
    long start = System.nanoTime();
    TestMain.Result run = TestMain.run(conf(), words.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(3);
    assertThat(System.nanoTime() - start).isLessThan(40_000_000_000L);
    return run.err();
  }

  private TestMain.Result hbench(String name, String... objectives) {
    List<String> all =
        new ArrayList<>(
            List.of("run", "noop@1", "--rate", "1k", "--for", "2s", "--warmup", "200ms"));
    all.addAll(List.of(objectives));
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
