package io.hbench.report.phase;

import io.hbench.latency.LatencySummary;
import io.hbench.latency.SeriesSet;
import java.util.List;
import java.util.function.Function;

/**
 * The figures of one interval that show whether a run is as it was before an event.
 *
 * @param requests sent and dropped requests
 * @param opsPerSecond successful requests per second
 * @param errorShare share of the requests that failed or were dropped; 0 without requests
 * @param latency response times if there was a rate, else service times of successful requests
 */
record IntervalLevel(
    long requests, double opsPerSecond, double errorShare, LatencySummary latency) {

  /** The percentiles by which intervals are judged; the highest one that they have enough for. */
  static final List<Percentile> PERCENTILES =
      List.of(
          new Percentile("p99", LatencySummary::p99),
          new Percentile("p95", LatencySummary::p95),
          new Percentile("p90", LatencySummary::p90),
          new Percentile("p50", LatencySummary::p50));

  /** Share of the intervals that must have enough requests for a percentile. */
  private static final double MOST = 0.9;

  /** A percentile of latencies. */
  record Percentile(String name, Function<LatencySummary, Double> figure) {}

  static IntervalLevel of(SeriesSet records, double seconds) {
    long ok = records.ok().count();
    long bad = records.failed().count() + records.dropped();
    return new IntervalLevel(
        ok + bad,
        ok / seconds,
        ok + bad == 0 ? 0 : (double) bad / (ok + bad),
        records.latency().summary());
  }

  /** The percentile for a part of a run. */
  static Percentile percentile(List<IntervalLevel> part) {
    return PERCENTILES.stream()
        .filter(
            p ->
                part.stream().filter(level -> p.figure().apply(level.latency) != null).count()
                    >= MOST * part.size())
        .findFirst()
        .orElse(PERCENTILES.get(PERCENTILES.size() - 1));
  }

  /** A percentile in microseconds; the maximum of too few requests, infinite without requests. */
  double latency(Percentile percentile) {
    Double value = percentile.figure().apply(latency);
    return value != null ? value : latency.max() != null ? latency.max() : Double.POSITIVE_INFINITY;
  }
}
