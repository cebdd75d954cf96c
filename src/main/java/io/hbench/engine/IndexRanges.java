package io.hbench.engine;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A set of indexes, stored as a limited number of ranges. When there are too many, neighbouring
 * ranges become one with the indexes between them, as long as it is short: so the indexes outside
 * the set become fewer everywhere, and none is far from the next. One thread at a time adds and
 * removes; others may ask.
 */
final class IndexRanges {
  private final int max;

  /** The end of each range by its first index; ranges neither overlap nor touch. */
  private final ConcurrentNavigableMap<Long, Long> ends = new ConcurrentSkipListMap<>();

  int size;

  /** Maximum length of a range that two ranges become. */
  private long grain = 1;

  /**
   * @param max maximum number of ranges, at least 2
   */
  IndexRanges(int max) {
    this.max = max;
  }

  /** Adds the indexes from one to before another. */
  void add(long from, long to) {
    Map.Entry<Long, Long> before = ends.floorEntry(from);
    boolean extended = before != null && before.getValue() >= from;
    long first = extended ? before.getKey() : from;
    Map.Entry<Long, Long> last = ends.floorEntry(to);
    long end = last == null ? to : Math.max(to, last.getValue());
    size += extended ? 0 : 1;
    ends.put(first, end); // first: other threads must not see a gap
    ConcurrentNavigableMap<Long, Long> within = ends.subMap(first, false, end, true);
    size -= within.size();
    within.clear();
    if (size > max) {
      coarsen();
      while (size > max / 2) { // more than one, so that it is rare
        grain *= 2;
        coarsen();
      }
    }
  }

  private void coarsen() {
    Iterator<Map.Entry<Long, Long>> all = ends.entrySet().iterator();
    Map.Entry<Long, Long> range = all.next();
    while (all.hasNext()) {
      Map.Entry<Long, Long> next = all.next();
      if (next.getValue() - range.getKey() <= grain) {
        range = Map.entry(range.getKey(), next.getValue());
        ends.put(range.getKey(), range.getValue());
        all.remove();
        size--;
      } else {
        range = next;
      }
    }
  }

  /**
   * Removes the range that starts with an index.
   *
   * @return its end, or the index if there is none
   */
  long remove(long first) {
    Long end = ends.remove(first);
    if (end == null) {
      return first;
    }
    size--;
    return end;
  }

  /** The last index outside the set up to this one; negative if there is none. */
  long lastOutside(long index) {
    long outside = index;
    Map.Entry<Long, Long> at = ends.floorEntry(outside);
    while (at != null && outside < at.getValue()) { // twice only while a range is added
      outside = at.getKey() - 1;
      at = ends.floorEntry(outside);
    }
    return outside;
  }
}
