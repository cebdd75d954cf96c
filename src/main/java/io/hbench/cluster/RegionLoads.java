package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.twin.Twin.Interval;
import io.hbench.twin.Twin.Region;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Requests of a table by region between the first reading of their counters and the last one.
 *
 * <p>A counter restarts when its region opens again: what it had counted since the reading before
 * is lost, which is at most an interval. The requests of a region that has split or merged are
 * those of the region that has its start key at the end.
 */
final class RegionLoads {
  private static final Region NONE = new Region(0, 0, 0, 0, 0);

  /** Counters by the region's encoded name, as they were read for the last time. */
  private final Map<String, Reading> last = new HashMap<>();

  /** Requests by start key. */
  private final Map<byte[], Region> sums = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  /** Requests by server, of regions that it had in the reading before, too. */
  private final Map<String, Long> byServer = new HashMap<>();

  private final List<Interval> curve = new ArrayList<>();

  /** Regions that there were before the first reading. */
  private final Set<String> old;

  /** Those of them that were read for the first time later. */
  private final Set<String> late = new HashSet<>();

  /** Those in the last reading. */
  private Set<String> answered = Set.of();

  /** Requests since the last whole reading, and the time since then. */
  private Region open = NONE;

  private double openSeconds;
  private int merged;
  private int restarts;
  private int unseen;

  /**
   * What a region server tells of a region.
   *
   * @param server start code and address
   * @param requests with the sizes, and the requests since it was opened
   */
  @SuppressWarnings("ArrayRecordComponent") // no two are compared
  record Reading(byte[] start, String server, Region requests) {}

  /** The first reading. */
  RegionLoads(Set<String> names, Map<String, Reading> now) {
    old = Set.copyOf(names);
    last.putAll(now);
  }

  /**
   * Adds a reading. A region without an answer has its requests in a later one: the interval of the
   * curve ends at the next whole reading.
   *
   * @param seconds since the reading before
   * @param whole whether all regions are in it
   */
  void add(Map<String, Reading> now, double seconds, boolean whole) {
    Region all = open;
    for (Map.Entry<String, Reading> one : now.entrySet()) {
      Reading region = one.getValue();
      Reading before = last.put(one.getKey(), region);
      Region more = since(before, one.getKey(), region);
      if (before != null && before.server.equals(region.server)) {
        byServer.merge(region.server, more.requests(), Long::sum);
      }
      sums.merge(region.start, more, Region::plus);
      all = all.plus(more);
    }
    answered = Set.copyOf(now.keySet());
    open = all;
    openSeconds += seconds;
    if (whole) {
      curve.add(new Interval(openSeconds, all.reads() / openSeconds, all.writes() / openSeconds));
      open = NONE;
      openSeconds = 0;
    } else {
      merged++;
    }
  }

  /** What the curve does not show; empty if it shows all. */
  Optional<String> curveProblem() {
    return merged == 0
        ? Optional.empty()
        : Optional.of(
            format("intervals without an answer of a region are parts of the next ones: %d", merged)
                + (openSeconds == 0 ? "" : format("; its last %.0f s are missing", openSeconds)));
  }

  private Region since(Reading before, String name, Reading now) {
    unseen += before == null ? 1 : 0;
    if (before == null && old.contains(name)) {
      late.add(name);
      return NONE;
    }
    boolean restarted = before != null && hasRestarted(before, now);
    restarts += restarted ? 1 : 0;
    Region from = before == null || restarted ? NONE : before.requests;
    long filtered = now.requests.filtered() - from.filtered();
    return new Region(
        0,
        0,
        now.requests.reads() - from.reads(),
        // a region that is opened again on its server keeps its other counts
        filtered < 0 ? now.requests.filtered() : filtered,
        now.requests.writes() - from.writes());
  }

  private static boolean hasRestarted(Reading before, Reading now) {
    return !before.server.equals(now.server)
        || now.requests.reads() < before.requests.reads()
        || now.requests.writes() < before.requests.writes();
  }

  List<Interval> curve() {
    return curve;
  }

  /** Rows read and written since the first reading. */
  long requests() {
    return sums.values().stream().mapToLong(Region::requests).sum();
  }

  /** Takes the requests by server since they were taken before. */
  Map<String, Long> takeByServer() {
    Map<String, Long> taken = Map.copyOf(byServer);
    byServer.clear();
    return taken;
  }

  /** How often a region had opened since the reading before, or was read for the first time. */
  int opened() {
    return restarts + unseen;
  }

  /**
   * The regions at the end, in the order of their keys; all that have answered before, if none of
   * them has.
   */
  List<Region> regions(Set<String> atEnd) {
    Set<String> names = Collections.disjoint(last.keySet(), atEnd) ? last.keySet() : atEnd;
    TreeMap<byte[], Region> regions = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    last.forEach(
        (name, region) -> {
          if (names.contains(name)) { // a replica has the files of its primary
            Region size = region.requests;
            regions.merge(
                region.start,
                new Region(size.bytes(), size.uncompressedBytes(), 0, 0, 0),
                (a, b) -> a.bytes() < b.bytes() ? b : a);
          }
        });
    sums.forEach(
        (start, sum) -> {
          byte[] region = regions.floorKey(start);
          regions.merge(region == null ? regions.firstKey() : region, sum, Region::plus);
        });
    return List.copyOf(regions.values());
  }

  /** Why the requests are incomplete; empty if they are not. */
  Optional<String> problem(Set<String> names) {
    List<String> all = new ArrayList<>();
    if (restarts > 0) {
      all.add("regions opened again: %d, each without up to an interval".formatted(restarts));
    }
    long silent =
        names.stream().filter(name -> !answered.contains(name) || late.contains(name)).count();
    if (silent > 0) {
      all.add("regions of which a server gave no answer: %d".formatted(silent));
    }
    long changed = names.stream().filter(name -> !old.contains(name)).count();
    if (changed > 0) {
      all.add("regions from splits or merges: %d".formatted(changed));
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
  }
}
