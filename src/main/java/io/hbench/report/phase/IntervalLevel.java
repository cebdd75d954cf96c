package io.hbench.report.phase;

import io.hbench.figure.Figure;
import io.hbench.latency.LatencySummary;
import io.hbench.latency.SeriesSet;
import java.util.List;

/**
 * The figures of one interval that show whether a run is as it was before an event.
 *
 * @param opsPerSecond successful requests per second
 * @param errorShare share of the requests that failed or were dropped; 0 without requests
 * @param latency response times if there was a rate, else service times of successful requests
 */
record IntervalLevel(double opsPerSecond, double errorShare, LatencySummary latency) {

  /** The percentiles by which intervals are judged; the highest one that they have enough for. */
  private static final List<Figure> PERCENTILES =
      List.of(Figure.P99, Figure.P95, Figure.P90, Figure.P50);

  /** Share of the intervals that must have enough requests for a percentile. */
  private static final double MOST = 0.9;

  static IntervalLevel of(SeriesSet records, double seconds) {
    long ok = records.ok().count();
    long bad = records.failed().count() + records.dropped();
    return new IntervalLevel(
        ok / seconds, ok + bad == 0 ? 0 : (double) bad / (ok + bad), records.latency().summary());
  }

  /** The percentile for a part of a run. */
  static Figure percentile(List<IntervalLevel> part) {
    return PERCENTILES.stream()
        .filter(
            p ->
                part.stream().filter(level -> level.latency.value(p) != null).count()
                    >= MOST * part.size())
        .findFirst()
        .orElse(PERCENTILES.get(PERCENTILES.size() - 1));
  }

  /** A percentile in microseconds; the maximum of too few requests, infinite without requests. */
  double latency(Figure percentile) {
    Double value = latency.value(percentile);
    return value != null ? value : latency.max() != null ? latency.max() : Double.POSITIVE_INFINITY;
  }
}
