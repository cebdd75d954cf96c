package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.hbench.kit.Json;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Places of tasks on four hosts, of which the first two keep their region servers. */
@Tag("soak")
@ResourceLock(Sandbox.LOCK)
@TestMethodOrder(OrderAnnotation.class)
class PlaceIT {
  private static final Path HOME = Path.of("target/place").toAbsolutePath();

  /** Its own sandbox, beside that of the other tests. */
  private static final String SANDBOX =
      "export HBENCH_SANDBOX=%s HBENCH_SANDBOX_PORT_BASE=24800 HBENCH_SANDBOX_JAVA_OPTIONS='%s'; "
          .formatted(HOME, Sandbox.QUICK);

  private static final String TABLE = " --table t --rows 1k";
  private static final String GETS = "run get --ops 12k --warmup 0s" + TABLE;

  @BeforeAll
  static void start() throws Exception {
    Shell.Result start = shell("bin/sandbox start --hosts 4");
    assumeFalse(
        start.exitCode() == 2 && start.err().contains("no network can be made"), start.err());
    assertThat(start.exitCode()).as(start.out() + start.err()).isZero();
    assertThat(hbench("load --presplit 4 --tasks 1" + TABLE).exitCode()).isZero();
  }

  @AfterAll
  static void stop() throws Exception {
    assertThat(shell("bin/sandbox stop --clean").exitCode()).isZero();
  }

  private static Shell.Result shell(String line) throws Exception {
    return Shell.run(SANDBOX + line);
  }

  private static Shell.Result inSandbox(String line) throws Exception {
    return shell("eval \"$(bin/sandbox env)\" && " + line);
  }

  private static Shell.Result hbench(String words) throws Exception {
    return inSandbox(Sandbox.HBENCH + words + " --quiet");
  }

  private static void runsOn(String place, int tasks, String... hosts) throws Exception {
    String dir = "/" + place.replace(':', '-');
    Shell.Result run = hbench("%s --place %s --out %s".formatted(GETS, place, dir));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains(" (--place " + place + ")");
    List<Json> all =
        Json.parse(inSandbox("hdfs dfs -cat " + dir + "/report.json").out()).list("clients.tasks");
    assertThat(all).hasSize(tasks).extracting(task -> task.text("host")).containsOnly(hosts);
  }

  private static void isRefused(String place, String why) throws Exception {
    Shell.Result run = hbench(GETS + " --place " + place);
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(2);
    assertThat(run.err()).contains("hbench: --place " + place + ": " + why + "\n");
  }

  @Test
  @Order(1)
  void eachOfFourHostsHasOneTask() throws Exception {
    runsOn("hosts:4", 4, "h1", "h2", "h3", "h4");
  }

  @Test
  @Order(2)
  void aPlaceThatYarnDoesNotHaveIsRefused() throws Exception {
    String nodes = "YARN has NodeManagers on 4 hosts, h1, h2, h3, h4";
    isRefused("hosts:5", nodes + "; try --place hosts:4");
    isRefused("apart", nodes + ", each with a region server; try --place servers");
    isRefused("label:bench", "no NodeManager that runs has a label; try --place servers");
  }

  @Test
  @Order(3)
  void tasksRunOnTheHostsOfRegionServersOrApart() throws Exception {
    assertThat(shell("bin/sandbox stop-server regionserver3").exitCode()).isZero();
    assertThat(shell("bin/sandbox stop-server regionserver4").exitCode()).isZero();
    runsOn("servers", 4, "h1", "h2");
    runsOn("apart", 4, "h3", "h4");
  }

  /**
   * Two hosts have room for ten of its tasks; the job leaves the others after a failure on each.
   */
  @Test
  @Order(4)
  void aPlaceWithoutRoomForAllTasksEndsTheJobBeforeItsStart() throws Exception {
    Shell.Result run = hbench(GETS + " --place apart --tasks 12 --start-timeout 60s");
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
    assertThat(run.err())
        .containsPattern(
            " of 12 containers started within --start-timeout 1m; free \\d+ × 640 MB in queue"
                + " default for --place apart");
  }

  @Test
  @Order(5)
  void tasksRunOnNodesWithALabel() throws Exception {
    String label = "yarn rmadmin -addToClusterNodeLabels bench && ";
    assertThat(inSandbox(label + "yarn rmadmin -replaceLabelsOnNode h4=bench").exitCode()).isZero();
    runsOn("label:bench", 4, "h4");
  }
}
