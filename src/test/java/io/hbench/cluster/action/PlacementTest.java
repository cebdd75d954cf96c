package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private final FakeServers servers = new FakeServers(3);

  @Test
  void aRegionOfTheActionThatOthersHaveMovedOnStays() throws Exception {
    RegionInfo region = servers.region("ours", 2);
    RegionInfo other = servers.region("ours", 1);
    Map<String, String> homes = new HashMap<>();
    Map<String, String> moved = new HashMap<>();
    for (RegionInfo ofTheAction : List.of(region, other)) {
      homes.put(ofTheAction.getEncodedName(), servers.live.get(0).getAddress().toString());
      moved.put(ofTheAction.getEncodedName(), servers.live.get(1).getAddress().toString());
    }
    Undo.Moves moves = new Undo.Moves(homes, moved, List.of());
    servers.play(() -> new Placement(servers.cluster(), moves).restore());
    assertThat(servers.regions)
        .containsEntry(region, servers.live.get(2))
        .containsEntry(other, servers.live.get(0));
  }

  /** The master goes on with a move whose client was interrupted. */
  @Test
  void aMoveThatEndsAfterTheUndoBeganIsUndone() throws Exception {
    ServerName home = servers.live.get(0);
    ServerName away = servers.live.get(1);
    RegionInfo region = servers.region("ours", 0);
    String name = region.getEncodedName();
    Undo.Moves moves =
        new Undo.Moves(
            Map.of(name, home.getAddress().toString()),
            Map.of(name, away.getAddress().toString()),
            List.of());
    servers.atLook(3, () -> servers.regions.put(region, away));
    servers.play(() -> new Placement(servers.cluster(), moves).restore());
    assertThat(servers.looks()).isGreaterThan(3);
    assertThat(servers.regions).containsEntry(region, home);
  }
}
