package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static io.hbench.it.Runs.operation;
import static io.hbench.it.Runs.signal;
import static io.hbench.it.Runs.sleepUntil;
import static io.hbench.it.Runs.start;
import static io.hbench.it.Runs.startOf;
import static io.hbench.it.Runs.taskProcess;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Turns;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What tasks leave, and what is said of them, when one of them is in trouble. */
@Order(Turns.LONG_SANDBOX)
@Sandbox.Shared
class TroubledTasksIT {
  private static final String ROWS = "--table t-%s --rows 10k --value-size 100".formatted(Runs.ID);

  @BeforeAll
  static void load() throws Exception {
    Shell.Result load = hbench("rows", "load --local --tasks 1 --threads 4 " + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  @Test
  void aTaskThatIsKilledHalfWayLeavesWhatItMeasured() throws Exception {
    var run =
        start(
            "killed",
            "run get@2 --threads 2 --rate 400 --warmup 0s --for 5m -D mapreduce.map.maxattempts=2 "
                + ROWS);
    sleepUntil(startOf("killed", 1) + 7_000);
    signal("KILL", taskProcess("killed", 1));

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).isEqualTo(1);
    Shell.Result report = Sandbox.hbench("report " + dir("killed"));
    assertThat(report.exitCode()).as(report.err()).isEqualTo(1);
    assertThat(report.out())
        .contains("verdict: invalid")
        .contains("job-failed")
        .contains("tasks-missing: 0 of 2 tasks completed; not completed: tasks 0 on ");
    // at least until the last interval before the kill was over, on a machine of any speed
    long count = operation("killed", 0).get("count").getAsLong();
    assertThat(count).isBetween(400L, 299 * 400L);
  }

  @Tag("soak")
  @Test
  void aContainerThatFailsBeforeTheStartIsStartedAgain() throws Exception {
    var run = start("restarted", "run get@2 --threads 2 --rate 100 --warmup 0s --for 2s " + ROWS);
    signal("KILL", taskProcess("restarted", 1));

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("; 2 of 2 tasks on ");
    Runs.countsAgree("restarted");
  }

  @Test
  void aRunGoesOnWithoutALostTask() throws Exception {
    var run =
        start(
            "lost",
            "run get@2 --threads 2 --rate 400 --warmup 0s --ops 4k --lost-tasks 50% " + ROWS);
    sleepUntil(startOf("lost", 1) + 5_000); // half of its requests are sent
    signal("KILL", taskProcess("lost", 1));

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out())
        .contains("verdict: degraded")
        .containsPattern("tasks-lost: 1 of 2 tasks were lost after the start; .* task 1 on ")
        .contains("; 1 of 2 tasks (1 lost) on ");
    assertThat(operation("lost", 0).get("count").getAsLong()).isEqualTo(2_000);
    Runs.countsAgree("lost");
  }

  @Tag("soak")
  @Test
  void aClientThatCollectsGarbageInsteadOfSendingIsLabelled() throws Exception {
    // a full collection 10 to 20 ms after the last one: a slow machine collects more slowly, too
    Shell.Result thrashing =
        hbench(
            "gc",
            "run get@1 --threads 8 --warmup 1s --for 4s "
                + ROWS
                + " -D 'mapreduce.map.java.opts=-Xmx200m -XX:+UseG1GC"
                + " -XX:G1PeriodicGCInterval=10 -XX:-G1PeriodicGCInvokesConcurrent'");
    assertThat(thrashing.exitCode()).as(thrashing.err()).isZero();
    assertThat(thrashing.out())
        .contains("verdict: degraded")
        .containsPattern("client-gc: 1 of 1 tasks spent more than 10 % .* task 0 on localhost");
  }
}
