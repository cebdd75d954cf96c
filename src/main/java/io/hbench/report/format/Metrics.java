package io.hbench.report.format;

import io.hbench.figure.Figure;
import io.hbench.latency.LatencySummary;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Maker of Prometheus' metrics with a sample for each of some parts of a report. A metric without
 * samples is left out.
 *
 * @param prefix of the names, after that of all metrics
 * @param label of the samples of a part
 * @param all receives the metrics
 */
record Metrics<T>(
    String prefix, Collection<T> parts, Function<T, Labels> label, List<MetricSnapshot> all) {
  /** Prefix of the names of all metrics. */
  static final String PREFIX = "hbench_";

  private static final double MICROS = 1e6;

  /**
   * Adds a gauge.
   *
   * @param figure of a part; null for none
   */
  void gauge(String name, String help, Function<T, ? extends Number> figure) {
    List<GaugeDataPointSnapshot> points =
        parts.stream().flatMap(part -> point(part, figure.apply(part))).toList();
    if (!points.isEmpty()) {
      GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(PREFIX + prefix + name).help(help);
      points.forEach(gauge::dataPoint);
      all.add(gauge.build());
    }
  }

  private Stream<GaugeDataPointSnapshot> point(T part, Number value) {
    return Stream.ofNullable(value)
        .map(Number::doubleValue)
        .map(v -> GaugeDataPointSnapshot.builder().labels(label.apply(part)).value(v).build());
  }

  /**
   * Adds a summary of latencies.
   *
   * @param latencies of a part; null, or without a mean, for none
   */
  void summary(String name, String help, Function<T, LatencySummary> latencies) {
    List<SummaryDataPointSnapshot> points =
        parts.stream()
            .map(part -> point(part, latencies.apply(part)))
            .filter(Objects::nonNull)
            .toList();
    if (!points.isEmpty()) {
      SummarySnapshot.Builder summary =
          SummarySnapshot.builder().name(PREFIX + prefix + name).help(help);
      points.forEach(summary::dataPoint);
      all.add(summary.build());
    }
  }

  /** A summary with the known quantiles; 0 is the minimum, 1 the maximum. */
  private SummaryDataPointSnapshot point(T part, LatencySummary s) {
    if (s == null || s.mean() == null) {
      return null;
    }
    Quantiles.Builder quantiles = Quantiles.builder();
    quantile(quantiles, 0, s.min());
    for (Figure figure : Figure.values()) {
      if (figure.isPercentile()) {
        quantile(quantiles, figure.share(), s.value(figure));
      }
    }
    quantile(quantiles, 1, s.max());
    return SummaryDataPointSnapshot.builder()
        .labels(label.apply(part))
        .quantiles(quantiles.build())
        .count(s.count())
        .sum(s.mean() * s.count() / MICROS)
        .build();
  }

  private static void quantile(Quantiles.Builder quantiles, double quantile, Double micros) {
    if (micros != null) {
      quantiles.quantile(quantile, micros / MICROS);
    }
  }
}
