package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hbench.cluster.ClusterSnapshot.Region;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class ClusterSnapshotTest {
  private static final ServerName A = ServerName.valueOf("a", 16020, 1);
  private static final ServerName A_AGAIN = ServerName.valueOf("a", 16020, 2);
  private static final ServerName B = ServerName.valueOf("b", 16020, 1);
  private static final ServerName C = ServerName.valueOf("c", 16020, 1);
  private static final ServerName D = ServerName.valueOf("d", 16020, 1);
  private static final ClusterSnapshot BEFORE =
      new ClusterSnapshot(
          Set.of(A, B),
          Map.of(
              "r1", new Region("", A, 2),
              "r2", new Region("5", A, 2),
              "r3", new Region("7", B, null)));

  @Test
  void equalSnapshotsHaveNoChanges() {
    assertThat(BEFORE.changesSince(BEFORE, 1)).isEmpty();
  }

  @Test
  void aMovedRegionHasBothServers() {
    assertThat(since(Set.of(A, B), Map.of("r1", new Region("", B, 2))))
        .containsExactly(
            new ServerEvent(7, Kind.REGION_MOVED, 1, "region r1 from a:16020 to b:16020"));
  }

  @Test
  void aRestartedServerLeftAndJoined() {
    assertThat(since(Set.of(A_AGAIN, B), Map.of()))
        .extracting(ServerEvent::kind, ServerEvent::description)
        .containsExactly(
            tuple(Kind.SERVER_LEFT, "a:16020 left"), tuple(Kind.SERVER_JOINED, "a:16020 joined"));
  }

  @Test
  void manyRegionsOfOneServerAreOneEvent() {
    Map<String, Region> then = new HashMap<>();
    Map<String, Region> now = new HashMap<>();
    List<ServerName> targets = List.of(B, C, D, A_AGAIN);
    for (int i = 0; i < 100; i++) {
      then.put("r" + i, new Region("" + i, A, 1));
      now.put("r" + i, new Region("" + i, targets.get(i % 4), 1));
    }
    Set<ServerName> servers = Set.of(A, A_AGAIN, B, C, D);
    assertThat(
            new ClusterSnapshot(servers, now).changesSince(new ClusterSnapshot(servers, then), 7))
        .containsExactly(
            new ServerEvent(
                7,
                Kind.REGION_MOVED,
                100,
                "100 regions from a:16020 to a:16020, b:16020, c:16020 and others"));
  }

  @Test
  void aNewStartKeyIsASplitAndAMissingOneAMerge() {
    ClusterSnapshot whole = new ClusterSnapshot(Set.of(A), Map.of("p", new Region("", A, 1)));
    ClusterSnapshot halves =
        new ClusterSnapshot(
            Set.of(A), Map.of("d1", new Region("", A, 1), "d2", new Region("5", A, 1)));
    assertThat(halves.changesSince(whole, 7))
        .containsExactly(new ServerEvent(7, Kind.REGION_SPLIT, 1, "regions now: 2"));
    assertThat(whole.changesSince(halves, 7))
        .containsExactly(new ServerEvent(7, Kind.REGION_MERGED, 1, "regions now: 1"));
  }

  @Test
  void moreStoreFilesAreAFlushAndFewerACompaction() {
    assertThat(since(Set.of(A, B), Map.of("r1", new Region("", A, 5), "r2", new Region("5", A, 1))))
        .containsExactly(
            new ServerEvent(7, Kind.FLUSH, 3, "3 store files more"),
            new ServerEvent(7, Kind.COMPACTION, 1, "1 store file fewer"));
  }

  @Test
  void anUnknownNumberOfFilesIsNoChange() {
    assertThat(
            since(Set.of(A, B), Map.of("r3", new Region("7", B, 4), "r1", new Region("", A, null))))
        .isEmpty();
  }

  private static List<ServerEvent> since(Set<ServerName> servers, Map<String, Region> different) {
    Map<String, Region> regions = new HashMap<>(BEFORE.regions());
    regions.putAll(different);
    return new ClusterSnapshot(servers, regions).changesSince(BEFORE, 7);
  }
}
