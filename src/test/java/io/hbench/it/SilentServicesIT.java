package io.hbench.it;

import static io.hbench.it.Runs.hbench;
import static io.hbench.it.Runs.signal;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A load that would drop its table, while a service of the cluster does not answer. */
@Tag("soak")
@Sandbox.Alone
class SilentServicesIT {
  private static final String LOAD =
      "load --table silent-%s --rows 1k --tasks 1 ".formatted(Runs.ID);

  /** Three limits of a minute each, and ten times what the commands before them take. */
  private static final int MAX_MINUTES = 15;

  @BeforeAll
  static void load() throws Exception {
    Shell.Result load = hbench("to-keep", LOAD + "--local");
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  @AfterEach
  void theTableIsAsItWas() throws Exception {
    Shell.Result started = Shell.run("bin/sandbox start");
    assertThat(started.exitCode()).as(started.err()).isZero();
    Shell.Result verify =
        hbench("kept-" + System.nanoTime(), "verify --local " + Runs.dir("to-keep"));
    assertThat(verify.exitCode()).as(verify.out() + verify.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "zookeeper, can't reach HBase at .*: no answer in 8 s",
    "master, can't reach HBase at .*: CallTimeoutException .* rpcTimeout=10000ms",
    "namenode, can't look for .*: no answer in 60 s",
    "resourcemanager, can't submit a job: no answer in 60 s"
  })
  void aServiceThatDoesNotAnswerCostsMinutesAndNoTable(String daemon, String why) throws Exception {
    long pid = Sandbox.pid(daemon);
    signal("STOP", pid);
    try {
      isRefused(daemon, why);
    } finally {
      signal("CONT", pid);
      TimeUnit.SECONDS.sleep(5); // who has lost a session aborts
    }
  }

  @Test
  void aNameNodeInSafeModeCostsNoTable() throws Exception {
    assertThat(Shell.inSandbox("hdfs dfsadmin -safemode enter").exitCode()).isZero();
    try {
      isRefused("safe-mode", ".*safe mode.*");
    } finally {
      Shell.inSandbox("hdfs dfsadmin -safemode leave");
    }
  }

  private static void isRefused(String run, String why) throws Exception {
    CompletableFuture<Shell.Result> running = Runs.start(run, LOAD + "--recreate");
    Shell.Result refused = running.get(MAX_MINUTES, TimeUnit.MINUTES);
    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(1);
    assertThat(refused.err()).matches("hbench: " + why + "\n");
  }
}
