package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.cluster.action.RegionQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CompactionState;

/**
 * Activity of HBase on a table at one moment: region moves and compactions.
 *
 * @param compacting number of regions with a running or requested compaction
 * @param queued number of queued compactions of all tables on the table's servers
 * @param silent number of servers of the table that did not answer
 * @param unknownQueues number of servers of the table without a metrics page
 * @param scattered number of regions with more than one file in a store
 */
record TableActivity(
    long inTransition,
    long compacting,
    long queued,
    long silent,
    long unknownQueues,
    long scattered) {

  /**
   * @param ports of servers whose compaction queues are wanted
   */
  static TableActivity of(
      Cluster cluster, TableName table, Set<ServerName> servers, Map<ServerName, Integer> ports)
      throws IOException {
    long inTransition =
        cluster
            .admin()
            .getClusterMetrics(EnumSet.of(Option.REGIONS_IN_TRANSITION))
            .getRegionStatesInTransition()
            .stream()
            .filter(state -> state.getRegion().getTable().equals(table))
            .count();
    Map<ServerName, Integer> withInfoPort = new HashMap<>(ports);
    withInfoPort.keySet().retainAll(servers);
    var queues = ServerSurvey.pages(cluster, withInfoPort);
    var answers = cluster.regions(servers, table);
    List<RegionMetrics> regions = answers.values().stream().flatMap(List::stream).toList();
    List<Long> lengths =
        queues.values().stream()
            .map(CompletableFuture::join)
            .map(page -> page.map(p -> p.count("compactionQueueLength")).orElse(null))
            .filter(Objects::nonNull)
            .toList();
    return new TableActivity(
        inTransition,
        regions.stream().filter(TableActivity::isCompacting).count(),
        lengths.stream().mapToLong(Long::longValue).sum(),
        servers.size() - answers.size(),
        servers.size() - lengths.size(),
        regions.stream()
            .filter(RegionQuery::isPrimary)
            .filter(r -> r.getStoreFileCount() > r.getStoreCount())
            .count());
  }

  private static boolean isCompacting(RegionMetrics region) {
    CompactionState state = region.getCompactionState();
    return state != null && state != CompactionState.NONE;
  }

  /** Whether no region moves or compacts, and no compaction is queued. */
  boolean isCalm() {
    return inTransition == 0 && queued == 0 && !isCompacting();
  }

  /** Whether a region is compacting; a server without an answer counts as compacting. */
  boolean isCompacting() {
    return compacting > 0 || silent > 0;
  }

  @Override
  public String toString() {
    List<String> all = new ArrayList<>();
    add(all, inTransition, "regions in transition: %,d");
    add(all, compacting, "regions compacting: %,d");
    add(all, queued, "compactions queued on its servers: %,d");
    add(all, silent, "servers without an answer: %,d");
    return all.isEmpty() ? "calm" : String.join(", ", all);
  }

  private static void add(List<String> all, long count, String what) {
    if (count > 0) {
      all.add(format(what, count));
    }
  }
}
