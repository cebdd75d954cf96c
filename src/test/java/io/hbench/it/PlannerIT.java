package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The capacity of four region servers, predicted from that of one, two and three, and measured. A
 * server has one get at a time, for some milliseconds.
 */
@Tag("soak")
@Isolated("four servers and a client need two processors")
class PlannerIT {
  private static final int SERVERS = 4;
  private static final int REPEATS = Integer.getInteger("planner.repeats", 3);
  private static final ServersApart SANDBOX = new ServersApart("planner", 25800);
  private static final String ROWS = " --local --table t --value-size 100 --rows 20k";
  private static final int DELAY_MILLIS = 5;

  private static final String SEARCH =
      "findmax --threads %d --objective 'p90<400ms' --start-rate %d --step-time 8s --warmup 2s"
          + " --precision 8%% --out %s get@1"
          + ROWS;

  /** Remains if it fails: what each search found tells why. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  static Path dir;

  @BeforeAll
  static void start() throws Exception {
    SANDBOX.sandbox("start --servers " + SERVERS);
    SANDBOX.hbench("load --tasks 1 --presplit 12 --flush --out " + dir.resolve("load") + ROWS);
    SANDBOX.slow("t", 1, DELAY_MILLIS);
    SANDBOX.spread("t", SERVERS);
    SANDBOX.hbench("run get@1 --warmup 0s --for 30s --out " + dir.resolve("warm") + ROWS);
  }

  @AfterAll
  static void stop() throws Exception {
    SANDBOX.sandbox("stop --clean");
  }

  @Test
  void theCapacityOfFourServersIsInTheIntervalThatOneTwoAndThreePredict() throws Exception {
    double measured = capacity(SERVERS, 0);
    List<String> all = new ArrayList<>();
    for (int servers = SERVERS - 1; servers >= 1; servers--) {
      SANDBOX.sandbox("stop-server regionserver" + (servers + 1));
      SANDBOX.spread("t", servers);
      for (int repeat = 0; repeat < REPEATS; repeat++) {
        capacity(servers, repeat);
        all.add(search(servers, repeat).toString());
      }
    }
    String of = " --format json --of " + String.join(" ", all);
    // a rate that has an answer however wide the interval is: the prediction is the same for each
    Json plan = Json.parse(SANDBOX.hbench("plan --rate " + 0.5 * measured + of).out());
    Json four =
        plan.list("predicted").stream()
            .filter(one -> one.number("servers") == SERVERS)
            .findFirst()
            .orElseThrow();
    System.out.printf(
        "measured %.0f, predicted %s, from %s%n", measured, four, plan.list("measured"));
    assertThat(four).has("extrapolated", true);
    assertThat(measured).as("%s", plan).isBetween(four.number("low"), four.number("high"));
  }

  private static Path search(int servers, int repeat) {
    return dir.resolve(servers + "-" + repeat);
  }

  private static double capacity(int servers, int repeat) throws Exception {
    Path search = search(servers, repeat);
    SANDBOX.hbench(SEARCH.formatted(16 * servers, 150 * servers, search));
    Json found = Json.parse(Files.readString(search.resolve("findmax.json")));
    assertThat(found).has("result.limit", "servers");
    return found.number("result.rate");
  }
}
