package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.Test;

class AwaitTest {
  private static final double SECONDS = 300;

  private static FakeServers cluster(int servers, int regions) {
    FakeServers cluster = new FakeServers(servers);
    for (int i = 0; i < regions; i++) {
      cluster.region("ours", i % servers);
    }
    return cluster;
  }

  private static void waitInVain(FakeServers servers) {
    ActionCluster cluster = servers.cluster();
    assertThatThrownBy(() -> servers.play(() -> cluster.await(now -> false, "it has not come")))
        .isInstanceOf(IOException.class)
        .hasMessage("after 300 s it has not come");
  }

  @Test
  void aWaitOnALargeTableReadsFewRowsOfMetaASecond() {
    FakeServers servers = cluster(10, 2_000);
    waitInVain(servers);
    assertThat(servers.rowsRead / SECONDS).isBetween(200.0, 250.0 + 2 * 2_000 / SECONDS);
    assertThat(servers.serversAsked).as("every 200 ms").isBetween(10 * 1_450, 10 * 1_510);
  }

  @Test
  void aWaitLeavesHalfOfTheRowsToTheWatch() throws Exception {
    FakeServers servers = cluster(3, 1_000);
    List<Double> looks = new ArrayList<>();
    servers.beforeLook =
        () -> {
          double now = servers.time.nanos() / 1e9;
          if (servers.paces.rows().isDue() && (looks.isEmpty() || now - last(looks) >= 10)) {
            looks.add(now);
            servers.paces.rows().took(1_000);
          }
        };
    waitInVain(servers);
    assertThat(looks).as("every ten seconds").hasSizeBetween(29, 31);
  }

  private static double last(List<Double> looks) {
    return looks.get(looks.size() - 1);
  }

  @Test
  void ofManyServersFewAreAskedASecond() {
    FakeServers servers = cluster(1_000, 10);
    waitInVain(servers);
    assertThat(servers.serversAsked / SECONDS).isBetween(400.0, 500.0 + 3 * 1_000 / SECONDS);
  }

  @Test
  void theListOfManyServersIsAskedForAsOftenAsIsPaidFor() {
    FakeServers servers = cluster(1_000, 10);
    waitInVain(servers);
    assertThat(servers.paces.masterBytes().untilDue()).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void anUndoThatWaitsAsksForTheListOfManyServersAsSeldom() {
    FakeServers servers = cluster(1_000, 1);
    RegionInfo lost = servers.region("a", 0);
    ActionCluster cluster = servers.cluster();
    Map<String, Map<String, String>> others =
        Map.of("a", Map.of(lost.getEncodedName(), "rs0:16020"));
    servers.regions.put(lost, ServerName.valueOf("rs0", 16020, 0)); // of a process that is gone
    assertThatThrownBy(
            () -> servers.play(() -> new OtherRegions(cluster, others).restore(line -> {})))
        .isInstanceOf(IOException.class);
    servers.regions.keySet().forEach(region -> servers.regions.put(region, null));
    Map<String, String> homes = new HashMap<>();
    servers.regions.keySet().forEach(r -> homes.put(r.getEncodedName(), "rs0:16020"));
    Undo.Moves moves = new Undo.Moves(homes, Map.of(), List.of());
    assertThatThrownBy(() -> servers.play(() -> new Placement(cluster, moves).restore()))
        .isInstanceOf(IOException.class);
    assertThat(servers.paces.masterBytes().untilDue()).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void aWaitEndsAtItsLimitAlsoIfThePaceIsNotDueByThen() {
    FakeServers servers = cluster(3, 8);
    servers.paces.calls().took(1e6); // paid for after the limit
    assertThat(servers.paces.calls().untilDue()).isGreaterThan(Duration.ofMinutes(5));
    waitInVain(servers);
    assertThat(Duration.ofNanos(servers.time.nanos())).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void aSmallTableOfASmallClusterIsAskedForEvery200Milliseconds() {
    FakeServers servers = cluster(3, 8);
    waitInVain(servers);
    assertThat(servers.rowsRead / 8).isBetween(1_490, 1_510);
    assertThat(servers.serversAsked / 3).isBetween(1_490, 1_510);
  }

  @Test
  void aRegionThatMovesIsSeenBeforeALargeTableIsListedAgain() throws Exception {
    FakeServers servers = cluster(2, 10_000);
    RegionInfo region = servers.regions.keySet().iterator().next();
    ActionCluster cluster = servers.cluster();
    servers.play(
        () -> {
          cluster.regions();
          servers.regions.put(region, servers.live.get(1));
          cluster.await(now -> now.server(region).equals(Optional.of(servers.live.get(1))), "no");
        });
    assertThat(Duration.ofNanos(servers.time.nanos())).isLessThan(Duration.ofSeconds(1));
    assertThat(servers.rowsRead).isEqualTo(10_000);
  }
}
