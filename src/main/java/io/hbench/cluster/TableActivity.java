package io.hbench.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CompactionState;

/**
 * What HBase does with a table on its own at one moment.
 *
 * @param inTransition regions that are between two states or servers
 * @param compacting regions with a compaction that runs, or that somebody asked for
 * @param queued compactions that wait on the table's servers, of any table: they don't tell whose
 * @param silent servers of the table that did not answer
 * @param unknownQueues servers of the table whose metrics page is not to be had
 * @param scattered regions that have more than one file in a store
 */
record TableActivity(
    long inTransition,
    long compacting,
    long queued,
    long silent,
    long unknownQueues,
    long scattered) {

  static TableActivity of(Cluster cluster, TableName table, Map<ServerName, ServerMetrics> pages)
      throws IOException {
    long inTransition =
        cluster
            .admin()
            .getClusterMetrics(EnumSet.of(Option.REGIONS_IN_TRANSITION))
            .getRegionStatesInTransition()
            .stream()
            .filter(state -> state.getRegion().getTable().equals(table))
            .count();
    Set<ServerName> servers =
        cluster.locations(table).stream()
            .map(HRegionLocation::getServerName)
            .collect(Collectors.toSet());
    Set<ServerName> withPages = new HashSet<>(servers);
    withPages.retainAll(pages.keySet());
    Map<ServerName, ServerMetrics> asked =
        withPages.stream().collect(Collectors.toMap(s -> s, pages::get));
    var queues = ServerSurvey.pages(asked);
    var answers = cluster.regions(servers, table);
    List<RegionMetrics> regions = answers.values().stream().flatMap(List::stream).toList();
    List<Long> lengths =
        queues.values().stream()
            .map(CompletableFuture::join)
            .map(page -> page.map(JmxPage::compactionQueueLength).orElse(null))
            .filter(Objects::nonNull)
            .toList();
    return new TableActivity(
        inTransition,
        regions.stream().filter(TableActivity::isCompacting).count(),
        lengths.stream().mapToLong(Long::longValue).sum(),
        servers.size() - answers.size(),
        servers.size() - lengths.size(),
        regions.stream().filter(r -> r.getStoreFileCount() > r.getStoreCount()).count());
  }

  private static boolean isCompacting(RegionMetrics region) {
    CompactionState state = region.getCompactionState();
    return state != null && state != CompactionState.NONE;
  }

  boolean isCalm() {
    return inTransition == 0 && queued == 0 && !isCompacting();
  }

  /** A server that does not answer may well be. */
  boolean isCompacting() {
    return compacting > 0 || silent > 0;
  }

  /** What goes on, for people. */
  @Override
  public String toString() {
    List<String> all = new ArrayList<>();
    add(all, inTransition, "regions in transition: %,d");
    add(all, compacting, "regions compacting: %,d");
    add(all, queued, "compactions queued on its servers: %,d");
    add(all, silent, "servers that don't answer: %,d");
    return all.isEmpty() ? "calm" : String.join(", ", all);
  }

  private static void add(List<String> all, long count, String what) {
    if (count > 0) {
      all.add(String.format(Locale.ROOT, what, count));
    }
  }
}
