package io.hbench.cluster;

import io.hbench.client.HBaseUser;
import io.hbench.client.MissingRight;
import io.hbench.cluster.action.RegionQuery;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.ServerFacts.RegionServer;
import io.hbench.rundir.ServerFacts.Unknown;
import io.hbench.time.Pace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.access.Permission.Action;

/**
 * Query of all region servers by RPC and by their metrics pages, which tell of all tables. Of
 * several tables, a server that does not answer for one is not asked for the next one.
 */
public final class ServerSurvey {
  private final String version;
  private final Collection<ServerName> live;
  private final Map<ServerName, CompletableFuture<Optional<JmxPage>>> pages;
  private final Set<ServerName> answering;

  /** Of servers without an answer: the master's figures, some seconds old. */
  private Map<ServerName, ServerMetrics> loads = Map.of();

  /** Requests the pages, and does not wait for them. */
  public ServerSurvey(Cluster cluster) throws IOException {
    ClusterMetrics metrics =
        cluster.admin().getClusterMetrics(EnumSet.of(Option.HBASE_VERSION, Option.SERVERS_NAME));
    version = metrics.getHBaseVersion();
    live = cluster.paces().named(metrics.getServersName());
    answering = new HashSet<>(live);
    pages = pages(cluster, cluster.servers().ports(live));
  }

  /**
   * State of the servers, and of a table now.
   *
   * @param cluster the same, by the connection of the table's user
   */
  public ServerFacts facts(Cluster cluster, TableName table) throws IOException {
    Map<ServerName, List<RegionMetrics>> answers = cluster.regions(answering, table);
    if (answering.retainAll(answers.keySet())) {
      loads = cluster.servers().loads();
    }
    Map<String, RegionServer> servers = new TreeMap<>();
    List<RegionMetrics> all = new ArrayList<>();
    for (ServerName server : live) {
      List<RegionMetrics> regions =
          answers.containsKey(server) ? answers.get(server) : byMaster(loads.get(server), table);
      all.addAll(regions);
      Optional<JmxPage> page = pages.get(server).join();
      servers.put(
          server.getAddress().toString(),
          new RegionServer(
              server.getStartCode(),
              regions.size(),
              sum(regions, RegionMetrics::getReadRequestCount),
              sum(regions, RegionMetrics::getWriteRequestCount),
              count(page, "blockCacheHitCount"),
              count(page, "blockCacheMissCount"),
              count(page, "FlushTime_num_ops"),
              count(page, "CompactionTime_num_ops")));
    }
    List<RegionMetrics> primaries = all.stream().filter(RegionQuery::isPrimary).toList();
    boolean exists = cluster.admin().tableExists(table);
    Optional<String> schema =
        exists ? cluster.schema(table).map(TableDescriptor::toString) : Optional.empty();
    return new ServerFacts(
        version,
        primaries.size(),
        sum(all, RegionMetrics::getReadRequestCount),
        sum(all, RegionMetrics::getWriteRequestCount),
        sum(primaries, RegionMetrics::getStoreFileCount),
        bytes(primaries, RegionMetrics::getStoreFileSize),
        bytes(primaries, RegionMetrics::getMemStoreSize),
        schema.orElse(null),
        servers,
        exists && schema.isEmpty() ? List.of(unknownSchema(cluster.user(), table)) : List.of());
  }

  private static Unknown unknownSchema(HBaseUser user, TableName table) {
    return new Unknown(
        "schema of the table", MissingRight.onTable(user, Action.CREATE, table).toString());
  }

  static List<ServerMemory> memory(Cluster cluster) throws IOException {
    Map<ServerName, ServerMetrics> live = cluster.servers().loads(); // with sizes of heaps
    Map<ServerName, Integer> ports = new HashMap<>();
    live.forEach((name, server) -> ports.put(name, server.getInfoServerPort()));
    var pages = pages(cluster, ports);
    return live.entrySet().stream()
        .map(
            server ->
                memory(
                    server.getKey().getAddress().toString(),
                    (long) server.getValue().getMaxHeapSize().get(Size.Unit.BYTE),
                    pages.get(server.getKey()).join()))
        .sorted(Comparator.comparing(ServerMemory::name))
        .toList();
  }

  private static Long count(Optional<JmxPage> page, String attribute) {
    return page.map(figures -> figures.count(attribute)).orElse(null);
  }

  /** Memory of a server; older versions of HBase report both caches as one. */
  static ServerMemory memory(String name, long maxHeap, Optional<JmxPage> page) {
    Long whole = size(page, "blockCache");
    if (whole == null) {
      return new ServerMemory(name, maxHeap, null, null, null);
    }
    long offHeap = Objects.requireNonNullElse(size(page, "l2Cache"), 0L);
    Long cached = count(page, "blockCacheSize");
    return new ServerMemory(name, maxHeap, whole - offHeap, offHeap, cached);
  }

  /** Size of a cache, with what is free in it; null if it is unknown. */
  private static Long size(Optional<JmxPage> page, String cache) {
    Long used = count(page, cache + "Size");
    Long free = count(page, cache + "FreeSize");
    return used == null || free == null ? null : (Long) (used + free);
  }

  /** Requests of the metrics pages, at the pace of pages; the futures never fail. */
  static Map<ServerName, CompletableFuture<Optional<JmxPage>>> pages(
      Cluster cluster, Map<ServerName, Integer> ports) throws IOException {
    Map<ServerName, CompletableFuture<Optional<JmxPage>>> pages = new HashMap<>();
    Pace pace = cluster.paces().pages();
    for (Map.Entry<ServerName, Integer> server : ports.entrySet()) {
      String host = server.getKey().getHostname();
      pace.await();
      pages.put(
          server.getKey(),
          JmxPage.of(cluster.pages(), pace, host, server.getValue(), JmxPage.BEAN));
    }
    return pages;
  }

  /**
   * The regions of a table on a server.
   *
   * @param server null if it has left
   */
  private static List<RegionMetrics> byMaster(ServerMetrics server, TableName table) {
    if (server == null) {
      return List.of();
    }
    return server.getRegionMetrics().values().stream()
        .filter(region -> RegionInfo.getTable(region.getRegionName()).equals(table))
        .toList();
  }

  private static long sum(List<RegionMetrics> regions, ToLongFunction<RegionMetrics> count) {
    return regions.stream().mapToLong(count).sum();
  }

  private static long bytes(List<RegionMetrics> regions, Function<RegionMetrics, Size> size) {
    ToDoubleFunction<RegionMetrics> bytes = region -> size.apply(region).get(Size.Unit.BYTE);
    return (long) regions.stream().mapToDouble(bytes).sum();
  }
}
