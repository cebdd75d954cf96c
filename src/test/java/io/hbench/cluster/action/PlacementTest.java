package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;

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
    Placement placement = new Placement(servers.cluster());
    placement.add(region, home, away);
    int[] looks = {0};
    servers.beforeLook =
        () -> {
          if (++looks[0] == 3) {
            servers.regions.put(region, away);
          }
        };
    placement.restore();
    assertThat(looks[0]).isGreaterThan(3);
    assertThat(servers.regions).containsEntry(region, home);
  }
}
