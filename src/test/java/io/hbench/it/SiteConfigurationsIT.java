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
 * again. Puts wait for a slow disk, so that handlers are what they lack, and scans for processors.
 */
@Tag("soak")
@Isolated("what else computes is in its figures")
class SiteConfigurationsIT {
  private static final HeldServers SANDBOX = new HeldServers("configurations", 26200);

  @TempDir static Path dir;

  @BeforeAll
  static void start() throws Exception {
    Shell.Result made =
        Shell.run(
            "cc -shared -fPIC -DDELAY_MICROS=5000 -o target/slow.so src/test/c/slow-disk.c -ldl");
    assertThat(made.exitCode()).as(made.err()).isZero();
    SANDBOX.start("LD_PRELOAD=$PWD/target/slow.so ", 2, 0.35);
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
            settings: {table: t, rows: 5k, value-size: 100, local: true, tasks: 1, warmup: 3s, for: 6s}
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
            - {name: load, command: load --recreate --presplit 12 --flush, once: true}
            - {name: scan, command: run scan@1 --scan-rows 100 --threads 12 --rows 4900}
            - {name: put, command: run put@1 --threads 24}
            """
                .replace("HANDLERS2", handlers(" -D hbase.regionserver.handler.count=2"))
                .replace("HANDLERS30", handlers(""))
                .replace("STOP", SANDBOX.command("stop-server regionserver2"))
                .replace("START", SANDBOX.command("start-server regionserver2")));
    Hbench.Result run = new Hbench(SANDBOX.conf(), dir).job("suite", "suite " + file);
    assertThat(run).as(run.out() + run.err()).hasExitCode(0);
    List<Json> sets = run.json("compare.json").list("sets");
    assertThat(verdicts(sets, "put configuration=handlers2")).contains("regression");
    assertThat(verdicts(sets, "scan configuration=one-less")).contains("regression");
    for (String step : List.of("scan", "put")) {
      assertThat(verdicts(sets, step + " configuration=same"))
          .as(run.out())
          .isNotEmpty()
          .doesNotContain("regression", "improvement");
    }
    assertThat(dir.resolve("suite/compare.html")).exists();
  }

  /** A line of a shell that starts both servers anew. */
  private static String handlers(String properties) {
    return "for n in 1 2; do %s && %s || exit 1; done"
        .formatted(
            SANDBOX.command("stop-server regionserver$n"),
            SANDBOX.command("start-server regionserver$n" + properties));
  }

  /** Of throughput and latencies. */
  private static List<String> verdicts(List<Json> sets, String name) {
    return sets.stream()
        .filter(set -> set.text("name").equals(name))
        .flatMap(set -> set.at("operations.0").list("figures").stream())
        .filter(figure -> List.of("ops/s", "p50", "p99").contains(figure.text("figure")))
        .map(figure -> figure.text("verdict"))
        .toList();
  }
}
