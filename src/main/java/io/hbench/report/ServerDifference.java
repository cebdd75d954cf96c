package io.hbench.report;

import static io.hbench.figure.Format.format;

import io.hbench.report.RunReport.ServerChanges;
import io.hbench.report.RunReport.Servers;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.rundir.ServerFacts;
import io.hbench.rundir.ServerFacts.RegionServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Activity of the servers during a job: the difference of the snapshots before and after it. */
public final class ServerDifference {
  /** A server, before and after the job; before is null for one that is new. */
  public record Pair(String name, RegionServer before, RegionServer after) {
    /**
     * The increase of a count; null if a snapshot lacks it, or after a restart, which resets it.
     */
    public Long change(Function<RegionServer, Long> count) {
      if (before == null || before.startCode() != after.startCode()) {
        return null;
      }
      Long from = count.apply(before);
      Long to = count.apply(after);
      return from == null || to == null ? null : to - from;
    }
  }

  private ServerDifference() {}

  /**
   * The servers after a job, with what they were before it.
   *
   * @param before null if that is unknown
   */
  public static List<Pair> pairs(ServerFacts before, ServerFacts after) {
    Map<String, RegionServer> known = before == null ? Map.of() : before.regionServers();
    return after.regionServers().entrySet().stream()
        .map(e -> new Pair(e.getKey(), known.get(e.getKey()), e.getValue()))
        .toList();
  }

  public static Servers of(JobFacts job) {
    if (job.servers().before() == null || job.servers().after() == null) {
      return new Servers(job.servers().before(), job.servers().after(), null, notes(job));
    }
    List<Pair> servers = pairs(job.servers().before(), job.servers().after());
    Long hits = sum(servers, RegionServer::blockCacheHits);
    Long misses = sum(servers, RegionServer::blockCacheMisses);
    boolean reads = hits != null && misses != null && hits + misses > 0;
    return new Servers(
        job.servers().before(),
        job.servers().after(),
        new ServerChanges(
            (int)
                servers.stream()
                    .filter(s -> s.change(RegionServer::blockCacheHits) != null)
                    .count(),
            reads ? (double) hits / (hits + misses) : null,
            hits,
            misses,
            sum(servers, RegionServer::flushes),
            sum(servers, RegionServer::compactions),
            count(job, Kind.REGION_MOVED),
            count(job, Kind.SERVER_LEFT),
            count(job, Kind.SERVER_JOINED)),
        notes(job));
  }

  private static List<String> notes(JobFacts job) {
    List<String> notes = new ArrayList<>(job.servers().notes());
    cutLookups(job).ifPresent(notes::add);
    return notes.isEmpty() ? null : notes;
  }

  /** A note on the regions that the tasks of a job did not look up; empty if they had all. */
  public static Optional<String> cutLookups(JobFacts job) {
    return Optional.ofNullable(job.status().counters())
        .map(counters -> counters.getOrDefault(LoadCounter.LOOKUPS_CUT.name(), 0L))
        .filter(cut -> cut > 0)
        .map(
            cut ->
                format(
                    "regions were looked up for a minute at most by %,d of %,d tasks, and the rest was left to HBase's client: requests to these regions looked them up, and have no server in figures by server",
                    cut, job.job().tasks()));
  }

  /** The sum of the increases; null if no server has the count. */
  private static Long sum(List<Pair> servers, Function<RegionServer, Long> count) {
    return servers.stream()
        .map(s -> s.change(count))
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
