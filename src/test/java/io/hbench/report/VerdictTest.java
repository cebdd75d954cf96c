package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Json;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.ServerRecording.Held;
import io.hbench.latency.Timing;
import io.hbench.length.GoalEstimate;
import io.hbench.length.LengthFacts;
import io.hbench.length.LengthFacts.Outcome;
import io.hbench.report.Verdict.Status;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerRegionFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests each reason of a verdict with a run directory that has this one defect. */
class VerdictTest {
  private static final int TASKS = 2;
  private static final long MILLI = 1_000_000;
  private static final Series OK = Series.of("get", Timing.SERVICE, Series.OK);

  /**
   * A defect of a run and the reason that reports it.
   *
   * @param message part of the reason's message
   */
  private record Case(ReasonCode code, Status status, String message, Change change) {
    @Override
    public String toString() {
      return code.toString();
    }
  }

  /** A change to the files of a valid run. */
  @FunctionalInterface
  private interface Change {
    void to(EditableRun run) throws IOException;
  }

  @TempDir Path dir;

  private static List<Case> cases() {
    return List.of(
        new Case(
            ReasonCode.SUBMITTER_LOST,
            Status.DEGRADED,
            "report --follow",
            run -> run.editJob(job -> job.set("status.finished", null))),
        new Case(
            ReasonCode.JOB_OUTCOME_UNKNOWN,
            Status.INVALID,
            "it may still be running",
            run -> {
              run.editJob(job -> job.set("status.finished", null));
              run.delete(RunDirectory.SUCCESS);
            }),
        new Case(
            ReasonCode.JOB_FAILED,
            Status.INVALID,
            "the job ended as FAILED: no memory",
            run ->
                run.editJob(
                    job -> job.set("status.state", "FAILED").set("status.failure", "no memory"))),
        new Case(
            ReasonCode.TASKS_MISSING,
            Status.INVALID,
            "1 of 2 tasks completed; not completed: task 1 on host1",
            run -> run.editTask(1, task -> task.set("result", null))),
        new Case(
            ReasonCode.TASKS_LOST,
            Status.DEGRADED,
            "1 of 2 tasks were lost after the start; the figures lack them, with 1,000 requests"
                + " that they had recorded: task 1 on host1, noticed 2026-03-01T02:00:07Z",
            run -> run.lost(Map.of(OK, EditableRun.record(1_000, 1, 0)))),
        new Case(
            ReasonCode.TASK_FILE_INCOMPLETE,
            Status.DEGRADED,
            "the own files of 1 of 2 tasks lack records (task 1 on host1): java.io.IOException: All"
                + " datanodes are bad; the figures come from the reducer, which got them",
            run -> {
              run.editTask(
                  1,
                  task ->
                      task.set("result.copyFailure", "java.io.IOException: All datanodes are bad"));
              run.delete(RunDirectory.taskPart(1));
            }),
        new Case(
            ReasonCode.TASK_FILE_INCOMPLETE,
            Status.DEGRADED,
            "the own files of 1 of 2 tasks lack records (task 1 on host1): ",
            run -> run.damage(RunDirectory.taskPart(1))),
        new Case(
            ReasonCode.COUNTS_DIFFER,
            Status.INVALID,
            "but the tasks' own counts: ",
            run -> run.editTask(1, task -> EditableRun.add(task, "result.requests.requests", 1))),
        new Case(
            ReasonCode.TASK_OVERLAP,
            Status.DEGRADED,
            "all tasks ran together for only 15.0 of the 20.0 s",
            run -> {
              for (int task = 0; task < TASKS; task++) {
                run.editTask(
                    task,
                    facts -> EditableRun.add(facts, "result.times.startedNanos", 5_000 * MILLI));
              }
            }),
        new Case(
            ReasonCode.TASKS_LATE,
            Status.DEGRADED,
            "1 of 2 tasks reached the start barrier after the start, up to 12.3 s late: task 1",
            run -> run.editTask(1, task -> task.set("start.lateMs", 12_345))),
        new Case(
            ReasonCode.TASKS_LATE,
            Status.DEGRADED,
            "up to 12.3 s late, and missed 1,230 scheduled requests: task 1",
            run ->
                run.editTask(
                    1,
                    task -> {
                      task.set("start.lateMs", 12_345);
                      task.set("result.requests.missed", 1_230);
                    })),
        new Case(
            ReasonCode.START_SPREAD,
            Status.DEGRADED,
            "the tasks started 1.5 s apart",
            run ->
                run.editTask(
                    1, task -> EditableRun.add(task, "result.times.startedNanos", 1_500 * MILLI))),
        new Case(
            ReasonCode.NOT_STEADY,
            Status.DEGRADED,
            "the figures were not steady within 20s",
            run -> run.length(length(Outcome.NOT_STEADY))),
        new Case(
            ReasonCode.NOT_PRECISE,
            Status.DEGRADED,
            "after the longest time of 20s: p99 ± 2%: ± 3.1 %",
            run -> run.length(length(Outcome.NOT_PRECISE))),
        new Case(
            ReasonCode.NOTHING_MEASURED,
            Status.INVALID,
            "no request succeeded",
            run -> run.measured(Map.of(), "")),
        new Case(
            ReasonCode.REQUESTS_FAILED,
            Status.DEGRADED,
            "10 of 2,010 get requests failed: IOException 10",
            run -> run.measured(failing(5), "")),
        new Case(
            ReasonCode.REQUESTS_FAILED,
            Status.INVALID,
            "41.2 % of all requests failed, more than 20.0 %: the figures are those of the others",
            run -> run.measured(failing(700), "")),
        new Case(
            ReasonCode.REQUESTS_FAILED,
            Status.INVALID,
            "41.2 % of all requests failed, more than 40.0 %: ",
            run -> run.measured(failing(700), "abort-above=40%")),
        new Case(
            ReasonCode.REQUESTS_DROPPED,
            Status.DEGRADED,
            "100 of 2,100 scheduled requests (4.8 %) were dropped",
            VerdictTest::dropRequests),
        new Case(
            ReasonCode.REQUESTS_WITHHELD,
            Status.DEGRADED,
            "100 requests were withheld: all slots of their servers were in use; most for rs2:1",
            run ->
                run.editTask(
                    1,
                    task ->
                        task.set(
                            "result.places",
                            new ServerRegionFacts(
                                List.of(), List.of(), List.of(), Map.of("rs2:1", 100L))))),
        new Case(
            ReasonCode.ROWS_NOT_FOUND,
            Status.DEGRADED,
            "2,000 of 2,000 rows that get requested are not in the table",
            run -> run.measured(Map.of(OK, EditableRun.record(1_000, 0, 1)), "")),
        new Case(
            ReasonCode.ROWS_NOT_FOUND,
            Status.DEGRADED,
            "2,000 of 2,000 requests of scan found no row",
            run -> run.measured(all("scan", 99, 1), "")),
        new Case(
            ReasonCode.ROWS_NOT_WRITTEN,
            Status.INVALID,
            "2000 of 3000 rows were written",
            run ->
                run.measured(
                    all("put", 1, 0), "command=load assignments= rows=3000 tasks=2 for= warmup=")),
        new Case(
            ReasonCode.ROWS_NOT_WRITTEN,
            Status.INVALID,
            "HBase may lack rows: nothing says that it has all HFiles; to hand them over: load"
                + " --resume ",
            run ->
                run.measured(
                    all("put", 1, 0),
                    "command=load assignments= rows=2000 tasks=2 for= warmup= bulk=true")),
        new Case(
            ReasonCode.ROWS_NOT_READ,
            Status.INVALID,
            "3000 of 3000 rows were not read",
            run ->
                run.measured(
                    all("verify", 1, 0),
                    "command=verify assignments= rows=3000 tasks=2 for= warmup=")),
        new Case(
            ReasonCode.ROW_DEFECTS,
            Status.DEGRADED,
            "3 rows have defects",
            run ->
                run.editTask(
                    1,
                    task ->
                        task.set(
                            "result.verification",
                            Json.parse(
                                """
                                {"compared": 10, "correct": 7, "unacknowledged": 0,
                                 "defects": {"missing": 1, "stale": 0, "corrupt": 2,
                                             "unexpected": 0},
                                 "defectRanges": []}
                                """)))),
        new Case(
            ReasonCode.CLIENT_CPU,
            Status.DEGRADED,
            "the tasks on host1 used 95 % of its CPU",
            run -> run.editTask(1, task -> task.set("result.client.cpuShare", 0.95))),
        new Case(
            ReasonCode.CLIENT_CPU,
            Status.DEGRADED,
            "1 of 2 tasks used up the CPU quotas of their containers: up to 70 % of 1.5 processors,"
                + " and waited in 20 % of the quota's periods; raise mapreduce.map.cpu.vcores; task"
                + " 1",
            run ->
                run.editTask(
                    1,
                    task ->
                        task.set(
                            "result.client.quota",
                            Json.parse(
                                """
                                {"processors": 1.5, "share": 0.7, "throttledShare": 0.2}
                                """)))),
        new Case(
            ReasonCode.CLIENT_CPU_SHARED,
            Status.DEGRADED,
            "the clients may have been the limit",
            run -> {
              run.plan("tenant=web");
              Map<String, ?> machine = Map.of("window", Map.of("seconds", 20, "cpu", 0.97));
              run.editTask(1, task -> task.set("result.client.machine", machine));
            }),
        new Case(
            ReasonCode.CLIENT_GC,
            Status.DEGRADED,
            "1 of 2 tasks spent more than 10 % of their time in garbage collections",
            run -> run.editTask(1, task -> task.set("result.client.gcMs", 2_001))),
        new Case(
            ReasonCode.CLIENT_HICCUPS,
            Status.DEGRADED,
            "worst: task 1 on host1",
            run -> run.editTask(1, task -> EditableRun.delays(task, "result.client.hiccups"))),
        new Case(
            ReasonCode.CLIENT_HICCUPS,
            Status.DEGRADED,
            "delayed requests by 5.00 ms (p99), more than the p99 latency of get; partly the clients' own:"
                + " p50, p95, p99, p99.9, max; the cluster's: ops/s, mean; worst",
            run -> {
              LatencyRecord slow = new LatencyRecord();
              for (int i = 0; i < 1_000; i++) {
                slow.record(500_000_000, 1, 0, 0);
              }
              Series scan = Series.of("scan", Timing.SERVICE, Series.OK);
              run.measured(Map.of(OK, EditableRun.record(1_000, 1, 0), scan, slow), "");
              run.editTask(1, task -> EditableRun.delays(task, "result.client.hiccups"));
            }),
        new Case(
            ReasonCode.CLIENT_HICCUPS,
            Status.DEGRADED,
            "by 2.00 ms (p99), 33.3 % of the p99 latency of get; partly the clients' own: p99; the"
                + " cluster's: ops/s, mean, p50, p95, p99.9, max; worst",
            run -> {
              LatencyRecord slow = new LatencyRecord();
              for (int i = 0; i < 1_000; i++) {
                slow.record(i < 900 ? 1_000_000 : i < 998 ? 6_000_000 : 400_000_000, 1, 0, 0);
              }
              run.measured(Map.of(OK, slow), "");
              for (int task = 0; task < 2; task++) {
                run.editTask(task, facts -> EditableRun.rareDelays(facts, "result.client.hiccups"));
              }
            }),
        new Case(
            ReasonCode.CLIENT_HICCUPS,
            Status.DEGRADED,
            "took 6.0 % of the ops/s; worst: task 0",
            run -> pauses(run, 300)),
        new Case(
            ReasonCode.CLIENT_HICCUPS, // of 500 requests there is no p99.9
            Status.DEGRADED,
            "; the cluster's: ops/s, mean, p50, p95; worst",
            run -> {
              LatencyRecord slow = new LatencyRecord();
              for (int i = 0; i < 500; i++) {
                slow.record(i < 450 ? 1_000_000 : 6_000_000, 1, 0, 0);
              }
              run.measured(Map.of(OK, slow), "");
              for (int task = 0; task < 2; task++) {
                run.editTask(task, facts -> EditableRun.rareDelays(facts, "result.client.hiccups"));
              }
            }),
        new Case(
            ReasonCode.CLIENT_SEND_DELAY,
            Status.DEGRADED,
            "worst: task 1 on host1",
            run -> run.editTask(1, task -> EditableRun.delays(task, "result.client.sendDelay"))));
  }

  /** A thousand gets of each task, and others that fail. */
  private static Map<Series, LatencyRecord> failing(int count) {
    return Map.of(
        OK,
        EditableRun.record(1_000, 1, 0),
        Series.of("get", Timing.SERVICE, "IOException"),
        EditableRun.record(count, 0, 0));
  }

  /** Their failures are what is measured. */
  @ParameterizedTest
  @ValueSource(
      strings = {"abort-above=50%", "objective=availability>99%", "objective=unavailable<1%"})
  void failedRequestsThatAreWantedGiveFigures(String setting, @TempDir Path directory)
      throws IOException {
    EditableRun run = new EditableRun(directory);
    run.measured(failing(700), setting);
    assertThat(run.report().verdict().isInvalid()).isFalse();
    run.measured(failing(249), setting.replaceFirst("=.*", "="));
    assertThat(run.report().verdict().isInvalid()).isFalse();
  }

  private static LengthFacts length(Outcome outcome) {
    return new LengthFacts(
        0,
        20,
        outcome,
        0.98,
        List.of(
            new GoalEstimate("p99 ± 2%", "us", 1.0, 0.97, 1.03, 0.031, 0.02),
            new GoalEstimate("p50 ± 2%", "us", 1.0, 0.99, 1.01, 0.01, 0.02)));
  }

  @Test
  void aRunWithoutDefectsIsValid() throws IOException {
    assertThat(verdict(run -> {})).isEqualTo(new Verdict(Status.VALID, List.of()));
  }

  @Test
  void pausesThatTakeLessThanAChangeThatMattersAreNoReason() throws IOException {
    assertThat(verdict(run -> pauses(run, 200)).isValid()).isTrue();
  }

  @Test
  void longRequestsLoseLittleToShortPauses() throws IOException {
    LatencyRecord slow = new LatencyRecord();
    for (int i = 0; i < 1_000; i++) {
      slow.record(4_000 * MILLI, 1, 0, 0);
    }
    Verdict verdict =
        verdict(
            run -> {
              pauses(run, 300);
              run.measured(Map.of(OK, slow), "");
            });
    assertThat(verdict).isEqualTo(new Verdict(Status.VALID, List.of()));
  }

  /** Gets of 1 ms without a rate, by clients that stand still once in five seconds. */
  private static void pauses(EditableRun run, int millis) throws IOException {
    Histogram ticks = new Histogram(3);
    ticks.recordValueWithCount(0, (5_000 - millis) / 5 - 1);
    ticks.recordValue(millis * MILLI);
    run.measured(Map.of(OK, EditableRun.record(1_000, 1, 0)), "");
    for (int task = 0; task < 2; task++) {
      run.editTask(task, facts -> facts.set("result.client.hiccups", LatencyRecord.toText(ticks)));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aDefectGivesTheVerdictAndItsReason(Case defect) throws IOException {
    Verdict verdict = verdict(defect.change);
    assertThat(verdict.status()).as(verdict.toString()).isEqualTo(defect.status);
    assertThat(verdict.reasons())
        .filteredOn(reason -> reason.code() == defect.code)
        .as(verdict.toString())
        .isNotEmpty()
        .allSatisfy(reason -> assertThat(reason.status()).isEqualTo(defect.status))
        .anySatisfy(reason -> assertThat(reason.message()).contains(defect.message));
  }

  @Test
  void droppedRequestsNameTheServerThatHeldTheSlots() throws IOException {
    assertThat(dropped(VerdictTest::dropRequests))
        .endsWith("up to 1 s after the window; raise --in-flight or --threads, or lower --rate");
    assertThat(
            dropped(
                run -> {
                  dropRequests(run);
                  run.editTask(
                      1,
                      task ->
                          task.set(
                              "result.places",
                              new ServerRegionFacts(
                                  List.of(),
                                  List.of(),
                                  List.of(new Held("rs2:1", 16, 16 * 2_000 * MILLI)),
                                  Map.of())));
                }))
        .contains(
            "all slots were in use; slots held by rs2:1: 16 requests of 1 s or longer, for 2.0 s"
                + " each; ops/s is ");
  }

  /** 1,000 requests that succeeded. */
  private static Map<Series, LatencyRecord> all(String operation, long rows, long notFound) {
    return Map.of(
        Series.of(operation, Timing.SERVICE, Series.OK), EditableRun.record(1_000, rows, notFound));
  }

  private static void dropRequests(EditableRun run) throws IOException {
    run.measured(
        Map.of(
            OK,
            EditableRun.record(1_000, 1, 0),
            Series.of("get", Timing.RESPONSE, Series.OK),
            EditableRun.record(1_000, 0, 0),
            Series.of("get", Timing.RESPONSE, Series.DROPPED),
            EditableRun.record(50, 0, 0)),
        "rate=105");
  }

  private String dropped(Change change) throws IOException {
    return verdict(change).reasons().stream()
        .filter(reason -> reason.code() == ReasonCode.REQUESTS_DROPPED)
        .findFirst()
        .orElseThrow()
        .message();
  }

  @Test
  void theFileOfALostTaskIsNotCalledIncomplete() throws IOException {
    Verdict verdict =
        verdict(
            run -> {
              run.lost(Map.of(OK, EditableRun.record(1_000, 1, 0)));
              run.damage(RunDirectory.taskPart(1));
            });
    assertThat(verdict.reasons())
        .extracting(Verdict.Reason::code)
        .containsExactly(ReasonCode.TASKS_LOST);
  }

  @Test
  void everyReasonHasACase() {
    assertThat(cases().stream().map(Case::code).collect(Collectors.toSet()))
        .isEqualTo(EnumSet.allOf(ReasonCode.class));
  }

  @ParameterizedTest
  @EnumSource
  void filesHaveThePrintedCode(ReasonCode code) {
    assertThat(RunDirectory.toJson(code)).isEqualTo("\"" + code + "\"\n");
  }

  private Verdict verdict(Change change) throws IOException {
    EditableRun run = new EditableRun(dir);
    change.to(run);
    return run.report().verdict();
  }
}
