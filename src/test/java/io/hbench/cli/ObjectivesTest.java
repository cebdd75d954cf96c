package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Objectives from the command line to the exit code. */
class ObjectivesTest {
  private static final String PACED = "run noop@1 --rate 1k --for 2s --warmup 200ms";

  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  @Test
  void missedObjectivesAreInAllOutputs() throws Exception {
    Hbench.Result run =
        hbench.job(
            "missed",
            PACED
                + " --objective 'noop.p99 < 30s' --objective 'throughput > 1G'"
                + " --objective 'errors <= 0%, throughput > 500 every interval after 1s'");
    assertThat(run).hasExitCode(3);
    assertThat(run.out())
        .containsPattern("\nnoop.p99 < 30s +met +[\\d.]+ µs ")
        .containsPattern("\nthroughput > 1G +missed +1,000/s +1,000/s +[\\d.]+\n")
        .containsPattern("\nerrors <= 0% +met +0 % ")
        .containsPattern("\nthroughput > 500 every interval after 1s +met +1,000/s ");

    Json objectives = run.report().at("objectives");
    assertThat(objectives).hasSize("", 4).hasSize("1.intervals", 2).hasSize("3.intervals", 1);
    assertThat(objectives.at("1"))
        .has("met", false)
        .has("value", 1_000)
        .has("limit", 1e9)
        .has("unit", "1/s");
    assertThat(objectives.list("0.intervals"))
        .allSatisfy(interval -> assertThat(interval).has("exceeding", 0));

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
  void aReportOfOneRunHasItsExitCodeAndOneOfSeveralHasNone() {
    Hbench.Result missed = hbench.job("missed", PACED + " --objective 'throughput > 1G'");
    assertThat(missed).hasExitCode(3);
    assertThat(hbench.run("report " + missed.dir())).hasExitCode(3);
    String failing = PACED.replace("noop", FailingOperation.class.getName());
    Hbench.Result invalid = hbench.job("failing", failing);
    assertThat(invalid).hasExitCode(1);
    assertThat(invalid.out()).contains("verdict: invalid", "IOException 2000 (the server is ill)");
    assertThat(hbench.run("report " + invalid.dir())).hasExitCode(1);
    assertThat(hbench.run("report %s %s".formatted(missed.dir(), invalid.dir()))).hasExitCode(0);
  }

  /** Of a night with such runs, older nights were deleted. */
  @Test
  void strictHidesNeitherAnInvalidRunNorAMissedObjective() {
    String failing = PACED.replace("noop", FailingOperation.class.getName());
    Hbench.Result invalid = hbench.job("failing", failing + " --strict");
    assertThat(invalid.report()).hasVerdict("invalid");
    assertThat(invalid).hasExitCode(1);
    assertThat(hbench.run("report " + invalid.dir())).hasExitCode(1);

    LateOperation.take(Duration.ofMillis(100));
    String dropping =
        PACED.replace("noop", LateOperation.class.getName())
            + " --threads 1 --catchup none --strict";
    Hbench.Result degraded = hbench.job("degraded", dropping);
    assertThat(degraded.report()).hasVerdict("degraded");
    assertThat(degraded).hasExitCode(4);
    assertThat(hbench.job("missed", dropping + " --objective 'throughput > 1G'")).hasExitCode(3);
    assertThat(hbench.job("met", dropping + " --objective 'throughput > 1'")).hasExitCode(4);
  }

  @Test
  void anInvalidRunMeetsNothingAndAPlanHoldsItsObjectives() throws IOException {
    Hbench.Result run =
        hbench.job("met", PACED + " --objective 'p99 < 30s' --objective 'errors < 1%'");
    assertThat(run).hasExitCode(0);
    Configuration plan = new Configuration(false);
    plan.addResource(new org.apache.hadoop.fs.Path(dir.resolve("met/plan.xml").toUri()));
    assertThat(plan.get("hbench.objective")).isEqualTo("p99 < 30s,errors < 1%");

    Files.delete(dir.resolve("met/tasks/part-m-00000"));
    Hbench.Result report = hbench.run("report --audit " + run.dir());
    assertThat(report.out()).contains("verdict: invalid").containsPattern("\np99 < 30s +missed ");
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
    assertThat(endedBy("noop@2 --quiet", "noop.max <= 0us every interval after 2s"))
        .containsPattern(
            "'noop.max <= 0us every interval after 2s' is missed: [\\d.]+ µs in the interval at 2.0 s");
    assertThat(Json.read(dir.resolve("broken/report.json"))).has("objectives.0.met", false);
  }

  /** What a run of a minute says when it ends long before that. */
  private String endedBy(String words, String objective) {
    Hbench.Result run =
        hbench.job(
            "broken",
            "run %s --rate 100 --for 60s --warmup 0s --objective '%s' --abort-on-breach"
                .formatted(words, objective));
    assertThat(run).hasExitCode(3);
    return run.err();
  }
}
