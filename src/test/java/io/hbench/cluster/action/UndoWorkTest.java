package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.json.JsonFormat;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Undos of actions as another process performs them: each has been written and read. */
class UndoWorkTest {
  private final FakeServers servers = new FakeServers(3);
  private final ServerName stopped = servers.live.get(0);
  private final ServerName other = servers.live.get(1);
  private final List<String> ran = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private final Shell shell = new Shell();
  private RegionInfo first;
  private RegionInfo second;

  private class Shell implements LocalShell {
    @Override
    public void run(String line) throws IOException, InterruptedException {
      ran.add(line);
      if (line.equals("start")) {
        servers.live.replaceAll(s -> s.equals(stopped) ? again() : s);
      } else if (line.equals("interrupted")) {
        throw new InterruptedIOException();
      } else if (line.startsWith("fail")) {
        throw new IOException(line + " failed");
      }
    }

    @Override
    public void say(String line) {
      said.add(line);
    }
  }

  @BeforeEach
  void twoTables() {
    first = servers.region("ours", 0);
    second = servers.region("ours", 0);
    servers.region("tenant", 0);
  }

  private ServerName again() {
    return ServerName.valueOf(stopped.getAddress(), stopped.getStartCode() + 1);
  }

  @Test
  void aStoppedServerStartsAndTheRegionsOfAllTablesMoveBack() throws Exception {
    Undo undo = ofStoppedServer("start");
    servers.regions.replaceAll((region, server) -> other);
    perform(undo);
    assertThat(ran).containsExactly("start");
    assertThat(servers.regions.values()).containsOnly(again());
  }

  @Test
  void aServerThatWasStartedByOthersIsNotStarted() throws Exception {
    Undo undo = ofStoppedServer("start");
    servers.live.set(0, again());
    servers.regions.replaceAll((region, server) -> other);
    perform(undo);
    assertThat(ran).isEmpty();
    assertThat(servers.regions.values()).containsOnly(again());
  }

  /** The process that was about to stop it was killed before. */
  @Test
  void aServerThatGoesOnToAnswerAfterItsStartLineWasNotStopped() throws Exception {
    perform(ofStoppedServer("systemctl start"));
    assertThat(ran).containsExactly("systemctl start");
    assertThat(servers.moves).isEmpty();
  }

  /** The master lists a server that was killed until its session is over. */
  @Test
  void aServerThatTheMasterStillListsButDoesNotAnswerIsNotBack() {
    servers.frozen.add(stopped);
    assertThatThrownBy(() -> perform(ofStoppedServer("systemctl start")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("after 300 s region server rs0:16020 is not back");
  }

  @Test
  void eachPartRunsAndOneMessageHasAllFailures() throws Exception {
    Undo undo =
        ofStoppedServer("fail a")
            .starting(other, "fail b")
            .with(moves(Map.of(first, stopped), Map.of()));
    servers.live.remove(stopped);
    servers.live.remove(other);
    servers.regions.replaceAll((region, server) -> servers.live.get(0));
    assertThatThrownBy(() -> perform(undo))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("fail a failed")
        .hasMessageContaining("fail b failed")
        .hasMessageContaining("regions that are not back: 1: " + first.getEncodedName())
        .hasMessageContaining("regions of other tables that are not back: 1");
    assertThat(ran).containsExactlyInAnyOrder("fail a", "fail b");
  }

  @Test
  void anInterruptEndsThem() throws Exception {
    Undo undo = ofStoppedServer("interrupted");
    servers.live.remove(stopped);
    servers.regions.replaceAll((region, server) -> other);
    assertThatThrownBy(() -> perform(undo)).isInstanceOf(InterruptedIOException.class);
    assertThat(servers.moves).isEmpty();
  }

  @Test
  void onlyRegionsThatAreOfflineAreAssigned() throws Exception {
    servers.regions.put(second, null);
    perform(
        Undo.assigning(
            "assign",
            FakeServers.OURS,
            List.of(
                first.getEncodedName(), second.getEncodedName(), "of a region that was split")));
    assertThat(servers.assigned).containsExactly(second);
    assertThat(servers.regions).doesNotContainValue(null);
  }

  /** The master went on with the unassign of an interrupted client after the only look. */
  @Test
  void aRegionThatClosesAfterTheUndoBeganIsOpenedAgain() throws Exception {
    servers.moving.add(first);
    servers.atLook(
        8,
        () -> {
          servers.moving.clear();
          servers.regions.put(first, null);
        });
    perform(Undo.assigning("assign", FakeServers.OURS, List.of(first.getEncodedName())));
    assertThat(servers.looks()).isGreaterThan(8);
    assertThat(servers.assigned).containsExactly(first);
    assertThat(servers.regions).doesNotContainValue(null);
  }

  /** The same, of the balancer, which had moved nothing when it was interrupted. */
  @Test
  void aRegionThatLeavesAfterTheUndoBeganMovesBack() throws Exception {
    servers.moving.add(first);
    servers.atLook(
        8,
        () -> {
          servers.moving.clear();
          servers.regions.put(first, other);
        });
    perform(Undo.moving("move", FakeServers.OURS, moves(Map.of(first, stopped), Map.of())));
    assertThat(servers.looks()).isGreaterThan(8);
    assertThat(servers.regions).containsEntry(first, stopped);
  }

  @Test
  void aRegionThatOthersHaveMovedOnStaysThere() throws Exception {
    servers.regions.put(first, other);
    servers.regions.put(second, servers.live.get(2));
    perform(
        Undo.moving(
            "move",
            FakeServers.OURS,
            moves(Map.of(first, stopped, second, stopped), Map.of(first, other, second, other))));
    assertThat(servers.regions)
        .containsEntry(first, stopped)
        .containsEntry(second, servers.live.get(2));
  }

  @Test
  void aTableThatOthersHaveDisabledOrDroppedIsLeftAsItIs() throws Exception {
    servers.disabled.add(FakeServers.OURS);
    Undo undo = Undo.assigning("assign", FakeServers.OURS, List.of(first.getEncodedName()));
    perform(undo);
    servers.regions.keySet().removeIf(region -> region.getTable().equals(FakeServers.OURS));
    perform(undo);
    assertThat(servers.assigned).isEmpty();
    assertThat(said)
        .containsExactly(
            "table ours is disabled: its regions stay as they are",
            "table ours is dropped: its regions stay as they are");
  }

  private Undo ofStoppedServer(String startLine) throws IOException {
    ActionCluster cluster = servers.cluster();
    OnlineRegions regions = cluster.regions();
    return Undo.ofServers(
            "start rs0",
            FakeServers.OURS,
            Placement.of(cluster, regions, stopped.getAddress()::equals),
            OtherRegions.of(cluster, List.of(stopped), regions.answering()))
        .starting(stopped, startLine);
  }

  private static Undo.Moves moves(
      Map<RegionInfo, ServerName> homes, Map<RegionInfo, ServerName> moved) {
    return new Undo.Moves(addresses(homes), addresses(moved), List.of());
  }

  private static Map<String, String> addresses(Map<RegionInfo, ServerName> servers) {
    Map<String, String> all = new HashMap<>();
    servers.forEach(
        (region, server) -> all.put(region.getEncodedName(), server.getAddress().toString()));
    return all;
  }

  private void perform(Undo undo) throws Exception {
    String text = JsonFormat.INDENTED.toJson(undo);
    Undo read = JsonFormat.INDENTED.fromJson(text, Undo.class);
    assertThat(read).isEqualTo(undo);
    servers.play(() -> new UndoWork(servers.cluster()).perform(read, shell));
  }
}
