package io.hbench.cluster;

import io.hbench.twin.Twin.Interval;
import io.hbench.twin.Twin.Region;
import java.util.ArrayList;
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
  /** Counters by the region's encoded name, as they were read for the last time. */
  private final Map<String, Reading> last = new HashMap<>();

  /** Sums by start key. */
  private final Map<byte[], Sums> sums = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  private final List<Interval> curve = new ArrayList<>();

  /** Regions that there were before the first reading. */
  private final Set<String> old;

  /** Those of them that were read for the first time later. */
  private final Set<String> late = new HashSet<>();

  /** Those in the last reading. */
  private Set<String> answered = Set.of();

  private int restarts;

  /**
   * What a region server tells of a region.
   *
   * @param start start key
   * @param server start code and address
   * @param requests with the sizes, and the requests since it was opened
   */
  @SuppressWarnings("ArrayRecordComponent") // no two are compared
  record Reading(byte[] start, String server, Region requests) {}

  private static final class Sums {
    private long reads;
    private long filtered;
    private long writes;

    private void add(Sums other) {
      reads += other.reads;
      filtered += other.filtered;
      writes += other.writes;
    }
  }

  /**
   * The first reading.
   *
   * @param names encoded names of all regions
   * @param now the answers
   */
  RegionLoads(Set<String> names, Map<String, Reading> now) {
    old = Set.copyOf(names);
    last.putAll(now);
  }

  /**
   * Adds a reading. A region without an answer has its requests in a later one.
   *
   * @param seconds since the reading before
   */
  void add(Map<String, Reading> now, double seconds) {
    Sums all = new Sums();
    now.forEach(
        (name, region) -> {
          Sums more = since(last.put(name, region), name, region);
          sums.computeIfAbsent(region.start, start -> new Sums()).add(more);
          all.add(more);
        });
    answered = Set.copyOf(now.keySet());
    curve.add(new Interval(seconds, all.reads / seconds, all.writes / seconds));
  }

  private Sums since(Reading before, String name, Reading now) {
    Sums more = new Sums();
    if (before == null && old.contains(name)) {
      late.add(name);
      return more;
    }
    boolean restarted = before != null && hasRestarted(before, now);
    restarts += restarted ? 1 : 0;
    Region from = before == null || restarted ? new Region(0, 0, 0, 0, 0) : before.requests;
    more.reads = now.requests.reads() - from.reads();
    more.filtered = now.requests.filtered() - from.filtered();
    more.writes = now.requests.writes() - from.writes();
    return more;
  }

  private static boolean hasRestarted(Reading before, Reading now) {
    return !before.server.equals(now.server)
        || now.requests.reads() < before.requests.reads()
        || now.requests.writes() < before.requests.writes();
  }

  List<Interval> curve() {
    return curve;
  }

  /**
   * The regions at the end, in the order of their keys.
   *
   * @param names their encoded names
   */
  List<Region> regions(Set<String> names) {
    TreeMap<byte[], Region> sizes = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    last.forEach(
        (name, region) -> {
          if (names.contains(name)) { // a replica has the files of its primary
            sizes.merge(region.start, region.requests, (a, b) -> a.bytes() < b.bytes() ? b : a);
          }
        });
    TreeMap<byte[], Sums> ofRegions = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    sums.forEach(
        (start, sum) -> {
          byte[] region = sizes.floorKey(start);
          ofRegions
              .computeIfAbsent(region == null ? sizes.firstKey() : region, key -> new Sums())
              .add(sum);
        });
    return sizes.entrySet().stream()
        .map(
            region -> {
              Sums sum = ofRegions.getOrDefault(region.getKey(), new Sums());
              Region size = region.getValue();
              return new Region(
                  size.bytes(), size.uncompressedBytes(), sum.reads, sum.filtered, sum.writes);
            })
        .toList();
  }

  /**
   * Why the requests are incomplete; empty if they are not.
   *
   * @param names of the regions at the end
   */
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
