package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import io.hbench.client.HBaseUser;
import io.hbench.kit.VirtualTime;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A table with a region, in parts of a minute. */
@Timeout(60)
class TableProfileTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final FakeCluster hbase = new FakeCluster(0, 0, 0);
  private final RegionInfo region = RegionInfoBuilder.newBuilder(FakeCluster.TABLE).build();
  private volatile long gets;
  private volatile long ofOthers;
  private volatile boolean silent;
  private volatile boolean hasOwnPage = true;
  private volatile boolean countsNoMore;

  TableProfileTest() {
    ServerName server = ServerName.valueOf("localhost", 16020, 1);
    hbase.port = -1;
    hbase.servers.add(server);
    hbase.regions.add(new HRegionLocation(region, server));
    hbase.told =
        asked -> {
          if (silent) {
            throw new UncheckedIOException(new IOException("no answer"));
          }
          return hbase.regions.isEmpty() ? List.of() : List.of(metrics());
        };
  }

  @FunctionalInterface
  private interface Story {
    void of(TableProfile profile) throws Exception;
  }

  private void profile(Story story) throws Exception {
    try (Cluster cluster = new Cluster(time, hbase.connection(), HBaseUser.SUBMITTER)) {
      time.play(
          () -> {
            story.of(TableProfile.begin(cluster, FakeCluster.TABLE, 0));
            return null;
          });
    }
  }

  private void profileWithPages(Story story) throws Exception {
    HttpServer pages =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    pages.createContext(
        "/jmx",
        request -> {
          byte[] page = page(request.getRequestURI().getQuery()).getBytes(StandardCharsets.UTF_8);
          request.sendResponseHeaders(200, page.length);
          try (OutputStream out = request.getResponseBody()) {
            out.write(page);
          }
        });
    pages.start();
    hbase.port = pages.getAddress().getPort();
    try {
      profile(story);
    } finally {
      pages.stop(0);
    }
  }

  /** HBase 2.5 has no page of a table. */
  @Test
  void thePageOfAllTablesTellsTheCallsToo() throws Exception {
    hasOwnPage = false;
    profileWithPages(
        profile -> {
          gets = 6_000;
          assertThat(afterAMinute(profile).calls(Kind.GET).perSecond()).isEqualTo(100);
        });
  }

  /** HBase 2.6 goes on to show the counters of before the table was altered. */
  @Test
  void callsAreUnknownIfTheTablesPageDoesNotCountThemAndTheCostIsKnown() throws Exception {
    countsNoMore = true;
    profileWithPages(
        profile -> {
          gets = 6_000;
          Twin twin = afterAMinute(profile);
          assertThat(twin.calls()).allMatch(calls -> calls.perSecond() == null);
          assertThat(twin.unknown().get("calls")).contains("100 % of its requests", "HBASE-28123");
          assertThat(twin.servers().share()).isEqualTo(1);
        });
  }

  @Test
  void ofEachPartCallsAndCostAreCountedOrLeftOut() throws Exception {
    profileWithPages(
        profile -> {
          gets = 6_000;
          assertThat(afterAMinute(profile).calls(Kind.GET).perSecond()).isEqualTo(100);
          gets = 24_000;
          Twin two = afterAMinute(profile);
          assertThat(two.calls(Kind.GET).perSecond()).isEqualTo(200);
          assertThat(two.servers().share()).isEqualTo(1);
          assertThat(two.servers().cpuMicros()).isCloseTo(100, within(1e-9));
          assertThat(two.unknown()).doesNotContainKeys("calls", "servers", "regions");
          silent = true; // the pages alone
          hbase.told = asked -> List.of(metrics());
          Twin three = afterAMinute(profile);
          String left = "metrics pages: no answer from 1 of 1 servers: %d s of %d s are left out";
          assertThat(three.calls(Kind.GET).perSecond()).isEqualTo(200);
          assertThat(three.unknown()).containsEntry("calls", left.formatted(60, 180));
          silent = false;
          afterAMinute(profile); // which had no page at its begin
          ofOthers = 76_000;
          Twin five = afterAMinute(profile);
          assertThat(five.servers().share()).isCloseTo(0.24, within(1e-9));
          assertThat(five.unknown())
              .containsEntry("calls", left.formatted(120, 300))
              .containsEntry(
                  "servers",
                  left.formatted(120, 300)
                      + "; other tables have 76 % of the servers' requests; their cost is that"
                      + " of all");
        });
  }

  private static Twin afterAMinute(TableProfile profile) throws Exception {
    return profile.observe(MINUTE).twin(false);
  }

  private RegionMetrics metrics() {
    return RegionMetricsBuilder.newBuilder(region.getRegionName())
        .setReadRequestCount(gets)
        .build();
  }

  private String page(String query) {
    if (silent) {
      return "a login page";
    }
    return "{'beans': [{%s}]}"
        .formatted(figures(query).formatted(gets, gets + ofOthers, gets * 100_000));
  }

  private String figures(String query) {
    if (query.contains("TableRequests")) {
      return countsNoMore ? "'GetTime_num_ops': 5" : hasOwnPage ? "'GetTime_num_ops': %1$d" : "";
    }
    if (query.contains("TableLatencies")) {
      return "'Namespace_default_table_t_metric_getTime_num_ops': %1$d";
    }
    return query.contains("OperatingSystem")
        ? "'ProcessCpuTime': %3$d"
        : "'Get_num_ops': %1$d, 'rpcGetRequestCount': %1$d, 'totalRequestCount': %1$d,"
            + " 'totalRowActionRequestCount': %2$d, 'regionCount': 1";
  }

  @Test
  void ifNoServerAnswersAnyMoreTheTimeEndsAtTheLastAnswer() throws Exception {
    profile(
        profile -> {
          gets = 600;
          profile.observe(MINUTE);
          silent = true;
          Twin twin = afterAMinute(profile);
          assertThat(twin.requests()).isEqualTo(600);
          assertThat(twin.seconds()).isEqualTo(60);
          assertThat(twin.unknown().get("regions"))
              .isEqualTo(
                  "no server answered in the last 65 s: left out; regions of which a server gave no"
                      + " answer: 1");
          silent = false;
          assertThat(afterAMinute(profile).seconds()).isEqualTo(185);
        });
  }

  @Test
  void aClusterThatNeverAnswersIsAnError() throws Exception {
    profile(
        profile -> {
          silent = true;
          profile.observe(MINUTE);
          assertThatThrownBy(() -> profile.twin(false))
              .isInstanceOf(IOException.class)
              .hasMessage("no region server tells the requests of table t");
        });
  }

  @Test
  void aTableThatIsDroppedHasTheTwinUntilThen() throws Exception {
    profile(
        profile -> {
          gets = 600;
          profile.observe(MINUTE);
          hbase.regions.clear();
          for (int i = 0; i < 2; i++) {
            Twin twin = afterAMinute(profile);
            assertThat(twin.seconds()).isEqualTo(60);
            assertThat(twin.regions()).hasSize(1);
            assertThat(twin.requests()).isEqualTo(600);
            assertThat(twin.unknown().get("regions"))
                .startsWith("the table has no regions any more; no server answered in the last ");
          }
        });
  }
}
