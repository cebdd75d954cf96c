package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.rundir.ServerEvent;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.net.Address;
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
    Set<Address> one = Set.of(servers.live.get(0).getAddress());
    assertThatCode(() -> templates.checkDown(one)).doesNotThrowAnyException();
    site.set("hbench.max.servers.down", "1");
    assertThatCode(() -> templates.checkDown(Set.of())).doesNotThrowAnyException();
    assertThatThrownBy(() -> templates.checkDown(one))
        .hasMessage(
            "not performed: this site allows at most 1 server(s) to be down"
                + " (hbench.max.servers.down), and [rs0:16020] is");
  }

  /** Of all tables, and beside what other actions of the run have moved. */
  @Test
  void theRegionsOfAStoppedServerCountAsMoved() throws Exception {
    for (String table : List.of("ours", "ours", "tenant", "hbase:acl")) {
      servers.region(table, 0);
    }
    servers.region("tenant", 1);
    assertThat(stop("4")).isEqualTo("the undo is registered");
    assertThat(stop("3"))
        .isEqualTo(
            "not performed: the actions of the run would move 4 regions, and this site allows at most 3 (hbench.max.regions.moved)");
  }

  /** Moves a region, and stops a server with three. */
  private String stop(String max) throws Exception {
    Configuration site = new Configuration(false);
    site.set("hbench.max.regions.moved", max);
    ServerActions actions = new ServerActions(servers.cluster(), new ServerTemplates(site), null);
    return servers.time.play(
        () -> {
          actions.moves(1);
          try {
            return actions.stop(null, "rs0", new Nowhere());
          } catch (IOException e) {
            return e.getMessage();
          }
        });
  }

  /** Where no undo can be registered. */
  private static final class Nowhere implements ActionEnvironment {
    @Override
    public PendingUndo undoAtTheEnd(Undo undo) throws IOException {
      throw new IOException("the undo is registered");
    }

    @Override
    public void run(String line) {}

    @Override
    public void noticed(ServerEvent.Kind kind, Address server, int count, String text) {}
  }
}
