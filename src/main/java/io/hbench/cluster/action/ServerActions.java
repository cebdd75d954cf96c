package io.hbench.cluster.action;

import io.hbench.rundir.FailureText;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.UnknownRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.util.ExceptionUtil;

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
    Placement placement = Placement.of(cluster, cluster.regions());
    placement.retain(address -> servers.stream().anyMatch(s -> s.getAddress().equals(address)));
    Map<RegionInfo, Address> others = others(servers);
    environment.undoAtTheEnd(
        "start " + names(servers) + " unless it runs, and move the regions of all tables back",
        shell -> {
          try {
            for (ServerName server : servers) {
              if (stopped.containsKey(server.getAddress())) {
                start(server, shell);
              }
            }
          } finally {
            try {
              placement.restore();
            } finally {
              moveBack(others);
            }
          }
        });
  }

  /** Regions of other tables that servers have, but for those of HBase itself. */
  private Map<RegionInfo, Address> others(List<ServerName> servers) throws IOException {
    Map<RegionInfo, Address> others = new TreeMap<>();
    for (ServerName server : servers) {
      for (RegionInfo region : cluster.admin().getRegions(server)) {
        if (!region.getTable().equals(cluster.table()) && !region.getTable().isSystemTable()) {
          others.put(region, server.getAddress());
        }
      }
    }
    return others;
  }

  /**
   * Moves regions of other tables back, one after the other: HBase answers at the end of a move.
   *
   * @throws IOException naming how many are not back
   */
  private void moveBack(Map<RegionInfo, Address> others) throws IOException {
    Map<Address, ServerName> live = new HashMap<>();
    Set<RegionInfo> there = new HashSet<>();
    for (ServerName server : cluster.targets()) {
      if (others.containsValue(server.getAddress())) {
        live.put(server.getAddress(), server);
        there.addAll(cluster.admin().getRegions(server));
      }
    }
    List<String> lost = new ArrayList<>();
    for (Map.Entry<RegionInfo, Address> region : others.entrySet()) {
      String name = region.getKey().getRegionNameAsString();
      if (!live.containsKey(region.getValue())) {
        lost.add(name + " (" + region.getValue() + " is not there)");
      } else if (!there.contains(region.getKey())) {
        try {
          cluster
              .admin()
              .move(region.getKey().getEncodedNameAsBytes(), live.get(region.getValue()));
        } catch (IOException e) {
          ExceptionUtil.rethrowIfInterrupt(e);
          if (!(e instanceof UnknownRegionException)) { // not split, merged or dropped meanwhile
            lost.add(name + " (" + FailureText.of(e) + ")");
          }
        }
      }
    }
    if (!lost.isEmpty()) {
      throw new IOException(
          "regions of other tables that are not back: %d, first %s"
              .formatted(lost.size(), lost.get(0)));
    }
  }

  private void stop(Setting<String> template, ServerName server, ActionEnvironment environment)
      throws IOException, InterruptedException {
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
