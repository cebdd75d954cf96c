package io.hbench.it;

import static io.hbench.it.Runs.hbench;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What neighbours do to a tenant, by one run, and whether other runs confirm it. */
@Tag("soak")
@Sandbox.Alone
class NeighbourIT {
  private static final int PAIRS_OF_RUNS = 3;
  private static final int IDLE = Integer.getInteger("neighbour.runs", 20);
  private static final String ROWS = " --rows 20000 --value-size 200";
  private static final String WEB = "get@1 --threads 2 --table web-" + Runs.ID + ROWS;
  private static final String ETL = " --table etl-" + Runs.ID + ROWS;
  private static final String SCAN =
      "scan@1 --threads 2 --scan-rows 500 --filter-all" + ETL.replace("20000", "19500");

  @TempDir static Path dir;

  @BeforeAll
  static void load() throws Exception {
    hbench("load", "load --local --tasks 1 --flush" + tenants("get@1" + ETL));
  }

  private static String tenants(String neighbour) throws Exception {
    Path file = Files.createTempFile(dir, "tenants", ".yaml");
    return " --tenants " + Files.writeString(file, "web: %s%netl: %s%n".formatted(WEB, neighbour));
  }

  private static void drive(String name, String words) throws Exception {
    Shell.Result run = hbench(name, words + " --local");
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
  }

  /** The figures of the comparison that a run has left. */
  private static Map<String, JsonObject> figures(String name) throws Exception {
    Map<String, JsonObject> figures = new LinkedHashMap<>();
    JsonObject set =
        Sandbox.json(Runs.dir(name) + "/web/compare.json")
            .getAsJsonArray("sets")
            .get(0)
            .getAsJsonObject();
    JsonObject operation = set.getAsJsonArray("operations").get(0).getAsJsonObject();
    for (JsonElement figure : operation.getAsJsonArray("figures")) {
      if (!figure.getAsJsonObject().get("low").isJsonNull()) { // else there is too little data
        figures.put(figure.getAsJsonObject().get("figure").getAsString(), figure.getAsJsonObject());
      }
    }
    return figures;
  }

  private static boolean contains(JsonObject figure, double change) {
    return figure.get("low").getAsDouble() <= change && change <= figure.get("high").getAsDouble();
  }

  @Test
  void whatAScanDoesToItsNeighbourIsWhatSeparateRunsShow() throws Exception {
    drive("scan", "run --alternate 2s --for 120s --warmup 8s" + tenants(SCAN));
    List<Double> throughput = new ArrayList<>();
    List<Double> median = new ArrayList<>();
    for (int i = 0; i < PAIRS_OF_RUNS; i++) {
      drive("alone" + i, "run " + WEB + " --for 20s --warmup 8s");
      drive("with" + i, "run --for 20s --warmup 8s" + tenants(SCAN));
      JsonObject alone = Runs.operation("alone" + i, 0);
      JsonObject with = Runs.operation("with" + i + "/web", 0);
      throughput.add(number(with, "opsPerSecond") / number(alone, "opsPerSecond") - 1);
      median.add(
          number(with.getAsJsonObject("service"), "p50")
                  / number(alone.getAsJsonObject("service"), "p50")
              - 1);
    }
    Collections.sort(throughput);
    Collections.sort(median);
    Map<String, JsonObject> figures = figures("scan");
    String all = "%s, separate runs: ops/s %s, p50 %s".formatted(figures, throughput, median);
    assertThat(figures.get("ops/s").get("high").getAsDouble()).as(all).isLessThan(-0.1);
    assertThat(contains(figures.get("ops/s"), throughput.get(PAIRS_OF_RUNS / 2))).as(all).isTrue();
    assertThat(contains(figures.get("p50"), median.get(PAIRS_OF_RUNS / 2))).as(all).isTrue();
  }

  @Test
  void theExampleWorksAsItStands() throws Exception {
    String example = " --tenants job-conf/neighbour.yaml";
    try {
      drive("example-load", "load --tasks 1" + example);
      drive("example", "run --alternate 500ms --for 20s --warmup 3s" + example);
      assertThat(Runs.operation("example/etl", 0).get("operation").getAsString())
          .isEqualTo("scan.candidate");
    } finally {
      try (Connection connection = Sandbox.hbase();
          Admin admin = connection.getAdmin()) {
        for (TableName table : admin.listTableNames(Pattern.compile("tenants-(web|etl)"))) {
          admin.disableTable(table);
          admin.deleteTable(table);
        }
      }
    }
  }

  private static double number(JsonObject of, String name) {
    return of.get(name).getAsDouble();
  }

  @Test
  void aNeighbourThatIsIdleChangesNothing() throws Exception {
    int unchanged = 0;
    for (int i = 0; i < IDLE; i++) {
      String idle = "get@1 --threads 1 --rate 10 --arrival poisson" + ETL;
      drive("idle" + i, "run --alternate 500ms --for 20s --warmup 3s" + tenants(idle));
      Map<String, JsonObject> figures = figures("idle" + i);
      boolean known = !figures.isEmpty();
      unchanged +=
          known && figures.values().stream().allMatch(figure -> contains(figure, 0)) ? 1 : 0;
    }
    assertThat(unchanged)
        .as("of %s runs without a change", IDLE)
        .isGreaterThanOrEqualTo((int) Math.ceil(IDLE * 17 / 20.0));
  }
}
