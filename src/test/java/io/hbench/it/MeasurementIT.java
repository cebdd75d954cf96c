package io.hbench.it;

import static io.hbench.it.Runs.hbench;
import static io.hbench.it.Runs.operation;
import static io.hbench.it.Runs.report;
import static io.hbench.it.Runs.sleepUntil;
import static io.hbench.it.Runs.start;
import static io.hbench.it.Runs.startOf;
import static io.hbench.it.Runs.taskProcess;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import io.hbench.kit.Measuring;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** Stagger, punctuality and start of the clients, on a machine that does nothing else. */
@Tag("soak")
@Isolated("what else computes is in its figures")
@ExtendWith(Sandbox.class)
class MeasurementIT {
  private static final String ALONE = "run noop@1 --threads 1 --rate 500 --warmup 3s --for 6s";

  @Measuring("that it is busy with nothing else")
  void aRateIsKeptToATenthOfAPercent(int attempt) throws Exception {
    String name = "rate" + attempt;
    Shell.Result run = hbench(name, "run noop@4 --threads 1 --rate 5k --warmup 3s --for 20s");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonObject pace = report(name).getAsJsonObject("pace");
    assertThat(pace.get("sentPerSecond").getAsDouble()).isCloseTo(5_000, within(5.0));
    assertThat(operation(name, 0).get("opsPerSecond").getAsDouble()).isCloseTo(5_000, within(5.0));
    Runs.countsAgree(name);
    assertThat(report(name).getAsJsonObject("clients")).matches(MeasurementIT::isPunctual);
  }

  @Measuring("that it is busy with nothing else")
  void aClientAloneOnItsMachineIsValid(int attempt) throws Exception {
    assertThat(hbench("healthy" + attempt, ALONE).out()).contains("verdict: valid");
  }

  @Measuring("that its scheduler takes the processors from a client that comes last")
  void aClientWithAHogBesideItIsLabelled(int attempt) throws Exception {
    String name = "starved" + attempt;
    var run = start(name, ALONE + " --strict");
    long client = taskProcess(name, 0);
    sleepUntil(startOf(name, 0) + 3_000);
    comesLast(client);
    List<Process> hogs = new ArrayList<>();
    for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
      hogs.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
    }
    TimeUnit.SECONDS.sleep(5);
    hogs.forEach(Process::destroy);
    assertThat(run.get().out()).contains("verdict: degraded").contains("client-send-delay");
    assertThat(run.get().exitCode()).isEqualTo(4);
  }

  /**
   * The operating system is kind to who mostly sleeps, unless it is nice to all others: as threads,
   * and as a session, where those are what shares the processors.
   */
  private static void comesLast(long process) throws Exception {
    Shell.run(
        "cd /proc/%d && renice -n 19 -p $(ls task); [ ! -w autogroup ] || echo 19 > autogroup"
            .formatted(process));
  }

  /** Where the machine itself wakes who sleeps late, it is not idle: then that is the measure. */
  private static boolean isPunctual(JsonObject clients) {
    double lateness = clients.getAsJsonObject("sendDelay").get("p99").getAsDouble();
    double pauses = clients.getAsJsonObject("hiccups").get("p99").getAsDouble();
    double bound = pauses < 1_000 ? 2_000 : 4 * pauses;
    System.out.printf(
        "sent late p99 %.0f µs, woke late p99 %.0f µs: bound %.0f µs%n", lateness, pauses, bound);
    return lateness < bound;
  }
}
