package io.hbench.cluster.action;

import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.util.ExceptionUtil;

/**
 * Watch on the region servers that actions stop, each in a thread of its own: notes when the master
 * takes a server off its list, and when all regions of the table that it had are open again. Both
 * are exact to a poll, which is a fraction of a second, or a second for regions that are open late,
 * and seconds with hundreds of servers, see {@link Paces}; the snapshots of the cluster during a
 * run are ten seconds apart.
 */
final class RecoveryWatch implements AutoCloseable {
  /** A run may be that long; the watch ends with it. */
  private static final Duration LIMIT = Duration.ofDays(1);

  /** Time between the polls of servers that open regions for long: they have other work. */
  private static final Duration LATER = Duration.ofSeconds(1);

  /** A poll that asks a server which does not answer. */
  private static final Duration END = Duration.ofSeconds(5);

  private final ActionCluster cluster;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          BasicThreadFactory.builder().daemon(true).namingPattern("recovery-watch").build());

  RecoveryWatch(ActionCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Begins to watch a server, just before it is stopped. If its regions are unknown, it is stopped
   * all the same, and its recovery is unknown.
   */
  void stopping(ServerName server, String how, ActionEnvironment environment) throws IOException {
    List<RegionInfo> regions;
    try {
      regions = cluster.polled(List.of(server)).of(server);
    } catch (IOException e) {
      ExceptionUtil.rethrowIfInterrupt(e);
      return;
    }
    environment.noticed(
        Kind.SERVER_STOPPED,
        server.getAddress(),
        regions.size(),
        "%s with %s, by %s"
            .formatted(server.getAddress(), RegionActions.regions(regions.size()), how));
    threads.execute(() -> watch(server, regions, environment));
  }

  private void watch(ServerName server, List<RegionInfo> regions, ActionEnvironment environment) {
    try {
      Await.until(
          LIMIT,
          cluster.paces().masterBytes(),
          () -> !cluster.live().contains(server),
          server.getAddress() + " is still on the master's list");
      environment.noticed(Kind.SERVER_LEFT, server.getAddress(), 1, server.getAddress() + " left");
      if (regions.isEmpty()) {
        return;
      }
      Await.until(
          LIMIT, LATER, cluster.paces().calls(), () -> areOpen(regions), "regions are not open");
      environment.noticed(
          Kind.REGIONS_OPEN,
          server.getAddress(),
          regions.size(),
          "%s of %s open again"
              .formatted(RegionActions.regions(regions.size()), server.getAddress()));
    } catch (IOException e) {
      // the run has ended, or lasted for a day: what is not noted is unknown
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether regions are open, except regions that were split or merged meanwhile. */
  private boolean areOpen(List<RegionInfo> regions) throws IOException {
    OnlineRegions now =
        cluster.polled(asked(regions, cluster.homes(regions), cluster.polledLive()));
    Set<RegionInfo> all = new HashSet<>(now.all());
    return regions.stream().filter(all::contains).allMatch(now::isOpen);
  }

  /**
   * The servers to ask for regions.
   *
   * @param homes servers of these regions by hbase:meta, by encoded name
   */
  static List<ServerName> asked(
      List<RegionInfo> regions, Map<String, Address> homes, Collection<ServerName> live) {
    Set<Address> hosts = new HashSet<>();
    regions.forEach(region -> hosts.add(homes.get(region.getEncodedName())));
    return live.stream().filter(server -> hosts.contains(server.getAddress())).toList();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    var unused = Time.awaitEnd(threads, END);
  }
}
