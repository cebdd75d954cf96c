package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.DoNotRetryRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What others do to their tables while one of the servers is down fails no suite. */
class OtherRegionsTest {
  private final FakeServers servers = new FakeServers(3);
  private final List<String> said = new ArrayList<>();
  private final ServerName stopped = servers.live.get(0);
  private final ServerName other = servers.live.get(1);
  private RegionInfo first;
  private RegionInfo second;

  private final LocalShell shell =
      new LocalShell() {
        @Override
        public void run(String line) {}

        @Override
        public void say(String line) {
          said.add(line);
        }
      };

  @BeforeEach
  void twoTablesOfOthers() {
    servers.region("ours", 0);
    servers.region("hbase:acl", 0);
    first = servers.region("a", 0);
    second = servers.region("b", 0);
    servers.region("b", 2);
  }

  @Test
  void allRegionsMoveBackWhoseTablesAreAsTheyWere() throws Exception {
    Map<String, Map<String, String>> others = others();
    allMoveAway();
    restore(others);
    assertThat(servers.regions).containsEntry(first, stopped).containsEntry(second, stopped);
    assertThat(servers.regions.values()).containsOnlyOnce(servers.live.get(2));
    assertThat(said).isEmpty();
  }

  @Test
  void aTableThatWasDisabledOrDroppedStaysAsItIs() throws Exception {
    Map<String, Map<String, String>> others = others();
    allMoveAway();
    servers.disabled.add(first.getTable());
    servers.regions.keySet().removeIf(region -> region.getTable().equals(second.getTable()));
    restore(others);
    assertThat(servers.regions).containsEntry(first, other);
    assertThat(said)
        .containsExactly(
            "regions of other tables that stay where they are: 2, first a "
                + first.getEncodedName()
                + " (its table is disabled, or it was dropped, split or merged)");
  }

  @Test
  void aRegionThatMayNotBeMovedOrIsClosedStaysWhereItIs() throws Exception {
    Map<String, Map<String, String>> others = others();
    allMoveAway();
    servers.refused.put(first, new AccessDeniedException("action=ADMIN"));
    servers.refused.put(second, new DoNotRetryRegionException("is not OPEN; state=CLOSED"));
    restore(others);
    assertThat(said).singleElement().asString().contains(": 2, first a ", "(HBase denies right A");
  }

  @Test
  void whatTheMasterRefusesOrIsNotOpenFailsAtTheDeadline() throws Exception {
    Map<String, Map<String, String>> others = others();
    servers.regions.put(first, ServerName.valueOf("rs0", 16020, 0)); // of a process that is gone
    servers.regions.put(second, other);
    servers.refused.put(second, new IOException("no master"));
    assertThatThrownBy(() -> restore(others))
        .hasMessage(
            "regions of other tables that are not back: 2, first a "
                + first.getEncodedName()
                + " (not open)");
  }

  @Test
  void aServerThatDoesNotAnswerHasTheRegionsThatItHasReported() throws Exception {
    servers.frozen.add(stopped);
    Map<String, Map<String, String>> others = others();
    Map<String, Map<String, String>> justFrozen =
        OtherRegions.of(servers.cluster(), List.of(stopped), servers.live);
    allMoveAway();
    restore(others);
    assertThat(servers.regions).containsEntry(first, stopped).containsEntry(second, stopped);
    allMoveAway();
    restore(justFrozen);
    assertThat(servers.regions).containsEntry(first, stopped);
  }

  /** They share the master with everybody's work. */
  @Test
  void noMoreThanTenRegionsMoveInASecond() throws Exception {
    for (int i = 0; i < 50; i++) {
      servers.region("c", 0);
    }
    Map<String, Map<String, String>> others = others();
    allMoveAway();
    restore(others);
    long[] times = servers.moves.values().stream().mapToLong(nanos -> nanos).toArray();
    assertThat(times).hasSize(52);
    for (int i = 10; i < times.length; i++) {
      assertThat(times[i] - times[i - 10]).isGreaterThanOrEqualTo(1_000_000_000);
    }
  }

  private void restore(Map<String, Map<String, String>> others) throws Exception {
    servers.play(() -> new OtherRegions(servers.cluster(), others).restore(shell));
  }

  private Map<String, Map<String, String>> others() throws IOException {
    OnlineRegions regions = servers.cluster().regions();
    return OtherRegions.of(servers.cluster(), List.of(stopped), regions.answering());
  }

  private void allMoveAway() {
    servers.regions.replaceAll((region, server) -> server.equals(stopped) ? other : server);
  }
}
