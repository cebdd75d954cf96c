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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Outages of known length: a region server is stopped and goes on. */
@Tag("soak")
@Sandbox.Alone
class OutagesIT {
  private static final String ROWS =
      "--table outages-%s --rows 20k --value-size 100".formatted(Runs.ID);
  private static final int WARMUP = 10;
  private static final int SECONDS = 62;

  /** Largest error of an edge in seconds: a request to a region comes every 8 ms. */
  private static final double EDGE = 0.1;

  /** The starts of the stops in seconds after the start of the window, and their lengths. */
  private static final int[][] STOPS = {{4, 2}, {10, 10}, {25, 30}};

  @BeforeAll
  static void load() throws Exception {
    Shell.Result load = hbench("outages-load", "load --local --tasks 2 --presplit 4 " + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  @AfterEach
  void allServersAreThere() throws Exception {
    Shell.Result started = Shell.run("bin/sandbox start");
    assertThat(started.exitCode()).as(started.err()).isZero();
  }

  /** With a few slots, which the stopped server takes; and with slots for all requests. */
  @ParameterizedTest
  @ValueSource(strings = {"--threads 8", "--client async --threads 1 --in-flight 10k"})
  void theEdgesOfAnOutageAreThoseOfTheStop(String slots) throws Exception {
    String name = "outages" + slots.length();
    var run =
        start(
            name,
            "run get@2 --rate 500 --warmup %ds --for %ds --objective 'longest outage < 20s' %s %s"
                .formatted(WARMUP, SECONDS, slots, ROWS));
    long server = Sandbox.pid(Sandbox.serverWithoutMeta());
    double window = startOf(name, 0) + WARMUP * 1_000;
    List<Stop> stops = new ArrayList<>();
    for (int[] stop : STOPS) {
      sleepUntil(window + stop[0] * 1_000);
      Signalled stopped = Signalled.send("STOP", server, window);
      try {
        TimeUnit.SECONDS.sleep(stop[1]);
      } finally {
        stops.add(new Stop(stopped, Signalled.send("CONT", server, window), stop[1]));
      }
    }
    Shell.Result ended = run.get();
    assertThat(ended.out()).contains("\navailability:", "longest outage < 20s");
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(3);

    JsonObject availability = report(name).getAsJsonObject("availability");
    List<JsonObject> outages = new ArrayList<>();
    for (JsonElement outage : availability.getAsJsonArray("list")) {
      outages.add(outage.getAsJsonObject());
    }
    assertThat(outages).as(ended.out()).hasSameSizeAs(stops);
    for (int i = 0; i < stops.size(); i++) {
      JsonObject outage = outages.get(i);
      Stop stop = stops.get(i);
      // with slots for all of them, the server answers the requests of the stop first
      double queue = slots.contains("async") ? 0.1 * stop.seconds : 0;
      assertThat(outage.get("regions").getAsInt()).isEqualTo(2);
      assertThat(outage.get("from").getAsDouble())
          .isBetween(stop.from.before - EDGE, stop.from.after + EDGE);
      assertThat(outage.get("to").getAsDouble())
          .isBetween(stop.to.before - EDGE, stop.to.after + EDGE + queue);
      assertThat(outage.get("ended").getAsBoolean()).isTrue();
    }
  }

  private record Stop(Signalled from, Signalled to, int seconds) {}

  /** A signal that was sent between two times, in seconds after the start of the window. */
  private record Signalled(double before, double after) {
    static Signalled send(String name, long process, double window) throws Exception {
      double before = System.currentTimeMillis() - window;
      signal(name, process);
      return new Signalled(before / 1_000, (System.currentTimeMillis() - window) / 1_000);
    }
  }
}
