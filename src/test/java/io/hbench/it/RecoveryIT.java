package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The recovery from a kill of a region server: the report beside the master's log. */
@Tag("soak")
@Sandbox.Alone
class RecoveryIT {
  private static final String TABLE = "recovery-" + Runs.ID;
  private static final String ROWS = "--table %s --rows 20k --value-size 100".formatted(TABLE);

  /** A poll of the master's list, and the errors of two clocks. */
  private static final double NOTICED = 0.5;

  /** A poll of the servers, two of which are asked for their regions while they open some. */
  private static final double OPEN = 1;

  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss,SSS");

  private static final int LOG_TIME_LENGTH = 23;

  @AfterEach
  void allServersAreThere() throws Exception {
    Shell.Result started = Shell.run("bin/sandbox start");
    assertThat(started.exitCode()).as(started.err()).isZero();
  }

  @Test
  void thePartsOfTheRecoveryAreThoseOfTheMastersLogAndNoRowIsLost() throws Exception {
    Shell.Result load = hbench("recovery-load", "load --local --tasks 2 --presplit 8 " + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();
    String server = "localhost:" + port(Sandbox.serverWithoutMeta());
    Set<String> regions = regions(server);
    Path suite = Files.createTempFile("recovery", ".yaml");
    Files.writeString(
        suite,
        """
        steps:
        - name: kill
          command: run get:2,put:1,insert:1@2 --threads 8 --rate 400 --warmup 0s --for 150s --interval 500ms %s
          during: [{after: 25s, action: kill-server %s}]
        """
            .formatted(ROWS, server));
    Shell.Result run =
        Sandbox.hbench(
            "suite %s --local --quiet --yes=servers --out %s".formatted(suite, dir("recovery")));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();

    JsonObject report = Runs.report("recovery/kill");
    JsonObject phases = report.getAsJsonObject("phases");
    JsonObject recovery = phases.getAsJsonArray("recoveries").get(0).getAsJsonObject();
    Log log = Log.read(server, regions, report);
    String both = recovery + "\nthe master's log: " + log;
    System.out.println(both);
    assertThat(recovery.get("server").getAsString()).isEqualTo(server);
    assertThat(recovery.get("regions").getAsInt()).isEqualTo(regions.size());
    double stop = recovery.get("t").getAsDouble();
    double noticed = stop + recovery.get("noticedSeconds").getAsDouble();
    double open = stop + recovery.get("openSeconds").getAsDouble();
    double first = stop + recovery.get("firstAnswerSeconds").getAsDouble();
    double all = stop + recovery.get("allAnswerSeconds").getAsDouble();
    // polls are late on a busy machine, but what follows is later
    double reopened = Math.max(log.expired + NOTICED, log.firstOpen());
    assertThat(noticed).as(both).isBetween(log.expired - NOTICED, reopened);
    assertThat(open)
        .as(both)
        .isBetween(log.lastOpen() - OPEN, Math.max(log.lastOpen(), all) + OPEN);
    // a client may ask between the opening of a region and the line in the master's log
    assertThat(first).as(both).isBetween(log.firstOpen() - OPEN, all);
    assertThat(all).as(both).isGreaterThan(log.lastOpen() - OPEN);
    assertThat(stop + recovery.get("backSeconds").getAsDouble()).as(both).isGreaterThan(open);

    List<String> kinds = new ArrayList<>();
    report
        .getAsJsonObject("timeline")
        .getAsJsonArray("events")
        .forEach(event -> kinds.add(event.getAsJsonObject().get("kind").getAsString()));
    assertThat(kinds).containsOnlyOnce("server-stopped", "server-left", "regions-open");
    assertThat(phases.get("lastEvent").getAsDouble()).as(both).isCloseTo(open, within(1e-3));

    long acknowledged = 0;
    for (JsonElement element : report.getAsJsonArray("operations")) {
      JsonObject operation = element.getAsJsonObject();
      if (operation.get("operation").getAsString().equals("insert")) {
        acknowledged = operation.get("count").getAsLong() - operation.get("errors").getAsLong();
      }
    }
    assertThat(acknowledged).isPositive();
    Shell.Result verify = hbench("recovery-verify", "verify --local --tasks 2 " + ROWS);
    assertThat(verify.out())
        .as(verify.err())
        .contains("20,000 of 20,000 rows correct; 0 missing, 0 stale, 0 corrupt");
    long inserted =
        Runs.report("recovery-verify")
            .getAsJsonObject("verification")
            .getAsJsonObject("defects")
            .get("unexpected")
            .getAsLong();
    System.out.println(acknowledged + " inserts acknowledged, " + inserted + " rows there");
    assertThat(inserted).isGreaterThanOrEqualTo(acknowledged);
  }

  private static String port(String daemon) throws Exception {
    return Files.readAllLines(Path.of("target/sandbox/conf/ports")).stream()
        .filter(line -> line.startsWith(daemon + " "))
        .map(line -> line.substring(daemon.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  /** Encoded names of the regions of the table that a server has. */
  private static Set<String> regions(String server) throws Exception {
    Set<String> names = new HashSet<>();
    try (Connection connection = Sandbox.hbase();
        RegionLocator locator = connection.getRegionLocator(TableName.valueOf(TABLE))) {
      for (HRegionLocation region : locator.getAllRegionLocations()) {
        if (region.getServerName().getAddress().toString().equals(server)) {
          names.add(region.getRegion().getEncodedName());
        }
      }
    }
    assertThat(names).isNotEmpty();
    return names;
  }

  /**
   * What the master's log says, in seconds since the start of the window.
   *
   * @param open when regions were open again, by encoded name
   */
  private record Log(double expired, Map<String, Double> open) {
    static Log read(String server, Set<String> regions, JsonObject report) throws Exception {
      double start =
          OffsetDateTime.parse(report.getAsJsonObject("window").get("started").getAsString())
              .toInstant()
              .toEpochMilli();
      double expired = Double.NaN;
      Map<String, Double> open = new HashMap<>();
      List<String> lines = Files.readAllLines(Path.of("target/sandbox/logs/master.log"));
      for (String line : lines) {
        if (line.contains("processing expiration [" + server.replace(':', ','))) {
          expired = seconds(line, start);
          open.clear();
        } else if (!Double.isNaN(expired) && line.contains("regionState=OPEN,")) {
          for (String region : regions) {
            if (line.contains(region)) {
              open.putIfAbsent(region, seconds(line, start));
            }
          }
        }
      }
      assertThat(open.keySet()).isEqualTo(regions);
      return new Log(expired, open);
    }

    private static double seconds(String line, double startMs) {
      return (LocalDateTime.parse(line.substring(0, LOG_TIME_LENGTH), LOG_TIME)
                  .atZone(ZoneId.systemDefault())
                  .toInstant()
                  .toEpochMilli()
              - startMs)
          / 1e3;
    }

    double firstOpen() {
      return open.values().stream().mapToDouble(t -> t).min().orElseThrow();
    }

    double lastOpen() {
      return open.values().stream().mapToDouble(t -> t).max().orElseThrow();
    }
  }
}
