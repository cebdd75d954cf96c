package io.hbench.cluster.action;

import io.hbench.rundir.FailureText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.net.Address;

/**
 * The servers that had the regions of a table at one moment, to move them back. A server that was
 * restarted since counts as the same one.
 *
 * @param servers by encoded name of the region
 * @param presumed last servers of the regions that no server had open: they may be closed on
 *     purpose
 */
record Placement(
    ActionCluster cluster, Map<String, Address> servers, Map<String, Address> presumed) {

  /** The placement of now; regions of servers that do not answer are where hbase:meta says. */
  static Placement of(ActionCluster cluster, OnlineRegions regions) throws IOException {
    Map<String, Address> servers = new HashMap<>();
    regions.open().forEach((name, open) -> servers.put(name, open.server().getAddress()));
    return new Placement(cluster, servers, regions.isComplete() ? Map.of() : cluster.homes());
  }

  /**
   * Moves regions that are elsewhere now back; regions that are gone or new stay as they are.
   *
   * @throws IOException if a region is not back in the end
   */
  void restore() throws IOException, InterruptedException {
    cluster.await(this::areOpen, "not all regions to move back are open");
    Map<Address, ServerName> live = new HashMap<>();
    cluster.admin().getRegionServers().forEach(server -> live.put(server.getAddress(), server));
    List<RegionInfo> back = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    OnlineRegions now = cluster.regions();
    for (RegionInfo region : now.opened()) {
      Address home = home(region);
      if (home == null
          || now.server(region).map(ServerName::getAddress).equals(Optional.of(home))) {
        continue;
      }
      if (!live.containsKey(home)) {
        if (!servers.containsKey(region.getEncodedName())) {
          continue; // it was gone before
        }
        lost.add(region.getEncodedName() + " (" + home + " is not there)");
        continue;
      }
      try {
        cluster.move(region, live.get(home));
        back.add(region);
      } catch (DoNotRetryIOException e) {
        lost.add(region.getEncodedName() + " (" + FailureText.of(e) + ")");
      }
    }
    cluster.await(state -> areBack(back, state), "not all regions are back at their servers");
    if (!lost.isEmpty()) {
      throw new IOException(
          "regions that are not back: %d, first %s".formatted(lost.size(), lost.get(0)));
    }
  }

  /** Others may be offline on purpose: the undo of an unassign comes later. */
  private boolean areOpen(OnlineRegions now) {
    return now.all().stream()
        .filter(region -> servers.containsKey(region.getEncodedName()))
        .allMatch(now::isOpen);
  }

  private boolean areBack(List<RegionInfo> regions, OnlineRegions now) {
    return regions.stream()
        .allMatch(r -> now.server(r).map(ServerName::getAddress).equals(Optional.of(home(r))));
  }

  /** The server of a region; null of a new one. */
  private Address home(RegionInfo region) {
    String name = region.getEncodedName();
    return servers.getOrDefault(name, presumed.get(name));
  }
}
