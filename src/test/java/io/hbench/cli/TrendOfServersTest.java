package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.latency.LatencySummary;
import io.hbench.report.outage.Availability;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Server;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The availability and the slowest region server in the trend. */
class TrendOfServersTest extends NightsFixture {
  private static final int SERVERS = 20;

  private int count;

  @Test
  void theServerThatGotSlowerIsNamed() throws IOException {
    for (int night = 0; night < 20; night++) {
      night(available(0, 0), night < 12 ? 1 : 3);
    }
    Hbench.Result trend = trend();
    assertThat(trend).hasExitCode(6);
    assertThat(trend.out())
        .containsPattern("\nservers +slowest server +3.\\d\\d ×, rs7:16020  .* regression\n")
        .containsPattern(
            "\nverdict: regression\n  since 2026-01-13: slowest server of run get@1: 1.0\\d × → [23].\\d\\d ×"
                + " \\(.*\\), rs7:16020\n");
  }

  @Test
  void aSlowerClusterIsNoSlowerServer() throws IOException {
    for (int night = 0; night < 20; night++) {
      add(available(0, 0), servers(night < 12 ? 1 : 2, 1));
    }
    assertThat(trend().out()).containsPattern("\nservers +slowest server  .* steady\n");
  }

  @Test
  void longerOutagesAreARegressionAndShorterOnesAnImprovement() throws IOException {
    for (int night = 0; night < 12; night++) {
      night(available(0, 0), 1);
    }
    assertThat(trend().out()).doesNotContain("\ntable ", "longest outage");
    for (int night = 0; night < 6; night++) {
      night(available(30 + 0.1 * night, 60), 1);
    }
    Hbench.Result longer = trend();
    assertThat(longer).hasExitCode(6);
    assertThat(longer.out())
        .containsPattern("\ntable +unavailable +3.\\d % .* regression\n")
        .containsPattern("\ntable +longest outage +30.5 s .* regression\n")
        .containsPattern("\ntable +region-seconds lost +60.0 s .* regression\n")
        .containsPattern("\nlongest outage +0.00 s +30.\\d s .* regression +2026-01-13 ");
    for (int night = 0; night < 6; night++) {
      night(available(10, 20), 1);
    }
    Hbench.Result shorter = trend();
    assertThat(shorter).hasExitCode(0);
    assertThat(shorter.out()).containsPattern("\ntable +longest outage +10.0 s .* improvement\n");
  }

  /** An outage of half a second in some nights is the noise of any cluster. */
  @Test
  void shortOutagesNowAndThenAreNoRegression() throws IOException {
    for (int night = 0; night < 20; night++) {
      night(available(night % 3 == 0 ? 0.5 : 0, night % 3), 1);
    }
    assertThat(trend()).hasExitCode(0);
  }

  @Test
  void outagesByAnotherTimeLimitAreNotOfTheHistory() throws IOException {
    for (int night = 0; night < 20; night++) {
      night(available(night < 12 ? 0 : 30, night < 12 ? 0 : 60), 1);
      String after = night < 12 ? "60s" : "1s";
      Json.edit(
          dir.resolve("night-" + night + "/report.json"),
          report -> report.at("settings").set("outage-after", after));
    }
    Hbench.Result trend = trend();
    assertThat(trend).hasExitCode(0);
    assertThat(trend.out()).doesNotContain("regression since");
  }

  private void night(Availability availability, double slower) throws IOException {
    add(availability, servers(1, slower));
  }

  private void add(Availability availability, ByServer byServer) throws IOException {
    String name = "night-" + count;
    nights.add(name, count++, 10_000, 1_000);
    Json.edit(
        dir.resolve(name + "/report.json"),
        report -> report.set("availability", availability).set("byServer", byServer));
  }

  private static Availability available(double longest, double lost) {
    double share = 1 - longest / 1_000;
    return new Availability(
        1,
        1_000_000,
        Math.round(1_000_000 * share),
        share,
        longest > 0 ? 1 : 0,
        longest,
        lost,
        0,
        0,
        0,
        List.of());
  }

  /** Twenty servers, one of which is slower. */
  private ByServer servers(double all, double slower) {
    List<Server> servers = new ArrayList<>();
    for (int i = 0; i < SERVERS; i++) {
      double wiggle = 1 + 0.01 * ((count + i) * 7 % 5 - 2);
      double micros = 1_000 * all * wiggle * (i == 7 ? slower : 1);
      servers.add(
          new Server("rs" + i + ":16020", 5_000, 0.05, 0, summary(micros), null, null, List.of()));
    }
    return new ByServer(servers, List.of(), List.of(), List.of(), List.of(), List.of(), SERVERS);
  }

  private static LatencySummary summary(double p99) {
    return new Gson()
        .fromJson(
            "{unit: us, count: 5000, p50: %s, p99: %s}".formatted(p99 / 3, p99),
            LatencySummary.class);
  }

  private Hbench.Result trend() {
    return hbench.run("trend " + dir + " --details");
  }
}
