package io.hbench.it;

import static io.hbench.it.Runs.hbench;
import static io.hbench.it.Runs.report;
import static io.hbench.it.Runs.signal;
import static io.hbench.it.Runs.sleepUntil;
import static io.hbench.it.Runs.start;
import static io.hbench.it.Runs.startOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A region server that hangs from the warm-up to the end, and slots for each server. */
@Tag("soak")
@Sandbox.Alone
class HungServerIT {
  private static final String ROWS =
      "--table hung-%s --rows 20k --value-size 100".formatted(Runs.ID);
  private static final String LOAD =
      "run get@2 --client async --threads 1 --in-flight 64 --warmup 6s --for 12s " + ROWS;
  private static final int BOUND = 8;

  @BeforeAll
  static void load() throws Exception {
    Shell.Result load = hbench("hung-load", "load --local --tasks 2 --presplit 4 " + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  @AfterEach
  void allServersAreThere() throws Exception {
    Shell.Result started = Shell.run("bin/sandbox start");
    assertThat(started.exitCode()).as(started.err()).isZero();
  }

  @Test
  void withoutABoundNothingIsMeasured() throws Exception {
    JsonObject report = withAHungServer("hung-all", LOAD);
    assertThat(report.getAsJsonObject("verdict").toString()).contains("nothing-measured");
  }

  @Test
  void withABoundTheOtherServerIsMeasured() throws Exception {
    JsonObject report = withAHungServer("hung-one", LOAD + " --in-flight-per-server " + BOUND);
    JsonObject byServer = report.getAsJsonObject("byServer");
    JsonObject withheld = byServer.getAsJsonArray("withheld").get(0).getAsJsonObject();
    String hung = withheld.get("server").getAsString();
    long measured = 0;
    for (JsonElement server : byServer.getAsJsonArray("servers")) {
      if (!server.getAsJsonObject().get("server").getAsString().equals(hung)) {
        measured += server.getAsJsonObject().get("count").getAsLong();
      }
    }
    assertThat(measured).as(report.getAsJsonObject("verdict").toString()).isGreaterThan(5_000);
    assertThat(withheld.get("requests").getAsLong()).isBetween(measured / 2, 2 * measured);
    assertThat(report.getAsJsonObject("verdict").toString()).contains("requests-withheld");
    JsonObject held = byServer.getAsJsonArray("held").get(0).getAsJsonObject();
    assertThat(held.get("server").getAsString()).isEqualTo(hung);
    assertThat(held.get("requests").getAsLong()).isEqualTo(2 * BOUND);
  }

  /** Stops a server in the warm-up, and lets it go on after the window. */
  private static JsonObject withAHungServer(String name, String command) throws Exception {
    var run = start(name, command);
    long server = Sandbox.pid(Sandbox.serverWithoutMeta());
    double start = startOf(name, 0);
    sleepUntil(start + 3_000);
    signal("STOP", server);
    try {
      sleepUntil(start + 20_000);
    } finally {
      signal("CONT", server);
    }
    run.get();
    return report(name);
  }
}
