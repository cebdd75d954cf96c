package io.hbench.report.server;

import io.hbench.latency.ServerRecording;
import io.hbench.latency.Side;
import io.hbench.report.server.ByServer.Region;
import io.hbench.report.server.ByServer.Server;
import io.hbench.report.server.ByServer.Skew;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Servers and regions with far more requests than an equal share. Shares are facts of the load and
 * of the table, not estimates: thresholds and no test. A hot server that is slow is named here and
 * not as a slow server: it has more to do.
 */
final class Skews {
  /** Multiple of an equal share from which a server is hot. */
  static final double HOT_SERVER = 1.5;

  /** Multiple of an equal share from which a region is hot. */
  private static final double HOT_REGION = 3;

  /** Least share of the requests that makes a region worth a line. */
  private static final double MIN_REGION = 0.05;

  /** Requests below which shares are chance. */
  private static final long MIN_REQUESTS = 1_000;

  private Skews() {}

  /**
   * Finds them, the largest share first.
   *
   * @param regions the known ones
   * @param ofTable number of regions of the table, also of those without requests; 0 if unknown
   */
  static List<Skew> of(List<Server> servers, List<Region> regions, int ofTable) {
    List<Skew> skews = new ArrayList<>();
    List<List<Server>> clusters = clusters(servers);
    for (List<Server> cluster : clusters) {
      Set<String> names = cluster.stream().map(Server::server).collect(Collectors.toSet());
      long requests = cluster.stream().mapToLong(Server::count).sum();
      if (requests >= MIN_REQUESTS) {
        servers(cluster, requests, skews);
        regions(
            regions.stream()
                .filter(region -> clusters.size() == 1 || names.contains(region.server()))
                .toList(),
            clusters.size() == 1 ? ofTable : 0, // of one side's table
            requests,
            skews);
      }
    }
    skews.sort(Comparator.comparingDouble(Skew::share).reversed());
    return skews;
  }

  /** The servers that share the requests of a side of a duet on two clusters; else all of them. */
  private static List<List<Server>> clusters(List<Server> servers) {
    Map<Set<Optional<Side>>, List<Server>> bySides =
        servers.stream().collect(Collectors.groupingBy(Skews::sides));
    boolean isApart = bySides.keySet().stream().allMatch(sides -> sides.size() == 1);
    return isApart ? List.copyOf(bySides.values()) : List.of(servers);
  }

  private static Set<Optional<Side>> sides(Server server) {
    return server.operations().stream()
        .map(operation -> Side.of(operation.operation()))
        .collect(Collectors.toSet());
  }

  private static void servers(List<Server> cluster, long requests, List<Skew> skews) {
    double equal = 1.0 / cluster.size();
    for (Server server : cluster) {
      double share = (double) server.count() / requests;
      // servers without records of their own are many in one
      if (cluster.size() > 1
          && !server.server().equals(ServerRecording.OTHERS)
          && share >= HOT_SERVER * equal) {
        skews.add(
            new Skew(
                null,
                null,
                server.server(),
                share,
                equal,
                SlowServers.isSlow(server.level()) ? server.level() : null));
      }
    }
  }

  private static void regions(List<Region> regions, int ofTable, long requests, List<Skew> skews) {
    double equal = 1.0 / Math.max(regions.size(), ofTable);
    for (Region region : regions) {
      double share = (double) region.count() / requests;
      if (share >= Math.max(MIN_REGION, HOT_REGION * equal)) {
        skews.add(new Skew(region.region(), region.start(), region.server(), share, equal, null));
      }
    }
  }
}
