package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Configurations of region servers: two handlers in place of thirty, one server less, and the same
 * again. A server does four gets at a time, so that it lacks handlers with two.
 */
@Tag("soak")
@Isolated("what else computes is in its figures")
class SiteConfigurationsIT {
  private static final String NAME = "configurations";
  private static final int PORTS = 26200;
  private static final ServersApart SANDBOX = new ServersApart(NAME, PORTS);
  private static final String ROWS = " --table t --rows 5k --value-size 100 --local --tasks 1";

  @TempDir static Path dir;

  @BeforeAll
  static void start() throws Exception {
    SANDBOX.sandbox("start --servers 2");
    SANDBOX.hbench("load --presplit 12 --flush --out " + dir.resolve("load") + ROWS);
    SANDBOX.slow("t", 4, 20);
    SANDBOX.spread("t", 2);
  }

  @AfterAll
  static void stop() throws Exception {
    SANDBOX.sandbox("stop --clean");
  }

  @Test
  void fewHandlersAndAMissingServerAreToldAndAnEqualConfigurationIsNot() throws Exception {
    Path file =
        Files.writeString(
            dir.resolve("site.yaml"),
            """
            name: site
            repeat: 5
            count_last: 4
            order: blocks
            configurations:
              base: {}
              handlers2:
                do: HANDLERS2
                undo: HANDLERS30
              one-less:
                do: STOP
                undo: START
              same: {}
            steps:
            - {name: get, command: run get --threads 24 --warmup 3s --for 6s ROWS}
            """
                .replace("ROWS", ROWS)
                .replace("HANDLERS2", handlers(" -D hbase.regionserver.handler.count=2"))
                .replace("HANDLERS30", handlers(""))
                .replace("STOP", SANDBOX.command("stop-server regionserver2"))
                .replace(
                    "START", SANDBOX.command("start-server regionserver2") + " && " + spread()));
    Hbench.Result run = new Hbench(SANDBOX.conf(), dir).job("suite", "suite " + file);
    assertThat(run).as(run.out() + run.err()).hasExitCode(0);
    List<Json> sets = run.json("compare.json").list("sets");
    assertThat(verdicts(sets, "handlers2")).containsOnly("regression");
    assertThat(verdicts(sets, "one-less")).containsOnly("regression");
    assertThat(verdicts(sets, "same")).doesNotContain("regression", "improvement");
    assertThat(dir.resolve("suite/compare.html")).exists();
  }

  /** A line of a shell that starts both servers anew. */
  private static String handlers(String properties) {
    return "for n in 1 2; do %s && %s || exit 1; done && %s"
        .formatted(
            SANDBOX.command("stop-server regionserver$n"),
            SANDBOX.command("start-server regionserver$n" + properties),
            spread());
  }

  private static String spread() {
    return "java -cp '%s' %s %s %d t 2"
        .formatted(
            System.getProperty("java.class.path"), ServersApart.class.getName(), NAME, PORTS);
  }

  /** Of throughput and median. */
  private static List<String> verdicts(List<Json> sets, String configuration) {
    List<String> verdicts =
        sets.stream()
            .filter(set -> set.text("name").equals("get configuration=" + configuration))
            .flatMap(set -> set.at("operations.0").list("figures").stream())
            .filter(figure -> List.of("ops/s", "p50").contains(figure.text("figure")))
            .map(figure -> figure.text("verdict"))
            .toList();
    assertThat(verdicts).hasSize(2);
    return verdicts;
  }
}
