package io.hbench.report.server;

import io.hbench.latency.ServerRecording;
import io.hbench.report.server.ByServer.Region;
import io.hbench.report.server.ByServer.Server;
import io.hbench.report.server.ByServer.Skew;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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

  /** Servers without records of their own are many in one, and are no hot server. */
  static boolean isHot(Server server, int servers) {
    return servers > 1
        && !server.server().equals(ServerRecording.OTHERS)
        && server.share() >= HOT_SERVER / servers;
  }

  /**
   * Finds them, the largest share first.
   *
   * @param regions the known ones
   */
  static List<Skew> of(List<Server> servers, List<Region> regions) {
    long requests = servers.stream().mapToLong(Server::count).sum();
    if (requests < MIN_REQUESTS) {
      return List.of();
    }
    List<Skew> skews = new ArrayList<>();
    for (Server server : servers) {
      if (isHot(server, servers.size())) {
        skews.add(
            new Skew(
                null,
                null,
                server.server(),
                server.share(),
                1.0 / servers.size(),
                SlowServers.isSlow(server.level()) ? server.level() : null));
      }
    }
    for (Region region : regions) {
      double equal = 1.0 / regions.size();
      if (region.share() >= Math.max(MIN_REGION, HOT_REGION * equal)) {
        skews.add(
            new Skew(
                region.region(), region.start(), region.server(), region.share(), equal, null));
      }
    }
    skews.sort(Comparator.comparingDouble(Skew::share).reversed());
    return skews;
  }
}
