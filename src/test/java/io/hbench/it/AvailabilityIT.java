package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The suite of faults, in small: region servers of the sandbox go and come back. */
@Tag("soak")
@Sandbox.Alone
class AvailabilityIT {
  private static final String ROOT = "/availability-" + Runs.ID;
  private static final String OUT = ROOT + "/suite";
  private static final String SMALL =
      "suite job-conf/availability.yaml --local --quiet --rows 5k --rate 500 --for 100s --warmup 5s"
          + " --tasks 2 --interval 500ms --table availability%s --out %s".formatted(Runs.ID, OUT);

  @AfterAll
  static void cleanUp() throws Exception {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      hdfs.delete(new Path(ROOT), true);
    }
  }

  @Test
  void serversGoAndComeBackAndNoRowIsLost() throws Exception {
    Shell.Result suite = Sandbox.hbench(SMALL);
    System.out.println(suite.out());
    assertThat(suite.exitCode()).as(suite.out() + suite.err()).isZero();
    for (String step : List.of("one-down", "rolling-restart", "split-storm", "balancer")) {
      keepPage(step);
    }
    assertThat(suite.out())
        .containsPattern("(?m)^verify ")
        .contains("\nverdict: passed\n")
        .containsPattern("\nruns: +6\n");
    assertThat(marks("one-down"))
        .satisfiesExactly(
            start -> assertThat(start).isEqualTo("stop-server"),
            end -> assertThat(end).matches("stop-server done after [\\d.]+ s: localhost:\\d+"));
    assertThat(marks("rolling-restart").get(1))
        .matches("restart-server all done after [\\d.]+ s: localhost:\\d+, localhost:\\d+");
    assertThat(marks("split-storm")).hasSize(6);
    assertThat(marks("balancer").get(3)).contains("balance done after ");
    for (String step : List.of("one-down", "rolling-restart", "split-storm", "balancer")) {
      JsonObject phases = report(step).getAsJsonObject("phases");
      assertThat(phases.getAsJsonArray("phases").get(0).getAsJsonObject().get("phase"))
          .hasToString("\"before\"");
      assertThat(phases.get("band").isJsonNull()).as(step).isFalse();
    }
    for (String step : List.of("one-down", "balancer")) {
      JsonArray recoveries = recoveries(step);
      assertThat(recoveries).as(step).hasSize(1);
      for (String part : List.of("noticedSeconds", "openSeconds")) {
        assertThat(recoveries.get(0).getAsJsonObject().get(part).isJsonNull()).as(part).isFalse();
      }
    }
    assertThat(recoveries("rolling-restart")).hasSize(2);
    assertThat(recoveries("split-storm")).isEmpty();
    assertThat(Shell.run("bin/sandbox status").exitCode()).isZero();
  }

  private static JsonArray recoveries(String step) throws Exception {
    return report(step).getAsJsonObject("phases").getAsJsonArray("recoveries");
  }

  /** The page of a step, to look at. */
  private static void keepPage(String step) throws Exception {
    java.nio.file.Path kept = java.nio.file.Path.of("target/availability", step + ".html");
    Files.createDirectories(kept.getParent());
    try (FileSystem hdfs = Sandbox.hdfs();
        InputStream page = hdfs.open(new Path(OUT + "/" + step + "/report.html"))) {
      Files.copy(page, kept, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Ctrl-C in the middle of an action must not leave the cluster with a server less. */
  @Test
  void ctrlCStartsTheServerThatWasStopped() throws Exception {
    java.nio.file.Path file = Files.createTempFile("one-down", ".yaml");
    java.nio.file.Path killed = file.resolveSibling(file.getFileName() + ".killed");
    java.nio.file.Path err = Files.createTempFile("one-down", ".err");
    Files.writeString(
        file,
        """
        settings: {table: interrupted%s, rows: 1k, tasks: 1, rate: 50, yes: servers}
        steps:
        - {name: load, command: load --recreate --presplit 4}
        - name: a
          command: run get --for 5m --warmup 0s
          during:
          - {after: 1s, action: kill-server}
          - {after: 2s, shell: "sleep 1; echo killed >&2; touch %s"}
        """
            .formatted(Runs.ID, killed));
    String command = "suite %s --local --out %s/interrupted".formatted(file, ROOT);
    Process process = Sandbox.submitter(command, err, err);
    Waits.until("the killed server", () -> Sandbox.end(process, err), () -> Files.exists(killed));
    assertThat(Shell.run("kill -TERM " + process.pid()).exitCode()).isZero();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(Sandbox.INTERRUPTED);
    assertThat(err).content().contains("undo: start localhost:");
    assertThat(Shell.run("bin/sandbox status").exitCode()).isZero();
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      assertThat(admin.getRegionServers()).hasSize(2);
    }
  }

  private static JsonObject report(String step) throws Exception {
    return Sandbox.json(OUT + "/" + step + "/report.json");
  }

  /** What hooks have marked on the timeline of a step. */
  private static List<String> marks(String step) throws Exception {
    JsonArray events = report(step).getAsJsonObject("timeline").getAsJsonArray("events");
    List<String> marks = new ArrayList<>();
    for (JsonElement event : events) {
      if (event.getAsJsonObject().get("kind").getAsString().equals("hook")) {
        marks.add(event.getAsJsonObject().get("what").getAsString());
      }
    }
    return marks;
  }
}
