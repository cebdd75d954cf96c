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

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs that lose a region server, a NodeManager or a DataNode for longer than a test may take. */
@Tag("soak")
@Sandbox.Alone
class LostPartsIT {
  private static final String ROWS =
      "--table lost-%s --rows 20k --value-size 100".formatted(Runs.ID);

  @BeforeAll
  static void load() throws Exception {
    Shell.Result load = hbench("to-lose", "load --local --tasks 2 --presplit 4 " + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  @AfterEach
  void startWhatIsMissing() throws Exception {
    Shell.Result started = Shell.run("bin/sandbox start");
    assertThat(started.exitCode()).as(started.err()).isZero();
  }

  /** Its requests are open from the warm-up to one minute after the end of the window. */
  @Test
  void requestsToARegionServerThatHangsAreUnfinished() throws Exception {
    var run =
        start(
            "hanging",
            "run get@2 --client async --in-flight 4k --rate 100 --warmup 5s --for 20s "
                + ROWS
                + " --abort-above 100%" // half of them fail
                + " -D hbase.rpc.timeout=300000 -D hbase.rpc.read.timeout=300000"
                + " -D hbase.client.operation.timeout=300000");
    long server = Sandbox.pid(Sandbox.serverWithoutMeta());
    sleepUntil(startOf("hanging", 0) + 2_000);
    signal("STOP", server);
    try {
      TimeUnit.SECONDS.sleep(90);
    } finally {
      signal("CONT", server);
      TimeUnit.SECONDS.sleep(5); // HBase has given its regions away: it aborts
    }

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out()).contains("requests-failed: ").contains("Unfinished ");
    Runs.countsAgree("hanging");
  }

  @Test
  void aRunGoesOnWithoutTheTaskOfALostNodeManager() throws Exception {
    var run =
        start(
            "node",
            // as large as half of the sandbox: one task on each of the two
            "run get@2 --threads 2 --rate 400 --warmup 0s --for 60s --lost-tasks 50% "
                + ROWS
                + " -D mapreduce.map.memory.mb=2500");
    sleepUntil(startOf("node", 1) + 5_000);
    long lost = taskProcess("node", withoutMaster("node"));
    signal("KILL", Sandbox.pid(nodeManager(lost)));

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out())
        .contains("verdict: degraded")
        .contains("tasks-lost: 1 of 2 tasks were lost after the start; ")
        .contains("; 1 of 2 tasks (1 lost) on ");
    JsonObject task =
        report("node").getAsJsonObject("tasks").getAsJsonArray("lost").get(0).getAsJsonObject();
    assertThat(task.get("host").getAsString()).isEqualTo("localhost");
    assertThat(task.get("requests").getAsLong()).isBetween(3 * 200L, 60 * 200L);
    assertThat(operation("node", 0).get("count").getAsLong()).isEqualTo(60 * 200);
    Runs.countsAgree("node");
  }

  /** The sandbox has one DataNode: what is written meanwhile fails. */
  @Test
  void aReportIsCompleteThatHadNoDataNodeForAWhile() throws Exception {
    var run = start("data", "run noop@2 --threads 1 --rate 200 --warmup 0s --for 60s");
    sleepUntil(startOf("data", 1) + 5_000);
    signal("KILL", Sandbox.pid("datanode"));
    TimeUnit.SECONDS.sleep(10);
    startWhatIsMissing();

    Shell.Result ended = run.get();
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out())
        .contains("task-file-incomplete: the own files of 2 of 2 tasks lack records")
        .containsPattern("noop +response +12,000 ");
    Runs.countsAgree("data");
  }

  /** The task that shares no NodeManager with the application master. */
  static int withoutMaster(String name) throws Exception {
    String application = Runs.job(name).replace("job", "application");
    long master =
        ProcessHandle.allProcesses()
            .filter(p -> p.info().command().orElse("").endsWith("java"))
            .filter(p -> p.info().commandLine().orElse("").contains("MRAppMaster"))
            .filter(p -> p.info().commandLine().orElse("").contains(application))
            .findAny()
            .orElseThrow()
            .pid();
    return nodeManager(taskProcess(name, 0)).equals(nodeManager(master)) ? 1 : 0;
  }

  /** The NodeManager of a container: YARN tells the container its port. */
  static String nodeManager(long container) throws Exception {
    String variable = "NM_PORT=";
    String port =
        Arrays.stream(
                Files.readString(Path.of("/proc", Long.toString(container), "environ")).split("\0"))
            .filter(v -> v.startsWith(variable))
            .findAny()
            .orElseThrow()
            .substring(variable.length());
    return Files.readAllLines(Path.of("target/sandbox/conf/ports")).stream()
        .filter(line -> line.endsWith(" " + port))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .findAny()
        .orElseThrow();
  }
}
