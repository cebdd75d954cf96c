package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.length.LengthFacts;
import io.hbench.rundir.ServerRegionFacts;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verdict of runs with a rate that did not send all of their requests. */
class DroppedRequestsTest {
  @TempDir Path dir;
  private EditableRun run;

  @BeforeEach
  void runOfTwoTasks() throws IOException {
    run = new EditableRun(dir);
  }

  /** Withheld requests count as dropped. */
  @Test
  void fewWithheldAndFewOtherDroppedRequestsAreManyDroppedOnes() throws IOException {
    drop(18, "rate=101.8");
    withhold(18);
    assertThat(reasons()).containsExactly(ReasonCode.REQUESTS_DROPPED);
  }

  @Test
  void withheldRequestsThatAreNamedAreNotNamedAgain() throws IOException {
    drop(30, "rate=103");
    withhold(60);
    assertThat(reasons()).containsExactly(ReasonCode.REQUESTS_WITHHELD);
  }

  /** Servers' counts are of all that was recorded, of which the window is a part. */
  @Test
  void requestsWithheldOutsideOfAWindowThatPrecisionEndedHideNone() throws IOException {
    drop(30, "rate=103");
    withhold(60);
    run.length(new LengthFacts(0, 10, LengthFacts.Outcome.PRECISE, 0.98, List.of()));
    assertThat(reasons()).contains(ReasonCode.REQUESTS_WITHHELD, ReasonCode.REQUESTS_DROPPED);
  }

  /** Of such a run there are the records alone: 900 % of its schedule were dropped. */
  @Test
  void whatRunningTasksDroppedIsAPartOfTheirSchedule() throws IOException {
    drop(9_000, "rate=103");
    run.editTask(0, task -> task.remove("result"));
    run.editTask(1, task -> task.remove("result"));
    assertThat(run.report().pace().scheduled()).isEqualTo(20_000);
  }

  /** Its window ends with the last answer: what was sent in it is no schedule. */
  @Test
  void theRateOfARunThatANumberEndsIsTheOneThatWasAskedFor() throws IOException {
    Map<Series, LatencyRecord> records =
        Map.of(
            Series.of("get", Timing.SERVICE, Series.OK),
            EditableRun.record(1_000, 1, 0),
            Series.of("get", Timing.RESPONSE, Series.OK),
            EditableRun.record(1_000, 0, 0));
    run.measured(records, "rate=5000 ops=2000 for=");
    assertThat(run.report().pace().scheduledPerSecond()).isEqualTo(5_000);
    assertThat(run.report().pace().sentPerSecond()).isLessThan(1_000);
  }

  /** Stages in percent were beyond the knee, one level was not; then, one below it was, too. */
  @Test
  void aRunAboveTheHighestSustainableRateMayDropRequests() throws IOException {
    drop(50, "rate=105");
    assertThat(reasons()).containsExactly(ReasonCode.REQUESTS_DROPPED);
    run.plan("rate=150% percent-of=70");
    assertThat(reasons()).isEmpty();
    run.plan("rate=100% percent-of=105");
    assertThat(reasons()).containsExactly(ReasonCode.REQUESTS_DROPPED);
  }

  /** It was told to lower --rate, which it refuses. */
  @Test
  void aReplayThatDroppedRequestsIsToldToBeSlower() throws IOException {
    drop(50, "assignments= command=replay client=async tasks=2");
    String recorded =
        "{'file':'a.csv','rows':'as-they-are','requests':{'get':2100},'micros':19999999,'peak':200,"
            + "'families':['f'],'bytes':0,'largestRequest':0,'largestCell':1}";
    run.plan(plan -> Settings.RECORDED.set(plan, recorded.replace('\'', '"')));
    assertThat(run.report().verdict().reasons().get(0).message())
        .isEqualTo(
            "100 of 2,100 scheduled requests (4.8 %) were dropped: never sent, because they waited"
                + " for slots or for earlier requests of their rows; ops/s is too high by"
                + " what was sent up to 30 s after the window; lower --speed");
  }

  /** A server of 500/s had 550/s in a window of ten seconds. */
  @Test
  void opsAreTooHighByWhatWasSentAfterTheWindow() throws IOException {
    drop(50, "rate=105");
    assertThat(run.report().verdict().reasons().get(0).message())
        .contains("in use; ops/s is too high by what was sent up to 1 s after the window; raise");
    run.plan("catchup=none");
    assertThat(run.report().verdict().reasons().get(0).message()).contains("in use; raise");
  }

  /**
   * @param dropped of each task, beside a thousand that were answered
   */
  private void drop(int dropped, String settings) throws IOException {
    Map<Series, LatencyRecord> records =
        Map.of(
            Series.of("get", Timing.SERVICE, Series.OK),
            EditableRun.record(1_000, 1, 0),
            Series.of("get", Timing.RESPONSE, Series.OK),
            EditableRun.record(1_000, 0, 0),
            Series.of("get", Timing.RESPONSE, Series.DROPPED),
            EditableRun.record(dropped, 0, 0));
    run.measured(records, settings);
  }

  private void withhold(long requests) throws IOException {
    ServerRegionFacts places =
        new ServerRegionFacts(List.of(), List.of(), List.of(), Map.of("rs2:1", requests));
    run.editTask(1, task -> task.set("result.places", places));
  }

  private List<ReasonCode> reasons() throws IOException {
    return run.report().verdict().reasons().stream().map(Verdict.Reason::code).toList();
  }
}
