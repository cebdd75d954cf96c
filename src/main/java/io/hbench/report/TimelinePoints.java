package io.hbench.report;

import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport.Point;
import java.util.List;

/** The points of a timeline. */
final class TimelinePoints {
  private TimelinePoints() {}

  /** One for each operation of an interval, by name; an interval is so many seconds long. */
  static List<Point> of(int interval, double seconds, SeriesSet all) {
    return of(interval * seconds, seconds, all);
  }

  /** The same of a stretch of any length in seconds, from its start on. */
  static List<Point> of(double start, double length, SeriesSet all) {
    return all.byOperation().entrySet().stream()
        .map(
            e -> {
              long ok = e.getValue().ok().count();
              long errors = e.getValue().failed().count();
              LatencySummary felt = e.getValue().felt().summary();
              return new Point(
                  start,
                  e.getKey(),
                  ok + errors,
                  errors,
                  ok / length,
                  felt.p50(),
                  felt.p99(),
                  felt.p999(),
                  felt.max());
            })
        .toList();
  }
}
