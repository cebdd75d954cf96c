package io.hbench.it;

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

import com.google.gson.JsonObject;
import io.hbench.kit.Turns;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs in which servers or containers are missing for a while: real daemons, real signals. */
@Order(Turns.ALONE)
@Sandbox.Alone
class DisturbedRunsIT {
  private static final String TABLE = "disturbed-" + Runs.ID;
  private static final String ROWS = "--table %s --rows 50k --value-size 100".formatted(TABLE);

  @BeforeAll
  static void load() throws Exception {
    Shell.Result load =
        hbench("to-disturb", "load --local --tasks 2 --threads 4 --presplit 4 " + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  /** Real time: a server that stops is in latencies alone. A tenth of the rate can be served. */
  @Test
  void aServerThatStopsForASecondIsInTheResponseTimesAndNotInTheServiceTimes() throws Exception {
    String name = "stall";
    var run = start(name, "run get@2 --threads 4 --rate 200 --warmup 1s --ops 1k " + ROWS);
    double start = startOf(name, 0);
    sleepUntil(start + 1_000 + 2_000);
    signal("STOP", Sandbox.pid("regionserver1"));
    TimeUnit.SECONDS.sleep(1);
    signal("CONT", Sandbox.pid("regionserver1"));

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    JsonObject get = operation(name, 0);
    JsonObject response = get.getAsJsonObject("response");
    JsonObject service = get.getAsJsonObject("service");
    assertThat(response.get("max").getAsDouble()).isGreaterThanOrEqualTo(900_000);
    // 200 of 1,000 requests wait 500 ms on average, 8 of them for an answer, the others unsent
    assertThat(response.get("p95").getAsDouble()).isGreaterThanOrEqualTo(400_000);
    assertThat(response.get("mean").getAsDouble() - service.get("mean").getAsDouble())
        .isGreaterThan(50_000);
    assertThat(ended.out()).containsPattern("get +response +1,000 .*\\n +service ");
    Runs.countsAgree(name);
  }

  @Test
  void tasksThatStartFarApartBeginTogetherAndTheServersCountTheSame() throws Exception {
    String name = "apart";
    var run = start(name, "run get@2 --threads 4 --rate 400 --warmup 0s --ops 800 " + ROWS);
    long stopped = taskProcess(name, 1);
    signal("STOP", stopped);
    TimeUnit.SECONDS.sleep(6);
    signal("CONT", stopped);

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    JsonObject report = report(name);
    JsonObject tasks = report.getAsJsonObject("tasks");
    // tens of milliseconds on an idle machine; 6 s without a common start
    assertThat(tasks.get("startSpreadMs").getAsDouble()).isLessThan(3_000);

    long counted = operation(name, 0).get("count").getAsLong();
    assertThat(counted).isEqualTo(800);
    JsonObject servers = report.getAsJsonObject("servers");
    long served = requests(servers, "after") - requests(servers, "before");
    assertThat((double) served / counted).isCloseTo(1, within(0.02));
    Runs.countsAgree(name);
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
    sleepUntil(startOf("errors", 0) + 3_000);
    signal("STOP", server);
    TimeUnit.SECONDS.sleep(6);
    signal("CONT", server);

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(1);
    assertThat(ended.err()).containsPattern("requests failed: more than --abort-above 1%");
    Leftovers.awaitKilled("errors", 10);
    JsonObject error = report("errors").getAsJsonArray("errors").get(0).getAsJsonObject();
    assertThat(error.get("operation").getAsString()).isEqualTo("get");
    assertThat(error.get("kind").getAsString()).isEqualTo("CallTimeoutException");
    assertThat(error.get("server").getAsString()).startsWith("localhost:");
    assertThat(error.get("first").getAsString()).startsWith("20");
    assertThat(ended.out()).contains("verdict: invalid").contains("failed operation ");
  }

  @Tag("soak")
  @Test
  void moreTasksThanContainersEndInTimeAndLeaveNothing() throws Exception {
    long before = System.nanoTime();
    Shell.Result run =
        hbench(
            "waves",
            "run noop@9 --for 10s --start-timeout 15s -D mapreduce.map.memory.mb=1200"
                + " -D mapreduce.map.maxattempts=40"); // or tasks that give up may be the first
    assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(15 + 90));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .containsPattern(
            "(none|only \\d+) of 9 containers started within --start-timeout 15s; free \\d+ × ");
    Leftovers.awaitKilled("waves", 10);
  }

  @Test
  @Tag("soak")
  void withWavesTheLateTasksAreNamed() throws Exception {
    Shell.Result run =
        hbench(
            "allowed",
            "run noop@12 --threads 1 --rate 1k --for 5s --warmup 0s"
                + " --start-timeout 60s --allow-waves");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("tasks-late: ").containsPattern("on localhost");
  }

  private static long requests(JsonObject servers, String when) {
    JsonObject facts = servers.getAsJsonObject(when);
    return facts.get("readRequests").getAsLong() + facts.get("writeRequests").getAsLong();
  }
}
