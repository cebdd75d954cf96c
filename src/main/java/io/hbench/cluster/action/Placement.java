package io.hbench.cluster.action;

import io.hbench.rundir.FailureText;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.net.Address;

/**
 * The servers that had the regions of an action before it, to move these regions back. A server
 * that was restarted since counts as the same one.
 */
final class Placement {
  /** Regions that a message names. */
  private static final int NAMED = 10;

  /** Polls without a region that is away: the master may go on with a move that was interrupted. */
  private static final int CALM_POLLS = 5;

  private final ActionCluster cluster;

  /** Servers before the action, by encoded name of the region. */
  private final Map<String, Address> homes = new ConcurrentHashMap<>();

  /** Servers after the action, where they are known: who moves a region on later wants it there. */
  private final Map<String, Address> moved = new ConcurrentHashMap<>();

  /** Regions that no server had open before: they may be closed on purpose. */
  private final Set<String> presumed = ConcurrentHashMap.newKeySet();

  /** A placement of no regions yet. */
  Placement(ActionCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * The placement of all regions now; those of servers that do not answer are where hbase:meta
   * says.
   */
  static Placement of(ActionCluster cluster, OnlineRegions regions) throws IOException {
    Placement placement = new Placement(cluster);
    if (!regions.isComplete()) {
      placement.homes.putAll(cluster.homes());
      placement.presumed.addAll(placement.homes.keySet());
      placement.presumed.removeAll(regions.open().keySet());
    }
    regions.open().forEach((name, open) -> placement.homes.put(name, open.server().getAddress()));
    return placement;
  }

  /** Keeps the regions of some servers alone. */
  void retain(Predicate<Address> servers) {
    homes.values().removeIf(servers.negate());
  }

  /** Adds a region that is about to be moved. */
  void add(RegionInfo region, ServerName from, ServerName to) {
    moved.put(region.getEncodedName(), to.getAddress());
    homes.put(region.getEncodedName(), from.getAddress());
  }

  /** Keeps the regions that are elsewhere after the action alone, and those that may be. */
  void retainMoved(OnlineRegions after) {
    after.open().forEach((name, open) -> moved.put(name, open.server().getAddress()));
    homes.entrySet().removeIf(home -> home.getValue().equals(moved.get(home.getKey())));
  }

  /**
   * Moves the regions back, each as soon as it is open. One that others have moved on, split or
   * merged stays as it is.
   *
   * @throws IOException naming the regions that are not back in the end
   */
  void restore() throws IOException, InterruptedException {
    Map<String, String> lost = new TreeMap<>();
    Map<String, String> waiting = new TreeMap<>();
    Set<String> asked = new HashSet<>();
    int[] calm = {0};
    try {
      Await.until(
          Await.LIMIT,
          () -> {
            waiting.clear();
            waiting.putAll(moveBack(asked, lost));
            calm[0] = waiting.isEmpty() ? calm[0] + 1 : 0;
            return calm[0] >= (moved.isEmpty() ? 1 : CALM_POLLS);
          },
          "regions are not back");
    } catch (IOException e) {
      if (waiting.isEmpty()) {
        throw e; // not one poll
      }
    }
    lost.putAll(waiting);
    if (!lost.isEmpty()) {
      throw new IOException(
          "regions that are not back: %d: %s"
              .formatted(
                  lost.size(),
                  lost.entrySet().stream()
                      .limit(NAMED)
                      .map(region -> region.getKey() + " (" + region.getValue() + ")")
                      .collect(Collectors.joining(", "))));
    }
  }

  /**
   * Asks for the moves of regions that are open.
   *
   * @param asked regions whose moves were asked for
   * @param lost why regions can't be moved back
   * @return why regions are not back yet
   */
  private Map<String, String> moveBack(Set<String> asked, Map<String, String> lost)
      throws IOException {
    Map<Address, ServerName> live = new HashMap<>();
    cluster.targets().forEach(server -> live.put(server.getAddress(), server));
    OnlineRegions now = cluster.regions();
    Map<String, String> waiting = new HashMap<>();
    for (RegionInfo region : now.all()) {
      String name = region.getEncodedName();
      Address home = homes.get(name);
      Address here = now.server(region).map(ServerName::getAddress).orElse(null);
      boolean movedOn = // by others
          here != null && !asked.contains(name) && !here.equals(moved.getOrDefault(name, here));
      if (home == null || home.equals(here) || lost.containsKey(name) || movedOn) {
        continue;
      }
      if (here == null) {
        if (!presumed.contains(name)) {
          waiting.put(name, "not open");
        }
      } else if (asked.contains(name)) {
        waiting.put(name, "on " + here);
      } else if (live.containsKey(home)) {
        try {
          cluster.move(region, live.get(home));
          asked.add(name);
          waiting.put(name, "on " + here);
        } catch (DoNotRetryIOException e) {
          lost.put(name, FailureText.of(e));
        }
      } else if (!presumed.contains(name)) {
        lost.put(name, home + " is not there, or is being drained");
      }
    }
    return waiting;
  }
}
