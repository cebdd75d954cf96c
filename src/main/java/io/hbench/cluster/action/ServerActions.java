package io.hbench.cluster.action;

import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.net.Address;

/** Actions on region servers, by the shell templates of the site. */
final class ServerActions {
  private final ActionCluster cluster;
  private final ServerTemplates templates;
  private final RecoveryWatch watch;

  /** Servers that were stopped, or may have been, and have not been started since. */
  private final Map<Address, ServerName> stopped = new ConcurrentHashMap<>();

  /**
   * @param watch on the servers that these actions stop
   */
  ServerActions(ActionCluster cluster, ServerTemplates templates, RecoveryWatch watch) {
    this.cluster = cluster;
    this.templates = templates;
    this.watch = watch;
  }

  /** Stops servers by a template, which may kill them. */
  String stop(Setting<String> template, String operand, ActionEnvironment environment)
      throws IOException, InterruptedException {
    List<ServerName> servers = cluster.servers(operand);
    undo(servers, environment);
    for (ServerName server : servers) {
      stop(template, server, environment);
    }
    return names(servers);
  }

  /** Starts all servers that this run has stopped. */
  String start(ActionEnvironment environment) throws IOException, InterruptedException {
    List<ServerName> servers = List.copyOf(stopped.values());
    for (ServerName server : servers) {
      start(server, environment);
    }
    return names(servers);
  }

  String restart(String operand, ActionEnvironment environment)
      throws IOException, InterruptedException {
    List<ServerName> servers = cluster.servers(operand);
    undo(servers, environment);
    for (ServerName server : servers) {
      stop(Settings.SERVER_STOP, server, environment);
      start(server, environment);
      cluster.await(OnlineRegions::isComplete, "not all regions of the table are open");
    }
    return names(servers);
  }

  private void undo(List<ServerName> servers, ActionEnvironment environment) throws IOException {
    OnlineRegions regions = cluster.regions();
    Placement placement = Placement.of(cluster, regions);
    placement.retain(address -> servers.stream().anyMatch(s -> s.getAddress().equals(address)));
    OtherRegions others = OtherRegions.of(cluster, servers, regions.answering());
    List<Undo> parts = new ArrayList<>();
    for (ServerName server : servers) {
      parts.add(
          shell -> {
            if (stopped.containsKey(server.getAddress())) {
              start(server, shell);
            }
          });
    }
    parts.add(shell -> placement.restore());
    parts.add(shell -> others.restore(shell, Await.LIMIT));
    environment.undoAtTheEnd(
        "start " + names(servers) + " unless it runs, and move the regions of all tables back",
        Undo.all(parts));
  }

  private void stop(Setting<String> template, ServerName server, ActionEnvironment environment)
      throws IOException, InterruptedException {
    templates.checkDown(cluster.down(stopped.keySet()));
    stopped.put(server.getAddress(), server); // before: a command that fails may have stopped it
    watch.stopping(server, template.property(), environment);
    environment.run(templates.filled(template, server));
  }

  /** Starts a server, and waits until the master knows the new process. */
  private void start(ServerName server, LocalShell shell) throws IOException, InterruptedException {
    shell.run(templates.filled(Settings.SERVER_START, server));
    Await.until(
        Await.LIMIT,
        () ->
            cluster.admin().getRegionServers().stream()
                .anyMatch(
                    live ->
                        live.getAddress().equals(server.getAddress())
                            && live.getStartCode() > server.getStartCode()),
        "region server " + server.getAddress() + " is not back");
    stopped.remove(server.getAddress());
  }

  /** Servers that are stopped, or may be; empty if there are none. */
  String down() {
    return names(List.copyOf(stopped.values()));
  }

  private static String names(List<ServerName> servers) {
    return servers.stream()
        .map(server -> server.getAddress().toString())
        .collect(Collectors.joining(", "));
  }
}
