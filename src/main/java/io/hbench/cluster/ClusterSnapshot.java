package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.cluster.action.RegionQuery;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Snapshot of the cluster: live servers, regions of a table and their store files at one moment. It
 * costs one call to the master, a scan of the table's rows in hbase:meta, and one call to each
 * server with regions of the table; with the regions of an earlier snapshot, that of the master.
 *
 * @param regions by encoded name
 */
record ClusterSnapshot(Set<ServerName> servers, Map<String, Region> regions) {
  private static final int MAX_NAMES = 3;

  /**
   * One region.
   *
   * @param start start key, printable; empty for the first region
   * @param storeFiles last known number of store files, or null
   */
  record Region(String start, ServerName server, Integer storeFiles) {}

  /**
   * @param last earlier snapshot, whose figures stand in for servers that do not answer; may be
   *     null
   */
  static ClusterSnapshot take(Cluster cluster, TableName table, ClusterSnapshot last)
      throws IOException {
    Set<ServerName> servers = cluster.servers().names();
    List<HRegionLocation> locations = cluster.locations(table);
    Map<String, Integer> files = new HashMap<>();
    if (last != null) {
      last.regions.forEach((name, region) -> files.put(name, region.storeFiles));
    }
    cluster
        .regionsByName(locations, table)
        .forEach(
            (name, region) -> {
              if (RegionQuery.isPrimary(region)) {
                files.put(name, region.getStoreFileCount());
              }
            });
    Map<String, Region> regions = new HashMap<>();
    for (HRegionLocation location : locations) {
      RegionInfo region = location.getRegion();
      regions.put(
          region.getEncodedName(),
          new Region(
              Bytes.toStringBinary(region.getStartKey()),
              location.getServerName(),
              files.get(region.getEncodedName())));
    }
    return new ClusterSnapshot(servers, regions);
  }

  /** The live servers now, with the regions of this snapshot. */
  ClusterSnapshot withServersOf(Cluster cluster) throws IOException {
    return new ClusterSnapshot(cluster.servers().names(), regions);
  }

  /** Changes since an earlier snapshot; a change that was undone in between is not visible. */
  List<ServerEvent> changesSince(ClusterSnapshot before, double atMs) {
    List<ServerEvent> changes = new ArrayList<>();
    minus(before.servers, servers)
        .forEach(one -> changes.add(new ServerEvent(atMs, Kind.SERVER_LEFT, 1, one + " left")));
    minus(servers, before.servers)
        .forEach(one -> changes.add(new ServerEvent(atMs, Kind.SERVER_JOINED, 1, one + " joined")));
    if (regions != before.regions) { // the same ones while a large table is not looked at
      addMoves(before, atMs, changes);
      addBounds(before, atMs, changes);
      addFiles(before, atMs, changes);
    }
    return changes;
  }

  /** Names of the servers of one snapshot that another lacks, in their order. */
  private static Stream<String> minus(Set<ServerName> some, Set<ServerName> others) {
    return some.stream()
        .filter(server -> !others.contains(server))
        .sorted()
        .map(ClusterSnapshot::name);
  }

  /** One event for each server that lost regions: a server that dies loses hundreds. */
  private void addMoves(ClusterSnapshot before, double atMs, List<ServerEvent> changes) {
    Map<ServerName, TreeMap<String, ServerName>> moves = new TreeMap<>();
    before.regions.forEach(
        (name, region) -> {
          Region now = regions.get(name);
          if (now != null && !now.server.equals(region.server)) {
            moves.computeIfAbsent(region.server, s -> new TreeMap<>()).put(name, now.server);
          }
        });
    moves.forEach(
        (from, moved) -> {
          String what =
              moved.size() == 1 ? "region " + moved.firstKey() : moved.size() + " regions";
          Set<String> to =
              moved.values().stream()
                  .map(ClusterSnapshot::name)
                  .collect(Collectors.toCollection(TreeSet::new));
          String where = to.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
          String more = to.size() > MAX_NAMES ? " and others" : "";
          changes.add(
              new ServerEvent(
                  atMs,
                  Kind.REGION_MOVED,
                  moved.size(),
                  what + " from " + name(from) + " to " + where + more));
        });
  }

  /** Adds splits, which add a start key, and merges, which remove one. */
  private void addBounds(ClusterSnapshot before, double atMs, List<ServerEvent> changes) {
    Set<String> now = starts();
    Set<String> previous = before.starts();
    Set<String> made = new HashSet<>(now);
    made.removeAll(previous);
    Set<String> gone = new HashSet<>(previous);
    gone.removeAll(now);
    String result = format("regions now: %,d", now.size());
    if (!made.isEmpty()) {
      changes.add(new ServerEvent(atMs, Kind.REGION_SPLIT, made.size(), result));
    }
    if (!gone.isEmpty()) {
      changes.add(new ServerEvent(atMs, Kind.REGION_MERGED, gone.size(), result));
    }
  }

  private Set<String> starts() {
    return regions.values().stream().map(Region::start).collect(Collectors.toSet());
  }

  private void addFiles(ClusterSnapshot before, double atMs, List<ServerEvent> changes) {
    long more = 0;
    long fewer = 0;
    for (Map.Entry<String, Region> e : regions.entrySet()) {
      Region previous = before.regions.get(e.getKey());
      if (previous != null && previous.storeFiles != null && e.getValue().storeFiles != null) {
        int difference = e.getValue().storeFiles - previous.storeFiles;
        more += Math.max(0, difference);
        fewer += Math.max(0, -difference);
      }
    }
    if (more > 0) {
      changes.add(new ServerEvent(atMs, Kind.FLUSH, more, storeFiles(more, "more")));
    }
    if (fewer > 0) {
      changes.add(new ServerEvent(atMs, Kind.COMPACTION, fewer, storeFiles(fewer, "fewer")));
    }
  }

  private static String storeFiles(long count, String comparison) {
    return format("%,d store file%s %s", count, count == 1 ? "" : "s", comparison);
  }

  private static String name(ServerName server) {
    return server.getAddress().toString();
  }
}
