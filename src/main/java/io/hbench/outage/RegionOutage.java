package io.hbench.outage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * An outage of a region, by all tasks that saw it. Times are in nanoseconds since the common start.
 *
 * @param region encoded name
 * @param server {@code host:port} of the region server that the first request was meant for
 * @param to completion of the first answer in time after it; without one, that of the last request
 *     that went wrong
 * @param ended whether there was such an answer
 * @param operations requests that failed or took too long, by operation
 */
public record RegionOutage(
    String region, String server, long from, long to, boolean ended, Map<String, Long> operations) {

  /** When an outage was over, as far as is known. */
  private record End(long at, boolean known) {}

  /** What tasks know of a request that went wrong: when it was sent, and by whom it was seen. */
  private record Point(long sent, TaskOutage seen, boolean first) {}

  /**
   * Joins what the tasks saw of one region. A region is back as soon as any task had an answer in
   * time: what another one saw ends then, though its own next request may have come much later. An
   * outage that had ended when another one began, by less than the clocks may differ, is the same
   * one.
   *
   * @param seen in any order
   * @param clockError maximum difference of two tasks' clocks, in nanoseconds
   * @return the outages by their starts; they do not overlap
   */
  static List<RegionOutage> join(List<TaskOutage> seen, long clockError) {
    List<RegionOutage> joined = new ArrayList<>();
    Iterator<TaskOutage> later =
        seen.stream()
            .sorted(
                Comparator.comparing(
                    TaskOutage::up, Comparator.nullsFirst(Comparator.naturalOrder())))
            .iterator();
    TaskOutage coming = later.hasNext() ? later.next() : null;
    List<TaskOutage> same = new ArrayList<>(); // what covers the point
    RegionOutage last = null;
    for (Point point : points(seen)) {
      while (coming != null && (coming.up() == null || coming.up() <= point.sent)) {
        same.add(coming);
        coming = later.hasNext() ? later.next() : null;
      }
      same.removeIf(one -> !one.covers(point.sent));
      if (same.isEmpty()) {
        continue; // it was answered by then, and settled later
      }
      End end = end(point.sent, same);
      RegionOutage next =
          new RegionOutage(
              point.seen.region(),
              point.seen.server(),
              point.sent,
              end.at,
              end.known,
              point.first ? point.seen.operations() : Map.of());
      if (last == null || last.to + clockError < next.from) {
        last = next;
      } else {
        joined.remove(joined.size() - 1);
        last = last.plus(next);
      }
      joined.add(last);
    }
    return joined;
  }

  /** The first and the last request that went wrong of each outage, in the order of sending. */
  private static List<Point> points(List<TaskOutage> seen) {
    return seen.stream()
        .flatMap(
            one ->
                LongStream.of(one.from(), one.last())
                    .distinct()
                    .mapToObj(sent -> new Point(sent, one, sent == one.from())))
        .sorted(
            Comparator.comparing(Point::sent)
                .thenComparing(point -> !point.first)
                .thenComparing(
                    point -> point.seen.server(), Comparator.nullsLast(Comparator.naturalOrder())))
        .toList();
  }

  /**
   * The end of an outage in which a request of this time went wrong.
   *
   * @param same what the tasks saw at this time
   */
  private static End end(long sent, List<TaskOutage> same) {
    return same.stream()
        .filter(one -> one.to() != null)
        .map(one -> new End(one.to(), true))
        .min(Comparator.comparing(End::at))
        .orElseGet(
            () -> new End(same.stream().mapToLong(TaskOutage::lastDone).max().orElse(sent), false));
  }

  /** Both as one, if this one began first. */
  private RegionOutage plus(RegionOutage later) {
    Map<String, Long> sum = new HashMap<>(operations);
    later.operations.forEach((operation, requests) -> sum.merge(operation, requests, Long::sum));
    boolean laterIsLast = later.to >= to;
    return new RegionOutage(
        region, server, from, Math.max(to, later.to), laterIsLast ? later.ended : ended, sum);
  }

  /** The part of it within a window; null if there is none. */
  RegionOutage within(long start, long end) {
    if (from >= end || to <= start) {
      return null;
    }
    return new RegionOutage(
        region, server, Math.max(from, start), Math.min(to, end), ended && to <= end, operations);
  }
}
