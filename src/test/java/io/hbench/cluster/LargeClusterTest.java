package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.HBaseUser;
import io.hbench.cluster.action.Paces;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.ServerEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.net.Address;
import org.junit.jupiter.api.Test;

/** What a cluster is asked for while a run goes on. */
class LargeClusterTest {
  private static final double NANOS_OF_MILLI = 1e6;
  private static final int MINUTES = 10;

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  @FunctionalInterface
  private interface Poll {
    void at(double atMs) throws Exception;
  }

  /** Polls for ten minutes; a poll takes no time. */
  private void pollEvery(Duration period, Poll poll) throws Exception {
    time.play(
        () -> {
          while (time.nanos() < Duration.ofMinutes(MINUTES).toNanos()) {
            poll.at(time.nanos() / NANOS_OF_MILLI);
            time.sleep(period);
          }
          return null;
        });
  }

  private static long bytes(FakeCluster servers) {
    return servers.bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void ofALargeTableFewRowsOfMetaAreReadASecond() throws Exception {
    FakeCluster servers = new FakeCluster(100, 0, 100_000);
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      TableWatch watch = new TableWatch(cluster, "t");
      pollEvery(Duration.ofSeconds(10), watch::changes);
      assertThat(servers.rows / (60.0 * MINUTES)).as("rows a second").isBetween(400.0, 670.0);
      assertThat(watch.note().orElseThrow())
          .isEqualTo(
              "regions of table t: 100,000; moves, splits, flushes and compactions were looked for"
                  + " every 200 s, and 0 s before the end for the last time");
    }
  }

  @Test
  void ofASmallTableAllRowsAreReadEveryTenSeconds() throws Exception {
    FakeCluster servers = new FakeCluster(3, 0, 1_000);
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      TableWatch watch = new TableWatch(cluster, "t");
      pollEvery(Duration.ofSeconds(10), watch::changes);
      assertThat(servers.rows).isEqualTo(1_000 * 6 * MINUTES);
      assertThat(watch.note()).isEmpty();
    }
  }

  /** The last ones of a job were looked at after its end alone. */
  @Test
  void ofAHundredTablesEachIsLookedAtInTurn() throws Exception {
    FakeCluster servers = new FakeCluster(10, 0, 64);
    double[] noticed = new double[100];
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      TableWatch[] watches = new TableWatch[noticed.length];
      Arrays.setAll(watches, i -> new TableWatch(cluster, "t"));
      pollEvery(
          Duration.ofSeconds(10),
          at -> {
            if (at == 60_000) {
              servers.regions.remove(1); // merged
            }
            for (int i = 0; i < noticed.length; i++) {
              noticed[i] += watches[i].changes(at).size() * at;
            }
          });
    }
    assertThat(servers.rows / (60.0 * MINUTES)).as("rows a second").isBetween(300.0, 510.0);
    assertThat(noticed).containsOnly(60_000, 70_000);
  }

  @Test
  void ofAHundredTablesTheMasterIsAskedOnceARound() throws Exception {
    FakeCluster servers = new FakeCluster(1_000, 0, 1);
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      TableWatch[] watches = new TableWatch[100];
      Arrays.setAll(watches, i -> new TableWatch(cluster, "t"));
      pollEvery(
          Duration.ofSeconds(10),
          at -> {
            for (TableWatch watch : watches) {
              watch.changes(at);
            }
          });
    }
    assertThat(bytes(servers) / MINUTES).as("bytes a minute").isLessThan(1_000_000);
  }

  /** A page of each server for each table took 45 a second of them. */
  @Test
  void snapshotsOfAHundredTablesHaveOnePassOverTheServers() throws Exception {
    FakeCluster servers = new FakeCluster(0, 0, 0);
    for (int i = 0; i < 30; i++) {
      servers.servers.add(ServerName.valueOf("localhost", 16020 + i, 1));
    }
    servers.port = 1; // refuses
    AtomicInteger asked = new AtomicInteger();
    servers.told =
        server -> {
          asked.incrementAndGet();
          if (server.getPort() == 16020) {
            throw new IllegalStateException("hangs");
          }
          return List.of();
        };
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      int before = servers.masterCalls;
      time.play(
          () -> {
            ServerSurvey survey = new ServerSurvey(cluster);
            for (int table = 0; table < 100; table++) {
              assertThat(survey.facts(cluster, FakeCluster.TABLE).regionServers()).hasSize(30);
            }
            return null;
          });
      assertThat(servers.masterCalls - before).as("names, ports, loads").isEqualTo(3);
    }
    assertThat(asked).as("the one that hangs once").hasValue(30 + 99 * 29);
    assertThat(time.nanos()).isLessThan(Duration.ofSeconds(2).toNanos());
  }

  @Test
  void slowLogsOfFurtherTablesAreNotAskedForWithoutAMaster() throws Exception {
    FakeCluster servers = new FakeCluster(1, 0, 1);
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      servers.isMasterDown = true;
      servers.masterCalls = 0;
      assertThat(cluster.slowLog("t1", 0)).isEqualTo(cluster.slowLog("t2", 0));
      assertThat(cluster.slowLog("t3", 0).problem()).isEqualTo("can't be read: no master");
      assertThat(servers.masterCalls).isEqualTo(1);
    }
  }

  @Test
  void aTableThatIsWatchedNoMoreHoldsUpNoOther() throws Exception {
    FakeCluster servers = new FakeCluster(10, 0, 50_000);
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      TableWatch one = new TableWatch(cluster, "t");
      TableWatch other = new TableWatch(cluster, "t");
      one.changes(0);
      other.changes(0);
      one.changes(0); // waits
      one.ending();
      one.changes(0);
      int before = servers.rows;
      pollEvery(Duration.ofSeconds(10), other::changes);
      assertThat(servers.rows).isGreaterThan(before);
    }
  }

  @Test
  void aServerThatJoinsALargeClusterIsNoticedBeforeItsRegionsAre() throws Exception {
    FakeCluster servers = new FakeCluster(10, 0, 50_000);
    List<String> events = new ArrayList<>();
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      TableWatch watch = new TableWatch(cluster, "t");
      pollEvery(
          Duration.ofSeconds(10),
          at -> {
            if (at == 20_000) {
              servers.start(10);
              HRegionLocation first = servers.regions.get(0);
              servers.regions.set(
                  0, new HRegionLocation(first.getRegion(), servers.servers.get(10)));
            }
            for (ServerEvent event : watch.changes(at)) {
              events.add("%.0f %s".formatted(event.atMs() / 1e3, event.kind()));
            }
          });
    }
    assertThat(events).containsExactly("20 server-joined", "90 region-moved");
  }

  @Test
  void aMoveInAShortRunOnALargeTableIsSeenAtItsEnd() throws Exception {
    FakeCluster servers = new FakeCluster(10, 0, 100_000);
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      TableWatch watch = new TableWatch(cluster, "t");
      assertThat(watch.changes(0)).isEmpty();
      HRegionLocation first = servers.regions.get(0);
      servers.regions.set(0, new HRegionLocation(first.getRegion(), servers.servers.get(1)));
      assertThat(watch.changes(170_000)).isEmpty();
      watch.ending();
      assertThat(watch.changes(180_000))
          .extracting(ServerEvent::kind)
          .containsExactly(ServerEvent.Kind.REGION_MOVED);
      assertThat(watch.note().orElseThrow()).contains("every 180 s, and 0 s before the end");
    }
  }

  @Test
  void theMasterIsAskedForLessThanAMegabyteAMinute() throws Exception {
    FakeCluster servers = new FakeCluster(1_000, 30, 10);
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      cluster.servers().ports(); // as before the start
      assertThat(servers.loads).isEqualTo(1);
      long before = bytes(servers);
      TableWatch watch = new TableWatch(cluster, "t");
      pollEvery(
          Duration.ofSeconds(10),
          at -> {
            watch.changes(at);
            if (at % 60_000 == 0) {
              cluster.servers().ports();
            }
          });
      assertThat((bytes(servers) - before) / MINUTES).isBetween(200_000L, 1_000_000L);
      assertThat(servers.loads).as("the loads of all regions").isEqualTo(1);
    }
  }

  @Test
  void aNewServerOfALargeClusterHasNoPortUntilTheMastersLastAnswerIsPaidFor() throws Exception {
    FakeCluster servers = new FakeCluster(100, 100, 10); // 2 MB: 4 minutes
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      List<Integer> ports = new ArrayList<>();
      pollEvery(
          Duration.ofMinutes(1),
          at -> {
            if (at == 0) {
              cluster.servers().ports();
              servers.start(100);
            }
            Map<ServerName, Integer> now = cluster.servers().ports();
            assertThat(now).hasSize(101);
            ports.add(now.get(servers.servers.get(100)));
          });
      assertThat(ports).startsWith(0, 0, 0).endsWith(16030);
      assertThat(servers.loads).isEqualTo(2);
    }
  }

  @Test
  void aNewServerOfASmallClusterHasItsPortAtOnce() throws Exception {
    FakeCluster servers = new FakeCluster(3, 100, 10);
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      assertThat(cluster.servers().ports()).hasSize(3).containsValue(16030);
      servers.start(3);
      assertThat(cluster.servers().ports().values()).containsExactly(16030, 16030, 16030, 16030);
      assertThat(cluster.servers().ports()).hasSize(4);
      assertThat(servers.loads).isEqualTo(2);
    }
  }

  @Test
  void aServerThatHasNotReportedYetHasItsPortLater() throws Exception {
    FakeCluster servers = new FakeCluster(3, 100, 10);
    servers.unreported.add(servers.servers.get(2));
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      assertThat(cluster.servers().ports().values()).containsExactly(16030, 16030, 0);
      servers.unreported.clear();
      assertThat(cluster.servers().ports().values()).containsExactly(16030, 16030, 16030);
    }
  }

  @Test
  void aServerThatRestartsHasThePortThatItHad() throws Exception {
    FakeCluster servers = new FakeCluster(3, 100, 10);
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      cluster.servers().ports();
      Address address = servers.servers.remove(2).getAddress();
      ServerName anew = ServerName.valueOf(address, 1_800_000_000_000L);
      servers.servers.add(anew);
      servers.unreported.add(anew);
      assertThat(cluster.servers().ports()).containsEntry(anew, 16030);
      assertThat(cluster.servers().pagesOf(address.toString()).getPort()).isEqualTo(16030);
    }
  }

  @Test
  void theBytesOfNamesAreNotUnderestimated() throws Exception {
    FakeCluster servers = new FakeCluster(1_000, 0, 10);
    Paces paces = Paces.of(time);
    try (Cluster cluster = new Cluster(time, servers.connection(), HBaseUser.SUBMITTER)) {
      servers.bytes.clear();
      Collection<ServerName> names = cluster.servers().names();
      paces.named(names);
      double counted = names.stream().mapToInt(one -> one.getHostname().length() + 16).sum();
      assertThat(bytes(servers) / counted).isBetween(0.8, 1.02);
    }
  }
}
