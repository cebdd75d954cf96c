package io.hbench.cluster.action;

import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The regions of a table at one moment, and which servers have them open. {@code hbase:meta} alone
 * does not say that: it keeps the server of a region that is closed.
 *
 * @param all primary regions, open or not, in the order of their keys
 * @param open servers and sizes of the open regions, by encoded name
 * @param answering servers that have answered: the master knows one that has just died for a while
 */
record OnlineRegions(List<RegionInfo> all, Map<String, Open> open, List<ServerName> answering) {

  /**
   * A region that is open.
   *
   * @param bytes of its store files and its memstore, rounded to megabytes
   */
  record Open(ServerName server, double bytes) {}

  /** The primary regions of a table in the order of their keys, by all its rows of hbase:meta. */
  static List<RegionInfo> listed(Admin admin, TableName table) throws IOException {
    return admin.getRegions(table).stream()
        .filter(region -> region.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID)
        .filter(region -> !region.isSplit())
        .sorted(Comparator.comparing(RegionInfo::getStartKey, Bytes.BYTES_COMPARATOR))
        .toList();
  }

  /** The regions of a table that some servers have open; no other server is asked. */
  static OnlineRegions of(
      List<RegionInfo> all, RegionQuery query, TableName table, Collection<ServerName> servers)
      throws IOException {
    Set<String> names = all.stream().map(RegionInfo::getEncodedName).collect(Collectors.toSet());
    Map<String, Open> open = new HashMap<>();
    Map<ServerName, List<RegionMetrics>> answers = query.regions(servers, table);
    answers.forEach(
        (server, regions) ->
            regions.forEach(
                region -> {
                  String name = RegionInfo.encodeRegionName(region.getRegionName());
                  if (names.contains(name)) {
                    open.put(name, new Open(server, RegionQuery.bytes(region)));
                  }
                }));
    return new OnlineRegions(all, open, answers.keySet().stream().sorted().toList());
  }

  boolean isComplete() {
    return open.size() == all.size();
  }

  boolean isOpen(RegionInfo region) {
    return open.containsKey(region.getEncodedName());
  }

  Optional<ServerName> server(RegionInfo region) {
    return Optional.ofNullable(open.get(region.getEncodedName())).map(Open::server);
  }

  double bytes(RegionInfo region) {
    Open there = open.get(region.getEncodedName());
    return there == null ? 0 : there.bytes();
  }

  /** Open regions, in the order of their keys. */
  List<RegionInfo> opened() {
    return all.stream().filter(this::isOpen).toList();
  }

  /** Regions that a server has open, in the order of their keys. */
  List<RegionInfo> of(ServerName server) {
    return all.stream()
        .filter(region -> server(region).filter(server::equals).isPresent())
        .toList();
  }

  /**
   * Some of these regions, spread evenly.
   *
   * @throws IOException if there are fewer
   */
  static List<RegionInfo> spread(int count, List<RegionInfo> opened) throws IOException {
    if (count > opened.size()) {
      throw new IOException("%d regions are open, fewer than %d".formatted(opened.size(), count));
    }
    return LongStream.range(0, count)
        .mapToObj(i -> opened.get((int) (i * opened.size() / count)))
        .toList();
  }

  Map<ServerName, Integer> counts() {
    Map<ServerName, Integer> counts = new TreeMap<>();
    open.values().forEach(region -> counts.merge(region.server(), 1, Integer::sum));
    return counts;
  }

  /**
   * The region of a full or an encoded name.
   *
   * @throws IOException if the table has none
   */
  RegionInfo named(String name) throws IOException {
    return all.stream()
        .filter(r -> r.getEncodedName().equals(name) || r.getRegionNameAsString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IOException("the table has no region " + name));
  }
}
