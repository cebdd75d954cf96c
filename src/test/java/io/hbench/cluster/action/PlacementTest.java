package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private final FakeServers servers = new FakeServers(2);

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
    int[] looks = {0};
    servers.beforeLook =
        () -> {
          if (++looks[0] == 3) {
            servers.regions.put(region, away);
          }
        };
    servers.play(() -> new Placement(servers.cluster(), moves).restore());
    assertThat(looks[0]).isGreaterThan(3);
    assertThat(servers.regions).containsEntry(region, home);
  }
}
