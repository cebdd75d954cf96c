package io.hbench.outage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An outage with one cause: regions of one server that were unavailable at the same time. Times are
 * in seconds since the origin of the report's times.
 *
 * @param server {@code host:port} of the region server that had the regions; null if unknown
 * @param regions number of regions
 * @param names encoded names of the first ten of them
 * @param to when all regions were back, as far as is known within the window
 * @param ended whether each region had an answer in time after it, within the window
 * @param firstBackSeconds time from the start of the outage until the first of the regions was
 *     back; null if none was
 * @param halfBackSeconds time from the start of the outage until half of the regions were back;
 *     null if they were not
 * @param regionSeconds sum of the times for which its regions were unavailable
 * @param operations requests that failed or took too long, by operation
 */
public record OutageReport(
    String server,
    int regions,
    List<String> names,
    double from,
    double to,
    boolean ended,
    Double firstBackSeconds,
    Double halfBackSeconds,
    double regionSeconds,
    Map<String, Long> operations) {
  private static final double NANOS = 1e9;
  private static final int MAX_NAMES = 10;

  /** Length of the outage within the window; if it has ended, the time until all were back. */
  public double seconds() {
    return to - from;
  }

  /**
   * The outages of a run within a window.
   *
   * @param seen by all tasks, in any order
   * @param clockError maximum difference of two tasks' clocks, in nanoseconds
   * @param start of the window, in nanoseconds since the common start
   * @param end of the window, likewise
   * @param origin of the report's times, likewise
   * @return by their starts
   */
  public static List<OutageReport> join(
      Collection<TaskOutage> seen, long clockError, long start, long end, long origin) {
    Map<String, List<TaskOutage>> byRegion =
        seen.stream().collect(Collectors.groupingBy(TaskOutage::region));
    List<RegionOutage> all =
        byRegion.values().stream()
            .flatMap(one -> RegionOutage.join(one, clockError).stream())
            .map(one -> one.within(start, end))
            .filter(Objects::nonNull)
            .sorted(Comparator.comparing(RegionOutage::from).thenComparing(RegionOutage::region))
            .toList();
    Map<String, Cause> latest = new HashMap<>(); // by server
    List<Cause> causes = new ArrayList<>();
    for (RegionOutage one : all) {
      Cause cause = latest.get(one.server());
      if (cause == null || cause.end + clockError < one.from()) {
        cause = new Cause();
        latest.put(one.server(), cause);
        causes.add(cause);
      }
      cause.add(one);
    }
    return causes.stream()
        .map(cause -> cause.outage(origin))
        .sorted(
            Comparator.comparing(OutageReport::from)
                .thenComparing(
                    OutageReport::server, Comparator.nullsLast(Comparator.naturalOrder())))
        .toList();
  }

  /** Outages of regions with one cause. */
  private static final class Cause {
    private final List<RegionOutage> regions = new ArrayList<>();
    private long end = Long.MIN_VALUE;

    void add(RegionOutage one) {
      regions.add(one);
      end = Math.max(end, one.to());
    }

    OutageReport outage(long origin) {
      Map<String, Long> operations = new TreeMap<>();
      Map<String, Long> back = new TreeMap<>();
      long lost = 0;
      for (RegionOutage one : regions) {
        one.operations().forEach((name, requests) -> operations.merge(name, requests, Long::sum));
        back.merge(one.region(), one.ended() ? one.to() : Long.MAX_VALUE, Math::max);
        lost += one.to() - one.from();
      }
      List<Long> times = back.values().stream().sorted().toList();
      long from = regions.get(0).from();
      return new OutageReport(
          regions.get(0).server(),
          back.size(),
          back.keySet().stream().limit(MAX_NAMES).toList(),
          (from - origin) / NANOS,
          (end - origin) / NANOS,
          times.get(times.size() - 1) < Long.MAX_VALUE,
          since(from, times.get(0)),
          since(from, times.get((times.size() - 1) / 2)),
          lost / NANOS,
          operations);
    }

    private static Double since(long from, long time) {
      return time == Long.MAX_VALUE ? null : (Double) ((time - from) / NANOS);
    }
  }
}
