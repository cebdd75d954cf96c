package io.hbench.report.server;

import io.hbench.figure.FigureKey;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.ServerRecording;
import io.hbench.report.server.ByServer.Held;
import io.hbench.report.server.ByServer.Level;
import io.hbench.report.server.ByServer.Operation;
import io.hbench.report.server.ByServer.Region;
import io.hbench.report.server.ByServer.Server;
import io.hbench.report.server.ByServer.Skew;
import io.hbench.report.server.ByServer.SlowServer;
import io.hbench.report.server.ByServer.Withheld;
import io.hbench.rundir.ServerRegionFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the figures by region server from the records and facts of the tasks. */
public final class ServerFigures {
  /** Regions in the report, by requests, by errors, and by their slowest requests. */
  private static final int MAX_REGIONS = 5;

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS = 1e9;

  private ServerFigures() {}

  /**
   * Makes the figures.
   *
   * @param records by server, of all tasks
   * @param tasks what each task has recorded besides
   * @param regionsOfTable 0 if unknown
   * @return null if no request was meant for a region
   */
  public static ByServer of(
      Map<String, SeriesSet> records, Collection<ServerRegionFacts> tasks, int regionsOfTable) {
    List<Held> held = held(tasks);
    List<Withheld> withheld = withheld(tasks);
    if (records.isEmpty() && held.isEmpty() && withheld.isEmpty()) {
      return null;
    }
    Map<String, Level> levels = new SlowServers(tasks).levels();
    long all = Math.max(1, records.values().stream().mapToLong(SeriesSet::sent).sum());
    List<Server> servers = new ArrayList<>();
    records.forEach(
        (server, set) -> servers.add(server(server, set, (double) all, levels.get(server))));
    List<ServerRegionFacts.Region> regions = regions(tasks);
    List<Skew> skews = Skews.of(servers, shown(regions, (double) all), regionsOfTable);
    Set<String> hot =
        skews.stream()
            .filter(skew -> skew.region() == null)
            .map(Skew::server)
            .collect(Collectors.toSet());
    List<SlowServer> slow =
        servers.stream()
            .filter(s -> SlowServers.isSlow(s.level()) && !hot.contains(s.server()))
            .map(s -> new SlowServer(s.server(), s.level()))
            .sorted(Comparator.comparingDouble((SlowServer s) -> s.level().ratio()).reversed())
            .toList();
    return new ByServer(
        servers,
        slow,
        skews,
        shown(ServerRegionFacts.outstanding(regions, MAX_REGIONS), (double) all),
        held,
        withheld,
        regions.size());
  }

  private static Server server(String name, SeriesSet set, double all, Level level) {
    Operation whole = operation(FigureKey.TOTAL, set);
    return new Server(
        name,
        whole.count(),
        whole.count() / all,
        whole.errors(),
        whole.service(),
        whole.response(),
        level,
        set.byOperation().entrySet().stream()
            .map(own -> operation(own.getKey(), own.getValue()))
            .toList());
  }

  private static Operation operation(String name, SeriesSet set) {
    LatencyRecord response = set.response();
    return new Operation(
        name,
        set.sent(),
        set.failed().count(),
        set.ok().summary(),
        response.count() == 0 ? null : response.summary());
  }

  /** The regions that the tasks have named, each with all of its requests. */
  private static List<ServerRegionFacts.Region> regions(Collection<ServerRegionFacts> tasks) {
    Map<String, ServerRegionFacts.Region> sums = new HashMap<>();
    for (ServerRegionFacts task : tasks) {
      for (ServerRegionFacts.Region region : task.regions()) {
        sums.merge(region.region(), region, ServerFigures::sum);
      }
    }
    return List.copyOf(sums.values());
  }

  private static List<Region> shown(List<ServerRegionFacts.Region> sums, double all) {
    return sums.stream()
        .map(
            sum ->
                new Region(
                    sum.region(),
                    sum.start(),
                    sum.server(),
                    sum.requests(),
                    sum.requests() / all,
                    sum.errors(),
                    sum.slowestNanos() / NANOS_PER_MICRO))
        .toList();
  }

  private static List<Held> held(Collection<ServerRegionFacts> tasks) {
    Map<String, ServerRecording.Held> sums = new HashMap<>();
    tasks.forEach(
        task ->
            task.held()
                .forEach(held -> sums.merge(held.server(), held, ServerRecording.Held::plus)));
    return sums.values().stream()
        .map(sum -> new Held(sum.server(), sum.requests(), sum.nanos() / NANOS))
        .sorted(Comparator.comparingDouble(Held::slotSeconds).reversed())
        .toList();
  }

  private static List<Withheld> withheld(Collection<ServerRegionFacts> tasks) {
    Map<String, Long> sums = new HashMap<>();
    tasks.forEach(
        task -> task.withheld().forEach((server, count) -> sums.merge(server, count, Long::sum)));
    return sums.entrySet().stream()
        .map(sum -> new Withheld(sum.getKey(), sum.getValue()))
        .sorted(Comparator.comparingLong(Withheld::requests).reversed())
        .toList();
  }

  private static ServerRegionFacts.Region sum(
      ServerRegionFacts.Region one, ServerRegionFacts.Region other) {
    return new ServerRegionFacts.Region(
        one.region(),
        one.start(),
        one.server(),
        one.requests() + other.requests(),
        one.errors() + other.errors(),
        Math.max(one.slowestNanos(), other.slowestNanos()));
  }
}
