package io.hbench.cluster.action;

import io.hbench.rundir.FailureText;
import io.hbench.time.Pace;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.DoNotRetryRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ExceptionUtil;

/**
 * Moves the regions of other tables, and secondary replicas of the run's own one, back to the
 * servers that had them before an action stopped these, but for the tables of HBase itself. Other
 * tables belong to others, who may change them meanwhile.
 */
final class OtherRegions {
  /** Moves share the master, and the servers' handlers, with others. */
  private static final int MOVES_PER_SECOND = 10;

  /** Time between the polls of regions that are being opened for long. */
  private static final Duration LATER = Duration.ofSeconds(2);

  private final ActionCluster cluster;
  private final Pace moves;

  /** Servers before the action, by table and encoded name of the region; without what is done. */
  private final Map<String, Map<String, String>> homes = new TreeMap<>();

  /** Why regions stay where they are, which is no failure of the undo. */
  private final Map<String, String> left = new LinkedHashMap<>();

  /** Why regions are not back. */
  private final Map<String, String> lost = new LinkedHashMap<>();

  /** Servers that may get regions, by the last poll that has asked for them. */
  private Collection<ServerName> targets = List.of();

  OtherRegions(ActionCluster cluster, Map<String, Map<String, String>> homes) {
    this.cluster = cluster;
    this.moves = new Pace(cluster.time(), MOVES_PER_SECOND, 0);
    homes.forEach((table, regions) -> this.homes.put(table, new TreeMap<>(regions)));
  }

  /**
   * The regions of some servers now; those of a server that does not answer are the ones that it
   * has reported to the master last.
   *
   * @return servers of the regions, by table
   */
  static Map<String, Map<String, String>> of(
      ActionCluster cluster, List<ServerName> servers, Collection<ServerName> answering)
      throws IOException {
    Map<String, Map<String, String>> homes = new TreeMap<>();
    for (ServerName server : servers) {
      for (byte[] region : regions(cluster.admin(), server, answering.contains(server))) {
        TableName table = RegionInfo.getTable(region);
        boolean isOther = !table.equals(cluster.table()) || RegionQuery.isReplica(region);
        if (isOther && !table.isSystemTable()) {
          homes
              .computeIfAbsent(table.getNameAsString(), name -> new TreeMap<>())
              .put(RegionInfo.encodeRegionName(region), server.getAddress().toString());
        }
      }
    }
    return homes;
  }

  /** Full names of the regions of a server. */
  private static Collection<byte[]> regions(Admin admin, ServerName server, boolean answers)
      throws IOException {
    if (answers) {
      try {
        return admin.getRegions(server).stream().map(RegionInfo::getRegionName).toList();
      } catch (IOException e) {
        ExceptionUtil.rethrowIfInterrupt(e);
        // it has just stopped to answer
      }
    }
    ServerMetrics reported =
        admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS)).getLiveServerMetrics().get(server);
    return reported == null ? List.of() : reported.getRegionMetrics().keySet();
  }

  /**
   * Moves the regions back that are open elsewhere, one after the other, ten a second at most:
   * HBase answers at the end of a move. It waits for regions that are being opened: for all of them
   * five minutes, and a second for each. A line names what stays, because others have dropped,
   * split, closed or disabled it, or because this user may not move it.
   *
   * @throws IOException naming how many are not back
   */
  void restore(LocalShell shell) throws IOException, InterruptedException {
    int count = homes.values().stream().mapToInt(Map::size).sum();
    if (count == 0) {
      return;
    }
    Duration limit = Await.LIMIT.plusSeconds(count);
    long end = cluster.time().nanos() + limit.toNanos();
    Map<String, String> waiting = new TreeMap<>();
    try {
      Await.until(
          limit,
          LATER,
          cluster.paces().rows(),
          () -> {
            waiting.clear();
            targets = cluster.polledTargets(targets);
            Map<String, ServerName> live =
                targets.stream()
                    .collect(Collectors.toMap(server -> server.getAddress().toString(), s -> s));
            Collection<ServerName> servers = cluster.polledLive();
            for (String table : List.copyOf(homes.keySet())) {
              waiting.putAll(moveBack(table, live, servers, end));
            }
            return waiting.isEmpty();
          },
          "regions of other tables are not back");
    } catch (IOException e) {
      if (waiting.isEmpty()) {
        throw e; // not one poll
      }
    }
    lost.putAll(waiting);
    if (!left.isEmpty()) {
      shell.say("regions of other tables that stay where they are: " + first(left));
    }
    if (!lost.isEmpty()) {
      throw new IOException("regions of other tables that are not back: " + first(lost));
    }
  }

  private static String first(Map<String, String> regions) {
    Map.Entry<String, String> first = regions.entrySet().iterator().next();
    return "%d, first %s (%s)".formatted(regions.size(), first.getKey(), first.getValue());
  }

  /**
   * Moves the regions of a table back that are open.
   *
   * @param live servers that may get regions
   * @return why regions are not back yet
   */
  private Map<String, String> moveBack(
      String table, Map<String, ServerName> live, Collection<ServerName> servers, long end)
      throws IOException {
    Map<String, String> pending = homes.get(table);
    if (pending.isEmpty()) {
      return Map.of();
    }
    Map<String, ServerName> open = open(TableName.valueOf(table));
    Map<String, String> waiting = new HashMap<>();
    for (String region : List.copyOf(pending.keySet())) {
      String name = table + " " + region;
      String home = pending.get(region);
      ServerName here = open.get(region);
      if (here == null) {
        left.put(name, "its table is disabled, or it was dropped, split or merged");
        pending.remove(region);
      } else if (!servers.contains(here)) {
        waiting.put(name, "not open");
      } else if (here.getAddress().toString().equals(home)) {
        pending.remove(region);
      } else if (!live.containsKey(home)) {
        lost.put(name, home + " is not there");
        pending.remove(region);
      } else if (cluster.time().nanos() - end > 0) {
        waiting.put(name, "on " + here.getAddress());
      } else {
        move(table, region, live.get(home)).ifPresent(why -> waiting.put(name, why));
        moves.took(1);
        moves.await();
      }
    }
    return waiting;
  }

  /** Asks for a move; returns why it is to be asked for again. */
  private Optional<String> move(String table, String region, ServerName home) throws IOException {
    String name = table + " " + region;
    try {
      cluster.admin().move(Bytes.toBytes(region), home);
    } catch (AccessDeniedException e) {
      left.put(name, "HBase denies right A on its table");
    } catch (DoNotRetryRegionException e) { // closed, split or dropped by others
      left.put(name, FailureText.of(e));
    } catch (IOException e) {
      ExceptionUtil.rethrowIfInterrupt(e);
      return Optional.of(FailureText.of(e));
    }
    homes.get(table).remove(region);
    return Optional.empty();
  }

  /** The servers of the regions by hbase:meta; none of a table that is disabled or gone. */
  private Map<String, ServerName> open(TableName table) throws IOException {
    Map<String, ServerName> open = new HashMap<>();
    try (RegionLocator locator = cluster.admin().getConnection().getRegionLocator(table)) {
      if (!cluster.admin().isTableDisabled(table)) {
        List<HRegionLocation> all = locator.getAllRegionLocations();
        cluster.paces().rows().took(all.size());
        for (HRegionLocation location : all) {
          if (location != null && !location.getRegion().isSplit()) {
            open.put(location.getRegion().getEncodedName(), location.getServerName());
          }
        }
      }
    } catch (TableNotFoundException e) {
      return Map.of();
    }
    return open;
  }
}
