package io.hbench.report;

import io.hbench.latency.LatencySummary;
import io.hbench.latency.SeriesSet;
import io.hbench.report.RunReport.Point;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Factory of the points of a timeline. */
public final class TimelinePoints {
  private TimelinePoints() {}

  /**
   * The points of an interval, one for each operation, sorted by name.
   *
   * @param start in seconds
   * @param measured time in seconds in which requests of an operation count
   */
  public static List<Point> of(double start, ToDoubleFunction<String> measured, SeriesSet all) {
    return all.byOperation().entrySet().stream()
        .map(
            e -> {
              long ok = e.getValue().ok().count();
              long errors = e.getValue().failed().count();
              LatencySummary latency = e.getValue().latency().summary();
              return new Point(
                  start,
                  e.getKey(),
                  ok + errors,
                  errors,
                  ok / measured.applyAsDouble(e.getKey()),
                  latency.p50(),
                  latency.p99(),
                  latency.p999(),
                  latency.max());
            })
        .toList();
  }
}
