package io.hbench.report.format;

import io.hbench.figure.Figure;
import io.hbench.latency.LatencySummary;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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
public record Metrics<T>(
    String prefix, Collection<T> parts, Function<T, Labels> label, List<MetricSnapshot> all) {
  static final String PREFIX = "hbench_";

  private static final double MICROS = 1e6;

  /** The text of metrics in a format; ends with a line feed. */
  public static String text(ExpositionFormatWriter format, List<MetricSnapshot> metrics) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      format.write(out, new MetricSnapshots(metrics));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // impossible for a stream in memory
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Adds what is in labels alone. */
  public void info(String name, String help, Function<T, Labels> labels) {
    List<InfoDataPointSnapshot> points =
        parts.stream().map(part -> new InfoDataPointSnapshot(labels.apply(part))).toList();
    all.add(new InfoSnapshot(metadata(name, help), points));
  }

  /**
   * Adds a gauge.
   *
   * @param figure of a part; null for none
   */
  public void gauge(String name, String help, Function<T, ? extends Number> figure) {
    List<GaugeDataPointSnapshot> points =
        parts.stream().flatMap(part -> point(part, figure.apply(part))).toList();
    if (!points.isEmpty()) {
      all.add(new GaugeSnapshot(metadata(name, help), points));
    }
  }

  private Stream<GaugeDataPointSnapshot> point(T part, Number value) {
    return Stream.ofNullable(value)
        .map(v -> new GaugeDataPointSnapshot(v.doubleValue(), label.apply(part), null));
  }

  /**
   * Adds a summary of latencies.
   *
   * @param latencies of a part; null, or without a mean, for none
   */
  void summary(String name, String help, Function<T, LatencySummary> latencies) {
    summaries(name, help, part -> point(part, latencies.apply(part)));
  }

  /**
   * Adds a summary without count and sum, which would have to grow.
   *
   * @param micros of a part, by quantile; null, or none, where it is unknown
   */
  public void quantiles(String name, String help, Function<T, Map<Double, Double>> micros) {
    summaries(
        name,
        help,
        part -> {
          Quantiles.Builder quantiles = Quantiles.builder();
          micros.apply(part).forEach((share, value) -> quantile(quantiles, share, value));
          Quantiles known = quantiles.build();
          return known.size() == 0
              ? null
              : SummaryDataPointSnapshot.builder()
                  .labels(label.apply(part))
                  .quantiles(known)
                  .build();
        });
  }

  private void summaries(String name, String help, Function<T, SummaryDataPointSnapshot> point) {
    List<SummaryDataPointSnapshot> points =
        parts.stream().map(point).filter(Objects::nonNull).toList();
    if (!points.isEmpty()) {
      all.add(new SummarySnapshot(metadata(name, help), points));
    }
  }

  /**
   * Adds a counter.
   *
   * @param name without {@code _total}
   */
  public void counter(String name, String help, Function<T, ? extends Number> count) {
    List<CounterDataPointSnapshot> points =
        parts.stream().map(part -> counted(part, count.apply(part).doubleValue())).toList();
    all.add(new CounterSnapshot(metadata(name, help), points));
  }

  private CounterDataPointSnapshot counted(T part, double count) {
    return new CounterDataPointSnapshot(count, label.apply(part), null, 0);
  }

  /** OpenMetrics tells the unit, if it has a word for it. */
  private MetricMetadata metadata(String name, String help) {
    return new MetricMetadata(
        PREFIX + prefix + name, help, name.endsWith("seconds") ? Unit.SECONDS : null);
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
