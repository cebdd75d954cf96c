package io.hbench.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A set of rows, stored as ranges: small if most of its rows are adjacent. Not safe for use by
 * several threads while rows are added.
 */
public final class RowSet {
  /** The end of each range by its first row; ranges neither overlap nor touch. */
  private final TreeMap<Long, Long> ends = new TreeMap<>();

  public static RowSet of(KeyRange range) {
    RowSet rows = new RowSet();
    rows.add(range);
    return rows;
  }

  /** Parses the text of {@link #toString}. */
  public static RowSet parse(String text) {
    RowSet rows = new RowSet();
    if (!text.equals("none")) {
      Arrays.stream(text.split(",", -1)).map(RowSet::range).forEach(rows::add);
    }
    return rows;
  }

  private static KeyRange range(String text) {
    String[] bounds = text.split("-", -1);
    long first = Long.parseLong(bounds[0]);
    if (bounds.length > 2) {
      throw new IllegalArgumentException(text);
    }
    return new KeyRange(
        first, Math.addExact(bounds.length == 1 ? first : Long.parseLong(bounds[1]), 1));
  }

  public void add(KeyRange range) {
    if (range.isEmpty()) {
      return;
    }
    Map.Entry<Long, Long> before = ends.floorEntry(range.first());
    Map.Entry<Long, Long> last = ends.floorEntry(range.end());
    boolean extended = before != null && before.getValue() >= range.first();
    long first = extended ? before.getKey() : range.first();
    long end = last == null ? range.end() : Math.max(range.end(), last.getValue());
    ends.subMap(first, true, range.end(), true).clear();
    ends.put(first, end);
  }

  public void add(RowSet other) {
    other.ranges().forEach(this::add);
  }

  public boolean contains(long row) {
    Map.Entry<Long, Long> at = ends.floorEntry(row);
    return at != null && row < at.getValue();
  }

  public long size() {
    return ends.entrySet().stream().mapToLong(e -> e.getValue() - e.getKey()).sum();
  }

  /** Some of the rows, at equal distances in the set. */
  public LongStream sample(int max) {
    List<KeyRange> ranges = ranges();
    long size = size();
    long count = Math.min(max, size);
    return LongStream.range(0, count).map(i -> row(ranges, (long) ((double) size * i / count)));
  }

  private static long row(List<KeyRange> ranges, long number) {
    long left = number;
    for (KeyRange range : ranges) {
      if (left < range.size()) {
        return range.first() + left;
      }
      left -= range.size();
    }
    throw new IndexOutOfBoundsException(Long.toString(number));
  }

  /** The ranges in ascending order, neither overlapping nor touching. */
  public List<KeyRange> ranges() {
    return ends.entrySet().stream().map(e -> new KeyRange(e.getKey(), e.getValue())).toList();
  }

  /** The part of the set in a range, in ascending order. */
  public List<KeyRange> within(KeyRange range) {
    List<KeyRange> parts = new ArrayList<>();
    Long from = ends.floorKey(range.first());
    for (Map.Entry<Long, Long> e :
        ends.subMap(from == null ? range.first() : from, range.end()).entrySet()) {
      long first = Math.max(e.getKey(), range.first());
      long end = Math.min(e.getValue(), range.end());
      if (first < end) {
        parts.add(new KeyRange(first, end));
      }
    }
    return parts;
  }

  /** The rows of a range that are not in the set, in ascending order. */
  public List<KeyRange> missingFrom(KeyRange range) {
    List<KeyRange> gaps = new ArrayList<>();
    long at = range.first();
    for (KeyRange part : within(range)) {
      if (at < part.first()) {
        gaps.add(new KeyRange(at, part.first()));
      }
      at = part.end();
    }
    if (at < range.end()) {
      gaps.add(new KeyRange(at, range.end()));
    }
    return gaps;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowSet rows && ends.equals(rows.ends);
  }

  @Override
  public int hashCode() {
    return ends.hashCode();
  }

  /** {@code 0-999,2000-2999}: first and last row of each range; or {@code none}. */
  @Override
  public String toString() {
    return ends.isEmpty()
        ? "none"
        : ranges().stream()
            .map(r -> r.first() + "-" + (r.end() - 1))
            .collect(Collectors.joining(","));
  }
}
