package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.report.Verdict.Status;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskFacts.BusyThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reasons of runs of very many tasks, which must stay readable. */
class VerdictReasonsTest {
  @TempDir private Path dir;

  @Test
  void aListOfTasksNamesTenAndCountsTheOthers() {
    assertThat(VerdictReasons.names(tasks(1, 1, 0))).isEqualTo("task 0 on host0");
    assertThat(VerdictReasons.names(tasks(10, 10, 0)))
        .startsWith("tasks 0 on host0, 1 on host1, ")
        .endsWith(", 9 on host9");
    assertThat(VerdictReasons.names(tasks(10_000, 10_000, 0)))
        .startsWith("tasks 0 on host0, ")
        .endsWith(", 9 on host9 and 9,990 more");
  }

  @Test
  void ofAKindWithThousandsTenReasonsAreGiven() {
    VerdictReasons reasons = new VerdictReasons();
    for (int i = 0; i < 2_400; i++) {
      reasons.add(
          i == 2_000 ? Status.INVALID : Status.DEGRADED, ReasonCode.COUNTS_DIFFER, "no. %d", i);
      reasons.add(Status.DEGRADED, ReasonCode.ROW_DEFECTS, "no. %d", i);
    }
    assertThat(reasons.all()).hasSize(22);
    assertThat(reasons.all().get(9).message()).isEqualTo("no. 9");
    assertThat(reasons.all().get(10))
        .isEqualTo(
            new Verdict.Reason(
                ReasonCode.COUNTS_DIFFER, "and 2,390 more like these", Status.INVALID));
    assertThat(Verdict.of(reasons.all()).status()).isEqualTo(Status.INVALID);
  }

  @Test
  void manyHostsWithoutCpuAreOneReason() throws IOException {
    VerdictReasons reasons = new VerdictReasons();
    new ClientChecks(new EditableRun(dir).report(), tasks(900, 300, 0.95), reasons).check();
    assertThat(reasons.all()).hasSize(1);
    assertThat(reasons.all().get(0).code()).isEqualTo(ReasonCode.CLIENT_CPU);
    assertThat(reasons.all().get(0).message())
        .startsWith(
            "the tasks on 300 of 300 hosts used up to 285 % of a host's CPU: the clients were the"
                + " limit; host0, host1, ")
        .endsWith(" and 290 more");
  }

  /** All puts failed, and the run met its objective for gets. */
  @Test
  void anObjectiveOnOneOperationLetsNoOthersFail() throws IOException {
    EditableRun run = new EditableRun(dir);
    LatencyRecord ok = EditableRun.record(1_000, 1, 0);
    LatencyRecord failed = EditableRun.record(1_000, 0, 0);
    Series put = Series.of("put", Timing.SERVICE, "IOException");
    Map<Series, LatencyRecord> puts =
        Map.of(Series.of("get", Timing.SERVICE, Series.OK), ok, put, failed);
    run.measured(puts, "assignments=get:50,put:50@2 objective=get.errors<1%");
    assertThat(run.report().verdict().isInvalid()).isTrue();
    run.measured(puts, "assignments=get:50,put:50@2 objective=errors<1%");
    assertThat(run.report().verdict().isInvalid()).as("an objective on all").isFalse();
    run.measured(puts, "assignments=get:50,put:50@2 objective=get.errors<60%,put.errors<60%");
    assertThat(run.report().verdict().isInvalid()).as("one on each").isFalse();
    Map<Series, LatencyRecord> gets =
        Map.of(
            Series.of("get", Timing.SERVICE, Series.OK),
            ok,
            Series.of("get", Timing.SERVICE, "IOException"),
            failed);
    run.measured(gets, "assignments=get@2 objective=get.errors<1%");
    assertThat(run.report().verdict().isInvalid()).as("gets are all").isFalse();
  }

  /** Each delay named the figures that the other one had changed as the cluster's. */
  @Test
  void theClustersFiguresAreThoseOfWhichNoDelayIsAPart() throws IOException {
    EditableRun run = new EditableRun(dir);
    for (int task = 0; task < 2; task++) {
      run.editTask(
          task,
          facts -> {
            EditableRun.delays(facts, "result.client.hiccups");
            EditableRun.rareDelays(facts, "result.client.sendDelay");
          });
    }
    List<String> reasons =
        run.report().verdict().reasons().stream().map(Verdict.Reason::message).toList();
    assertThat(reasons).hasSize(2);
    assertThat(reasons.get(0)).startsWith("hiccups of the clients").doesNotContain("partly");
    assertThat(reasons.get(1))
        .startsWith("send delay of the clients")
        .contains(
            "; partly the clients' own: ops/s, mean, p95, p99, p99.9, max; the cluster's: p50;");
  }

  @Test
  void aThreadThatIsBusyAllTheTimeIsNamed() throws IOException {
    assertThat(reasonsOf(new BusyThread("RS-EventLoopGro", 0.3, 0.6), 30)).isEmpty();
    assertThat(reasonsOf(new BusyThread("load", 0.6, 0.4), 0.9)).isEmpty();
    assertThat(reasonsOf(null, 30)).isEmpty();
    assertThat(reasonsOf(new BusyThread("RS-EventLoopGro", 0.6, 0.32), 30))
        .containsExactly(
            "2 of 2 tasks had a thread that was busy all the time (RS-EventLoopGro: 92 %, 35 % of"
                + " it waiting for a processor): the clients were the limit; use more tasks or,"
                + " with --client async, --connections; tasks 0 on host0, 1 on host0");
  }

  @Test
  void moreHostsHelpAThreadThatWaitsForAProcessor() throws IOException {
    assertThat(reasonsOf(new BusyThread("load", 0.4, 0.59), 30).get(0))
        .contains("(load: 99 %, 60 % of it waiting for a processor)")
        .contains("use more hosts;");
  }

  /** YARN's settings of containers have no effect on one. */
  @Test
  void aLocalRunIsHelpedBySettingsOfItsOwnProcess() throws IOException {
    EditableRun run = new EditableRun(dir);
    run.plan("local=true");
    Map<String, ?> quota = Map.of("processors", 1.5, "share", 0.7, "throttledShare", 0.2);
    run.editTask(
        1, task -> task.set("result.client.gcMs", 2_001).set("result.client.quota", quota));
    assertThat(run.report().verdict().toString())
        .contains("of the quota's periods; raise that of hbench's own container; task 1")
        .contains("in garbage collections: raise the heap: HADOOP_CLIENT_OPTS=-Xmx4g; task 1")
        .doesNotContain("mapreduce.map");
  }

  private List<String> reasonsOf(BusyThread busiest, double seconds) throws IOException {
    VerdictReasons reasons = new VerdictReasons();
    new ClientChecks(new EditableRun(dir).report(), tasks(2, 1, 0.1, busiest, seconds), reasons)
        .check();
    return reasons.all().stream().map(Verdict.Reason::message).toList();
  }

  private static List<TaskFacts> tasks(int tasks, int hosts, double cpuShare) {
    return tasks(tasks, hosts, cpuShare, null, 1);
  }

  private static List<TaskFacts> tasks(
      int tasks, int hosts, double cpuShare, BusyThread busiest, double seconds) {
    return IntStream.range(0, tasks)
        .mapToObj(
            task ->
                TaskFacts.started(
                        task,
                        new TaskFacts.TaskProcess("host" + task % hosts, task, null, null),
                        "get@" + tasks,
                        new TaskFacts.Start(0, 1, 0))
                    .with(
                        new TaskFacts.Result(
                            new TaskFacts.Times(0, 0, 1, List.of()),
                            new TaskFacts.Requests(0, 0, 0, 0, 0, 0),
                            new TaskFacts.Rows(0, 0, 0, null),
                            new TaskFacts.Client(
                                seconds, 0, 1, cpuShare, busiest, null, null, null, null),
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null)))
        .toList();
  }

  @Test
  void everyVerdictSaysWhetherTheClientsWereTheLimit() {
    assertThat(trust())
        .isEqualTo("all counts agree, all tasks ran together, and the clients were not the limit");
    assertThat(trust(ReasonCode.REQUESTS_FAILED)).isEqualTo(trust());
    assertThat(trust(ReasonCode.CLIENT_GC)).endsWith("and the clients delayed requests");
    assertThat(trust(ReasonCode.CLIENT_GC, ReasonCode.CLIENT_CPU))
        .endsWith("and the clients were the limit");
    assertThat(trust(ReasonCode.CLIENT_GC, ReasonCode.CLIENT_CPU_SHARED))
        .endsWith("and the clients may have been the limit");
    assertThat(trust(ReasonCode.REQUESTS_WITHHELD)).isEqualTo(trust());
    assertThat(trust(ReasonCode.SUBMITTER_LOST)).startsWith("all counts that were compared agree");
    assertThat(trust(ReasonCode.REQUESTS_DROPPED)).endsWith("and the clients had no free slots");
    assertThat(trust(ReasonCode.TASKS_LATE, ReasonCode.ROW_DEFECTS))
        .contains(", not all tasks ran together,")
        .endsWith("and the clients were not the limit");
    assertThat(new Verdict(Status.INVALID, List.of()).trust())
        .isEqualTo("the figures are wrong or incomplete");
  }

  private static String trust(ReasonCode... codes) {
    return Verdict.of(
            Stream.of(codes).map(code -> new Verdict.Reason(code, "", Status.DEGRADED)).toList())
        .trust();
  }
}
