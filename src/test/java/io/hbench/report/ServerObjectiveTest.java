package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objectives that each region server, or each interval, has to meet. */
class ServerObjectiveTest {
  private static final Series OK = Series.of("get", Timing.SERVICE, Series.OK);
  private static final Series FAILED = Series.of("get", Timing.SERVICE, "IOException");

  @TempDir Path dir;

  /** It was left out, as are those with few requests. */
  @Test
  void aServerWhoseRequestsAllFailedMeetsNone() throws IOException {
    ObjectiveReport objective = objective("rs2", 100);
    assertThat(objective.met()).isFalse();
    assertThat(objective.value()).isNull();
    assertThat(objective.server()).isEqualTo("rs2");
    assertThat(objective("rs1", 100).met()).as("beside a thousand answers").isTrue();
    assertThat(objective("rs3", 10).met()).as("too few").isTrue();
  }

  /** Of an interval without an answer, too; the worst one was that of the answered ones. */
  @Test
  void anIntervalWhoseRequestsAllFailedMeetsNoLatency() throws IOException {
    EditableRun run = new EditableRun(dir.resolve("interval"));
    run.measured(
        Map.of(
            FAILED,
            EditableRun.record(100, 0, 0),
            Series.of("put", Timing.SERVICE, Series.OK),
            EditableRun.record(1_000, 1, 0)),
        "");
    run.plan(plan -> Settings.ASSIGNMENTS.set(plan, "get:90,put:10@2"));
    run.plan(plan -> Settings.OBJECTIVE.set(plan, "get.p99 < 1s every interval"));
    ObjectiveReport objective = run.report().objectives().get(0);
    assertThat(objective.met()).isFalse();
    assertThat(objective.value()).isNull();
    assertThat(objective.missing()).isEqualTo("too few answers");
    assertThat(objective.worst().t()).isZero();
    run.plan(plan -> Settings.OBJECTIVE.set(plan, "put.p99 < 1s every interval"));
    assertThat(run.report().objectives().get(0).met()).isTrue();
  }

  /**
   * @param failed of the server, whose others were answered if it is rs1
   */
  private ObjectiveReport objective(String server, int failed) throws IOException {
    EditableRun run = new EditableRun(dir.resolve(server));
    LatencyRecord answers = EditableRun.record(1_000, 1, 0);
    LatencyRecord failures = EditableRun.record(failed, 0, 0);
    run.measured(
        Map.of(OK, answers, at("rs1", OK), answers, FAILED, failures, at(server, FAILED), failures),
        "");
    run.plan(plan -> Settings.OBJECTIVE.set(plan, "p99 of each server < 1s"));
    return run.report().objectives().get(0);
  }

  private static Series at(String server, Series series) {
    return new Series(
        series.operation(), series.timing(), series.outcome(), series.interval(), server);
  }
}
