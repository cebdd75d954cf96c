package io.hbench.client;

import io.hbench.client.RegionMap.Region;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * The regions of a table as one connection knows them: a {@link RegionMap} that follows the
 * connection's cache of locations. It begins with the regions that were looked up at the start, and
 * notices moves, splits and merges when the cache does: after a request that met them. A region
 * that the cache has lost, for want of an answer, stays with its last server until a new one is
 * known.
 */
public final class TableRegions {
  /** Regions of a client that has none. */
  public static final TableRegions NONE = new TableRegions(LocationCache.EMPTY);

  private final LocationCache cache;
  private final Queue<Region> found = new ConcurrentLinkedQueue<>();
  private volatile RegionMap map = RegionMap.NONE;
  private volatile boolean doubtful;

  TableRegions(LocationCache cache) {
    this.cache = cache;
  }

  /** The regions as of now. */
  public RegionMap map() {
    return map;
  }

  /** A request failed or was slow, so its region may have moved. Cheap, for any thread. */
  public void doubt() {
    if (!doubtful) {
      doubtful = true;
    }
  }

  /** Whether a region may have moved since the last refresh, or more regions were looked up. */
  boolean isDoubtful() {
    return doubtful;
  }

  /** Takes the locations of a region that was looked up, if a server has the region. */
  void found(RegionLocations all) {
    RegionLocations known = all.removeElementsWithNullLocation(); // null if none is left
    HRegionLocation first = known == null ? null : known.getDefaultRegionLocation();
    if (first != null) {
      found.add(Region.of(first.getRegion(), first.getServerName()));
      cache.put(known);
      doubt();
    }
  }

  /** Reads the cache, and replaces the map if something has changed. */
  synchronized void refresh() {
    doubtful = false;
    Map<byte[], Region> known = new TreeMap<>(Arrays::compareUnsigned);
    map.forEach(known::put);
    for (Region one = found.poll(); one != null; one = found.poll()) {
      known.putIfAbsent(one.info().getStartKey(), one);
    }
    SortedMap<byte[], Region> next = new TreeMap<>(Arrays::compareUnsigned); // null for a gap
    byte[] end = new byte[0]; // of what is covered; null at the end of the table
    for (Map.Entry<byte[], Region> last : known.entrySet()) {
      if (end != null && compareEnd(last.getValue(), end) > 0) {
        end = cover(last.getKey(), last.getValue(), end, next);
      }
    }
    if (end != null && !known.isEmpty()) {
      next.put(end, null);
    }
    RegionMap now = new RegionMap(next);
    if (!now.isSame(map)) {
      map = now;
    }
  }

  /** Adds what there is in place of a region that was known before; returns its end. */
  private byte[] cover(byte[] start, Region last, byte[] covered, Map<byte[], Region> next) {
    byte[] from = start;
    if (Arrays.compareUnsigned(from, covered) < 0) {
      from = covered; // the region before has grown by a merge
    } else if (Arrays.compareUnsigned(from, covered) > 0) {
      next.put(covered, null);
    }
    while (from != null && compareEnd(last, from) > 0) {
      Region now = at(from, last);
      next.put(from, now);
      byte[] end = now.info().getEndKey();
      from = end.length == 0 ? null : end;
    }
    return from;
  }

  /** The region at a key by the cache, or the one that was there last. */
  private Region at(byte[] key, Region last) {
    HRegionLocation location = cache.get(key);
    if (location == null || location.getServerName() == null) {
      return last;
    }
    RegionInfo info = location.getRegion();
    if (last.is(info, location.getServerName()) || !info.containsRow(key)) {
      return last;
    }
    return Region.of(info, location.getServerName());
  }

  /** Order of a region's end and a key. */
  private static int compareEnd(Region region, byte[] key) {
    byte[] end = region.info().getEndKey();
    return end.length == 0 ? 1 : Arrays.compareUnsigned(end, key);
  }
}
