package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

/** Servers that are down before an action stops one more. */
class ServersDownTest {
  private final FakeServers servers = new FakeServers(3);

  @Test
  void aServerIsDownUntilANewProcessIsLive() throws IOException {
    ServerName lost = ServerName.valueOf("rs3", 16020, 1);
    ServerName restarted = ServerName.valueOf("rs0", 16020, 0);
    servers.dead.add(lost);
    servers.dead.add(restarted);
    assertThat(servers.cluster().down(Set.of())).containsExactly(lost.getAddress());
  }

  /** The master misses it only when its session in ZooKeeper ends. */
  @Test
  void aServerThatTheRunHasJustStoppedIsDown() throws IOException {
    ServerName stopped = servers.live.get(1);
    assertThat(servers.cluster().down(Set.of(stopped.getAddress())))
        .containsExactly(stopped.getAddress());
  }

  @Test
  void noServerIsStoppedBeyondTheNumberOfTheSite() {
    Configuration site = new Configuration(false);
    ServerTemplates templates = new ServerTemplates(site);
    Set<org.apache.hadoop.hbase.net.Address> one = Set.of(servers.live.get(0).getAddress());
    assertThatCode(() -> templates.checkDown(one)).doesNotThrowAnyException();
    site.set("hbench.max.servers.down", "1");
    assertThatCode(() -> templates.checkDown(Set.of())).doesNotThrowAnyException();
    assertThatThrownBy(() -> templates.checkDown(one))
        .hasMessage(
            "not performed: this site allows at most 1 server(s) to be down"
                + " (hbench.max.servers.down), and [rs0:16020] is");
  }
}
