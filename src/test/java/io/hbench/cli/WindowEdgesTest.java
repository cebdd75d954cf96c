package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows that begin or end with a request, within an interval: 249 requests a second. */
class WindowEdgesTest {
  private static final String RUN =
      "run "
          + BatchTimeOperation.class.getName()
          + "@1 --threads 1 --warmup 0s --interval 500ms --quiet"
          + " --objective 'throughput > 200 every interval' ";

  @TempDir Path dir;

  @Test
  void intervalsCountFromTheFirstMeasuredRequest() throws IOException {
    Hbench.Result run = new Hbench(dir).job("rows", RUN + "--for 5s --warmup-rows 630");
    assertThat(run).hasExitCode(0);
    assertThat(run.report()).number("window.startSeconds").isCloseTo(2.53, within(0.005));
    assertThat(run.report()).number("window.seconds").isCloseTo(2.47, within(0.005));
    List<Json> points = run.report().list("timeline.points");
    assertThat(points.stream().map(p -> p.number("t"))).containsExactly(0.0, 0.5, 1.0, 1.5, 2.0);
    assertThat(points)
        .allSatisfy(p -> assertThat(p).number("opsPerSecond").isCloseTo(250, within(5.0)));
    assertThat(run.report().list("objectives.0.intervals")).hasSize(5);
    assertThat(run.report().texts("machines.missing"))
        .contains("machines by their tasks unknown: the window is a part of what those measured");
  }

  /** The first measured request was to be sent an interval before it was. */
  @Test
  void aBacklogOfTheWarmUpLeavesTheIntervalsToBeJudged() throws IOException {
    Hbench.Result run = new Hbench(dir).job("late", RUN + "--for 5s --warmup-rows 630 --rate 300");
    assertThat(run.report()).number("window.startSeconds").isCloseTo(2.53, within(0.005));
    assertThat(run.report().list("timeline.points").get(0)).has("t", 0.0);
    assertThat(run.report().list("objectives.0.intervals")).hasSize(5);
    assertThat(run).hasExitCode(0);
  }

  /** Its window began in 292 years, and the report did not fit into memory. */
  @Test
  void aWarmUpOfRowsThatDoesNotEndLeavesNothingMeasured() throws IOException {
    Hbench.Result run = new Hbench(dir).job("cold", RUN + "--for 1s --warmup-rows 100k");
    assertThat(run).hasExitCode(1);
    assertThat(run.report()).has("window.seconds", 0).has("verdict.status", "invalid");
  }

  /** The wait for the last answers made the clients look idle: their figures were of all of it. */
  @Test
  void theWaitForLateAnswersIsNotOfTheClients() throws IOException {
    LateOperation.take(Duration.ofSeconds(20));
    Hbench.Result run =
        new Hbench(dir)
            .job("answers", "run io.hbench.cli.LateOperation@1 --threads 2 --for 2s --warmup 0s");
    assertThat(run).hasExitCode(0);
    var directory = new org.apache.hadoop.fs.Path(run.dir().toUri());
    assertThat(new RunDirectory(new Configuration(), directory).tasks().facts())
        .hasSize(1)
        .allSatisfy(
            task -> assertThat(task.result().client().seconds()).isCloseTo(2, within(0.005)));
  }

  /** The last request is sent in the second interval, and answered in the third. */
  @Test
  void theTimeOfTheLastAnswerIsNoIntervalWithoutThroughput() throws IOException {
    Hbench.Result run = new Hbench(dir).job("ops", RUN + "--ops 249");
    assertThat(run.report()).number("window.seconds").isBetween(1.0001, 1.1);
    assertThat(run).hasExitCode(0);
    assertThat(run.report().list("objectives.0.intervals")).hasSize(2);
  }
}
