package io.hbench.cluster.action;

import io.hbench.rundir.FailureText;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.net.Address;

/**
 * Moves the regions of an action back to the servers that had them before it. A server that was
 * restarted since counts as the same one.
 */
final class Placement {
  /** Regions that a message names. */
  private static final int NAMED = 10;

  private final ActionCluster cluster;
  private final Map<String, String> homes;
  private final Map<String, String> moved;
  private final Set<String> presumed;

  /** Servers that may get regions, by the last poll that has asked for them. */
  private Collection<ServerName> targets = List.of();

  Placement(ActionCluster cluster, Undo.Moves moves) {
    this.cluster = cluster;
    this.homes = moves.homes();
    this.moved = moves.moved();
    this.presumed = Set.copyOf(moves.presumed());
  }

  /**
   * The placement of regions now; those of servers that do not answer are where hbase:meta says.
   *
   * @param servers whose regions matter
   */
  static Undo.Moves of(ActionCluster cluster, OnlineRegions regions, Predicate<Address> servers)
      throws IOException {
    Map<String, String> homes = new HashMap<>();
    Set<String> presumed = new TreeSet<>();
    if (!regions.isComplete()) {
      cluster.homes().forEach((name, server) -> put(homes, name, server, servers));
      presumed.addAll(homes.keySet());
      presumed.removeAll(regions.open().keySet());
    }
    regions.open().forEach((name, open) -> put(homes, name, open.server().getAddress(), servers));
    return new Undo.Moves(homes, Map.of(), List.copyOf(presumed));
  }

  private static void put(
      Map<String, String> homes, String region, Address server, Predicate<Address> servers) {
    homes.remove(region);
    if (servers.test(server)) {
      homes.put(region, server.toString());
    }
  }

  /** Keeps the regions that are elsewhere after the action alone, and those that may be. */
  static Undo.Moves moved(Undo.Moves before, OnlineRegions after) {
    Map<String, String> moved = new HashMap<>();
    after.open().forEach((name, open) -> moved.put(name, open.server().getAddress().toString()));
    Map<String, String> homes = new HashMap<>(before.homes());
    homes.entrySet().removeIf(home -> home.getValue().equals(moved.get(home.getKey())));
    moved.keySet().retainAll(homes.keySet());
    return new Undo.Moves(homes, moved, before.presumed());
  }

  /**
   * Moves the regions back, each as soon as it is open. One that others have moved on, split or
   * merged stays as it is.
   */
  void restore() throws IOException, InterruptedException {
    if (homes.isEmpty()) {
      return;
    }
    Map<String, String> lost = new TreeMap<>();
    Map<String, String> waiting = new TreeMap<>();
    Set<String> asked = new HashSet<>();
    try {
      Await.untilCalm(
          Await.LIMIT.plusSeconds(homes.size()), // HBase answers at the end of a move
          cluster.paces().calls(),
          () -> {
            waiting.clear();
            waiting.putAll(moveBack(asked, lost));
            if (waiting.isEmpty()) {
              Preconditions.namesInTransition(cluster).stream()
                  .filter(homes::containsKey)
                  .forEach(name -> waiting.put(name, "in transition"));
            }
            return waiting.isEmpty();
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
   * @param lost why regions can't be moved back
   * @return why regions are not back yet
   */
  private Map<String, String> moveBack(Set<String> asked, Map<String, String> lost)
      throws IOException {
    Map<String, ServerName> live = new HashMap<>();
    targets = cluster.polledTargets(targets);
    targets.forEach(server -> live.put(server.getAddress().toString(), server));
    OnlineRegions now = cluster.polled();
    Map<String, String> waiting = new HashMap<>();
    for (RegionInfo region : now.all()) {
      String name = region.getEncodedName();
      String home = homes.get(name);
      String here = now.server(region).map(at -> at.getAddress().toString()).orElse(null);
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
