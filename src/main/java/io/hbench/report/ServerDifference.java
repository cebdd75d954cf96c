package io.hbench.report;

import io.hbench.report.RunReport.ServerChanges;
import io.hbench.report.RunReport.Servers;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.rundir.ServerFacts.RegionServer;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Activity of the servers during a job: the difference of the snapshots before and after it. */
public final class ServerDifference {
  /** Both snapshots of a server that did not restart in between; a restart resets its counts. */
  private record Same(RegionServer before, RegionServer after) {
    /** The increase of a count; null if a snapshot lacks it. */
    Long of(Function<RegionServer, Long> count) {
      Long from = count.apply(before);
      Long to = count.apply(after);
      return from == null || to == null ? null : to - from;
    }
  }

  private ServerDifference() {}

  public static Servers of(JobFacts job) {
    if (job.servers().before() == null || job.servers().after() == null) {
      return new Servers(job.servers().before(), job.servers().after(), null);
    }
    List<Same> servers =
        job.servers().before().regionServers().entrySet().stream()
            .map(e -> new Same(e.getValue(), job.servers().after().regionServers().get(e.getKey())))
            .filter(s -> s.after != null && s.before.startCode() == s.after.startCode())
            .toList();
    Long hits = sum(servers, RegionServer::blockCacheHits);
    Long misses = sum(servers, RegionServer::blockCacheMisses);
    boolean reads = hits != null && misses != null && hits + misses > 0;
    return new Servers(
        job.servers().before(),
        job.servers().after(),
        new ServerChanges(
            (int) servers.stream().filter(s -> s.of(RegionServer::blockCacheHits) != null).count(),
            reads ? (double) hits / (hits + misses) : null,
            hits,
            misses,
            sum(servers, RegionServer::flushes),
            sum(servers, RegionServer::compactions),
            count(job, Kind.REGION_MOVED),
            count(job, Kind.SERVER_LEFT),
            count(job, Kind.SERVER_JOINED)));
  }

  /** The sum of the increases; null if no server has the count. */
  private static Long sum(List<Same> servers, Function<RegionServer, Long> count) {
    return servers.stream()
        .map(s -> s.of(count))
        .filter(Objects::nonNull)
        .reduce(Long::sum)
        .orElse(null);
  }

  private static long count(JobFacts job, Kind kind) {
    return job.servers().events().stream()
        .filter(event -> event.kind() == kind)
        .mapToLong(ServerEvent::count)
        .sum();
  }
}
