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
 * An outage with one cause: outages of regions of the same server that overlap in time. Times are
 * in nanoseconds since the common start.
 *
 * @param server {@code host:port} of the region server; null if unknown
 * @param regions encoded names, in their order
 * @param to when all regions were back, as far as is known within the window
 * @param ended whether each region had an answer in time after it
 * @param firstBack when the first of the regions was back; null if none was
 * @param halfBack when half of the regions were back; null if fewer were
 * @param regionNanos sum of the times for which its regions were unavailable, within the window
 * @param operations requests that failed or took too long, by operation
 */
public record Outage(
    String server,
    List<String> regions,
    long from,
    long to,
    boolean ended,
    Long firstBack,
    Long halfBack,
    long regionNanos,
    Map<String, Long> operations) {

  /**
   * The outages of a run within a window.
   *
   * @param seen by all tasks, in any order
   * @param clockError maximum difference of two tasks' clocks, in nanoseconds
   * @param start of the window
   * @param end of the window
   * @return by their starts
   */
  public static List<Outage> join(
      Collection<TaskOutage> seen, long clockError, long start, long end) {
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
        .map(Cause::outage)
        .sorted(
            Comparator.comparing(Outage::from)
                .thenComparing(Outage::server, Comparator.nullsLast(Comparator.naturalOrder())))
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

    Outage outage() {
      Map<String, Long> operations = new TreeMap<>();
      Map<String, Long> back = new TreeMap<>();
      long lost = 0;
      for (RegionOutage one : regions) {
        one.operations().forEach((name, requests) -> operations.merge(name, requests, Long::sum));
        back.merge(one.region(), one.ended() ? one.to() : Long.MAX_VALUE, Math::max);
        lost += one.to() - one.from();
      }
      List<Long> times = back.values().stream().sorted().toList();
      return new Outage(
          regions.get(0).server(),
          List.copyOf(back.keySet()),
          regions.get(0).from(),
          end,
          times.get(times.size() - 1) < Long.MAX_VALUE,
          known(times.get(0)),
          known(times.get((times.size() - 1) / 2)),
          lost,
          operations);
    }

    private static Long known(long time) {
      return time == Long.MAX_VALUE ? null : Long.valueOf(time);
    }
  }
}
