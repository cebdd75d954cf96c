package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static io.hbench.it.Runs.operation;
import static io.hbench.it.Runs.report;
import static io.hbench.it.Runs.signal;
import static io.hbench.it.Runs.sleepUntil;
import static io.hbench.it.Runs.start;
import static io.hbench.it.Runs.startOf;
import static io.hbench.it.Runs.taskProcess;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** Whether the numbers can be believed when things go wrong: real daemons, real signals. */
@Isolated("what else computes is in its figures")
@ExtendWith(Sandbox.class)
class MeasurementIT {
  private static final String ALONE = "m-" + Runs.ID;
  private static final String ROWS = "--table %s --rows 50k --value-size 100".formatted(ALONE);

  @BeforeAll
  static void load() throws Exception {
    Shell.Result load = hbench("measured", "load --tasks 2 --threads 4 --presplit 4 " + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  @Test
  void aServerThatStopsForASecondIsInTheResponseTimesAndNotInTheServiceTimes() throws Exception {
    var run = start("stall", "run get@2 --threads 4 --rate 1k --warmup 15s --for 20s " + ROWS);
    double start = startOf("stall", 0);
    sleepUntil(start + 15_000 + 8_000);
    signal("STOP", Sandbox.pid("regionserver1"));
    TimeUnit.SECONDS.sleep(1);
    signal("CONT", Sandbox.pid("regionserver1"));

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    JsonObject get = operation("stall", 0);
    double responseP99 = get.getAsJsonObject("response").get("p99").getAsDouble();
    double serviceP99 = get.getAsJsonObject("service").get("p99").getAsDouble();
    assertThat(get.getAsJsonObject("response").get("max").getAsDouble())
        .isGreaterThanOrEqualTo(900_000);
    assertThat(responseP99).isGreaterThanOrEqualTo(400_000);
    assertThat(serviceP99).isLessThan(responseP99 / 2);
    assertThat(ended.out()).containsPattern("get +response +20,000 .*\\n +service ");
    countsAgree("stall");
  }

  @Test
  void aRateIsKeptToATenthOfAPercent() throws Exception {
    // a machine that is busy with something else for a moment is not idle: three moments
    List<JsonObject> clients = new ArrayList<>();
    while (clients.size() < 3 && clients.stream().noneMatch(MeasurementIT::isPunctual)) {
      String name = "rate" + clients.size();
      Shell.Result run = hbench(name, "run noop@4 --threads 1 --rate 5k --warmup 5s --for 60s");
      assertThat(run.exitCode()).as(run.err()).isZero();
      JsonObject pace = report(name).getAsJsonObject("pace");
      assertThat(pace.get("sentPerSecond").getAsDouble()).isCloseTo(5_000, within(5.0));
      assertThat(operation(name, 0).get("opsPerSecond").getAsDouble())
          .isCloseTo(5_000, within(5.0));
      countsAgree(name);
      clients.add(report(name).getAsJsonObject("clients"));
    }
    assertThat(clients).anyMatch(MeasurementIT::isPunctual);
  }

  @Test
  void aClientWithAHogBesideItIsLabelled() throws Exception {
    var run = start("apart", "run get@4 --threads 2 --rate 400 --warmup 0s --for 20s " + ROWS);
    long stopped = taskProcess("apart", 3);
    signal("STOP", stopped);
    TimeUnit.SECONDS.sleep(6);
    signal("CONT", stopped);

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    JsonObject report = report("apart");
    JsonObject tasks = report.getAsJsonObject("tasks");
    assertThat(tasks.get("startSpreadMs").getAsDouble()).isLessThanOrEqualTo(50);
    assertThat(tasks.get("late").getAsInt()).isZero();

    long counted = operation("apart", 0).get("count").getAsLong();
    assertThat(counted).isEqualTo(8_000);
    JsonObject servers = report.getAsJsonObject("servers");
    long served = requests(servers, "after") - requests(servers, "before");
    assertThat((double) served / counted).isCloseTo(1, within(0.02));
    countsAgree("apart");
  }

  @Test
  void whenTooManyRequestsFailTheRunEndsAndSaysWhichAndWhere() throws Exception {
    var run =
        start(
            "errors",
            "run get@2 --threads 16 --rate 400 --warmup 0s --for 5m --abort-above 1% "
                + ROWS
                + " -D hbase.rpc.timeout=500 -D hbase.rpc.read.timeout=500"
                + " -D hbase.client.operation.timeout=800 -D hbase.client.retries.number=1");
    long server = Sandbox.pid(Sandbox.serverWithoutMeta());
    sleepUntil(startOf("errors", 0) + 5_000);
    signal("STOP", server);
    TimeUnit.SECONDS.sleep(6);
    signal("CONT", server);

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
    assertThat(ended.err()).containsPattern("requests failed: more than --abort-above 1%");
    assertNothingRuns();
    JsonObject error = report("errors").getAsJsonArray("errors").get(0).getAsJsonObject();
    assertThat(error.get("operation").getAsString()).isEqualTo("get");
    assertThat(error.get("kind").getAsString()).isEqualTo("CallTimeoutException");
    assertThat(error.get("server").getAsString()).startsWith("localhost:");
    assertThat(error.get("first").getAsString()).startsWith("20");
    assertThat(ended.out()).contains("verdict: invalid").contains("errors: ");
  }

  @Test
  void aClientWithAHogBesideItIsLabelledAndTheSameWithoutIsNot() throws Exception {
    String words = "run noop@1 --threads 1 --rate 500 --warmup 3s --for 6s";
    // a machine that is busy with something else for a moment is not healthy: three moments
    List<String> healthy = new ArrayList<>();
    while (healthy.size() < 3 && healthy.stream().noneMatch(MeasurementIT::isValid)) {
      healthy.add(hbench("healthy" + healthy.size(), words).out());
    }
    assertThat(healthy).anyMatch(MeasurementIT::isValid);

    List<Shell.Result> starved = new ArrayList<>();
    while (starved.size() < 3 && starved.stream().noneMatch(MeasurementIT::isLate)) {
      String name = "starved" + starved.size();
      var run = start(name, words + " --strict");
      long client = taskProcess(name, 0);
      sleepUntil(startOf(name, 0) + 3_000);
      comesLast(client);
      List<Process> hogs = new ArrayList<>();
      for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
        hogs.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
      TimeUnit.SECONDS.sleep(5);
      hogs.forEach(Process::destroy);
      starved.add(run.get());
    }
    assertThat(starved).anyMatch(MeasurementIT::isLate);
    assertThat(starved.get(starved.size() - 1).exitCode()).isEqualTo(4);
  }

  @Test
  void moreTasksThanContainersEndInTimeAndLeaveNothing() throws Exception {
    long before = System.nanoTime();
    Shell.Result run = hbench("waves", "run noop@20 --for 10s --start-timeout 25s");
    assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(25 + 30));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .containsPattern("only \\d+ of 20 tasks got a container in 25 s \\(--start-timeout\\)");
    assertNothingRuns();
  }

  @Test
  void withWavesTheLateTasksAreNamed() throws Exception {
    Shell.Result run =
        hbench(
            "allowed",
            "run noop@12 --threads 1 --rate 1k --for 5s --warmup 0s"
                + " --start-timeout 20s --allow-waves");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("late-tasks: ").containsPattern("on localhost");
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
    double lateness = clients.getAsJsonObject("lateness").get("p99").getAsDouble();
    double pauses = clients.getAsJsonObject("pauses").get("p99").getAsDouble();
    double bound = pauses < 1_000 ? 2_000 : 4 * pauses;
    System.out.printf(
        "sent late p99 %.0f µs, woke late p99 %.0f µs: bound %.0f µs%n", lateness, pauses, bound);
    return lateness < bound;
  }

  private static boolean isValid(String report) {
    return report.contains("verdict: valid");
  }

  private static boolean isLate(Shell.Result run) {
    return run.out().contains("verdict: degraded") && run.out().contains("client-lateness");
  }

  private static void assertNothingRuns() throws Exception {
    assertThat(Shell.inSandbox("yarn application -list 2>/dev/null").out())
        .contains("Total number of applications")
        .containsPattern("\\):0\\s");
  }

  /** Σ intervals = totals = job counters: the verdict looks, and would say so. */
  private static void countsAgree(String run) throws Exception {
    JsonObject report = report(run);
    assertThat(report.getAsJsonObject("verdict").toString()).doesNotContain("counts-differ");
    long points = 0;
    for (JsonElement point : report.getAsJsonObject("timeline").getAsJsonArray("points")) {
      points += point.getAsJsonObject().get("count").getAsLong();
    }
    long counter =
        Sandbox.json(dir(run) + "/job.json")
            .getAsJsonObject("counters")
            .get("REQUESTS")
            .getAsLong();
    assertThat(points).isEqualTo(counter).isEqualTo(operation(run, 0).get("count").getAsLong());
  }

  private static long requests(JsonObject servers, String when) {
    JsonObject facts = servers.getAsJsonObject(when);
    return facts.get("readRequests").getAsLong() + facts.get("writeRequests").getAsLong();
  }
}
