package io.hbench.cluster.action;

import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.net.Address;

/** Actions on region servers, by the shell templates of the site. */
final class ServerActions {
  /** A server that was stopped, or may have been, and the undo that starts it. */
  private record Stopped(ServerName server, PendingUndo undo) {}

  private final ActionCluster cluster;
  private final ServerTemplates templates;
  private final RecoveryWatch watch;

  /** Servers that have not been started since. */
  private final Map<Address, Stopped> stopped = new ConcurrentHashMap<>();

  /** Regions that the actions of the run have moved, those of stopped servers included. */
  private int moved;

  ServerActions(ActionCluster cluster, ServerTemplates templates, RecoveryWatch watch) {
    this.cluster = cluster;
    this.templates = templates;
    this.watch = watch;
  }

  /** Stops servers by a template, which may kill them. */
  String stop(Setting<String> template, String operand, ActionEnvironment environment)
      throws IOException, InterruptedException {
    List<ServerName> servers = servers(operand);
    PendingUndo undo = undo(servers, environment);
    for (ServerName server : servers) {
      stop(template, server, undo, environment);
    }
    return names(servers);
  }

  String start(ActionEnvironment environment) throws IOException, InterruptedException {
    List<Stopped> all = List.copyOf(stopped.values());
    for (Stopped one : all) {
      start(one, environment);
    }
    return names(all.stream().map(Stopped::server).toList());
  }

  String restart(String operand, ActionEnvironment environment)
      throws IOException, InterruptedException {
    List<ServerName> servers = servers(operand);
    PendingUndo undo = undo(servers, environment);
    for (ServerName server : servers) {
      if (!server.equals(servers.get(0))) { // before the first, the action itself is checked
        Preconditions.checkRegions(cluster);
        Preconditions.checkBlocks(templates.conf());
      }
      start(stop(Settings.SERVER_STOP, server, undo, environment), environment);
      cluster.await(OnlineRegions::isComplete, "not all regions of the table are open");
    }
    return names(servers);
  }

  /**
   * The servers that an operand means; none of another RSGroup than the table's. A user who may not
   * read groups knows that of servers that have regions of the table.
   */
  private List<ServerName> servers(String operand) throws IOException {
    List<ServerName> servers = cluster.servers(operand);
    Optional<ServerGroup> group = cluster.group();
    for (ServerName server : servers) {
      cluster.checkGroup(server, group);
      if (group.isPresent()
          && !group.get().isKnown()
          && !cluster.polled().counts().containsKey(server)) {
        throw new IOException(
            "%s has no region of table %s, and which RSGroup that is of is unknown to this user"
                .formatted(server.getAddress(), cluster.table()));
      }
    }
    return servers;
  }

  private PendingUndo undo(List<ServerName> servers, ActionEnvironment environment)
      throws IOException {
    OnlineRegions regions = cluster.polled();
    Set<Address> addresses =
        servers.stream().map(ServerName::getAddress).collect(Collectors.toSet());
    Undo.Moves moves = Placement.of(cluster, regions, addresses::contains);
    Map<String, Map<String, String>> others =
        OtherRegions.of(cluster, servers, regions.answering());
    moves(moves.homes().size() + others.values().stream().mapToInt(Map::size).sum());
    return environment.undoAtTheEnd(
        Undo.ofServers(
            "start " + names(servers) + " unless it runs, and move the regions of all tables back",
            cluster.table(),
            moves,
            others));
  }

  /**
   * Counts regions that an action is about to move.
   *
   * @throws IOException if the actions of the run move more than the site allows
   */
  synchronized void moves(int regions) throws IOException {
    templates.checkMoved(moved + regions);
    moved += regions;
  }

  private Stopped stop(
      Setting<String> template, ServerName server, PendingUndo undo, ActionEnvironment environment)
      throws IOException, InterruptedException {
    Stopped one = new Stopped(server, undo);
    synchronized (stopped) { // two actions at the same time may not pass the site's limit together
      templates.checkDown(cluster.down(stopped.keySet()));
      if (stopped.putIfAbsent(server.getAddress(), one) != null) {
        throw new IOException(server.getAddress() + " is being stopped by another action");
      }
    }
    try {
      undo.change(known -> known.starting(server, startLine(server)));
    } catch (IOException | RuntimeException e) {
      stopped.remove(server.getAddress());
      throw e;
    }
    watch.stopping(server, template.property(), environment);
    environment.run(templates.filled(template, server));
    return one;
  }

  private String startLine(ServerName server) {
    return templates.filled(Settings.SERVER_START, server);
  }

  private void start(Stopped one, LocalShell shell) throws IOException, InterruptedException {
    new UndoWork(cluster).start(one.server(), startLine(one.server()), shell);
    stopped.remove(one.server().getAddress());
    one.undo().change(known -> known.started(one.server()));
  }

  /** Servers that are stopped, or may be; empty if there are none. */
  String down() {
    return names(stopped.values().stream().map(Stopped::server).toList());
  }

  private static String names(List<ServerName> servers) {
    return servers.stream()
        .map(server -> server.getAddress().toString())
        .collect(Collectors.joining(", "));
  }
}
