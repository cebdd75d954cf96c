package io.hbench.report.format;

import io.hbench.figure.Unit;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunFigures;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.Verdict;
import io.hbench.report.cost.CostMetrics;
import io.hbench.report.outage.Availability;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Held;
import io.hbench.report.server.ByServer.Server;
import io.hbench.report.server.ByServer.SlowServer;
import io.hbench.report.server.ByServer.Withheld;
import io.hbench.settings.Settings;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A report in Prometheus' text format 0.0.4, for the node exporter's textfile collector or a push
 * gateway. Units are seconds and bytes; the operation is a label. A report describes a finished
 * run: all figures are gauges, and latencies are summaries.
 *
 * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">the format</a>
 */
public final class PrometheusText {
  private static final String PREFIX = "hbench_";
  private static final double MICROS = 1e6;
  private static final double MILLIS = 1e3;

  /** Maximum length of a label: lists of rows do not belong there. */
  private static final int MAX_LABEL = 200;

  private final List<MetricSnapshot> metrics = new ArrayList<>();

  private PrometheusText() {}

  /** Whether a line is the first line of a file that hbench wrote in this format. */
  public static boolean isFirstLine(String line) {
    return line.startsWith("# HELP " + PREFIX);
  }

  /** The text of a report; ends with a line feed. */
  public static String of(RunReport report) {
    PrometheusText text = new PrometheusText();
    text.run(report);
    text.operations(report);
    text.figures(report);
    text.servers(report.byServer());
    text.metrics.addAll(PartMetrics.of(report));
    text.metrics.addAll(CostMetrics.of(PREFIX, report.cost()));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, new MetricSnapshots(text.metrics));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // impossible for a stream in memory
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private void run(RunReport report) {
    info(
        "run",
        "Identity of the run",
        Labels.of(
            "id", report.run().id(),
            "command", report.run().command(),
            "version", report.run().version(),
            "out", report.run().out()));
    info("settings", "Settings that differ from their defaults", settings(report));
    metrics.add(
        gauges(
            "verdict",
            "1 for the verdict of the run: valid, degraded or invalid",
            Arrays.stream(Verdict.Status.values())
                .map(
                    s ->
                        point(
                            Labels.of("status", s.toString()),
                            s == report.verdict().status() ? 1 : 0))
                .toList()));
    gauge("start_timestamp_seconds", "Submission of the job", seconds(report.run().started()));
    gauge("end_timestamp_seconds", "End of the job", seconds(report.run().finished()));
    gauge("window_seconds", "Length of the measurement window", report.window().seconds());
    gauge("tasks", "Completed map tasks", (double) report.tasks().completed());
    if (report.pace() != null) {
      gauge(
          "scheduled_requests_per_second",
          "Scheduled requests",
          report.pace().scheduledPerSecond());
    }
    if (report.servers() != null && report.servers().changes() != null) {
      gauge(
          "block_cache_hit_ratio",
          "Block-cache hit ratio of all region servers, 0 to 1",
          report.servers().changes().blockCacheHitRatio());
    }
  }

  private static Labels settings(RunReport report) {
    Labels.Builder labels = Labels.builder();
    report
        .settings()
        .forEach(
            (name, value) -> {
              boolean usual =
                  Settings.named(name).filter(s -> s.fallback().equals(value)).isPresent();
              if (!usual && !value.isEmpty() && value.length() <= MAX_LABEL) {
                labels.label(name.replace('-', '_'), value);
              }
            });
    return labels.build();
  }

  private void operations(RunReport report) {
    List<OperationReport> all = report.operations();
    each(all, "requests", "Sent requests, including failed ones", o -> (double) o.count());
    each(all, "errors", "Failed requests", o -> (double) o.errors());
    each(all, "dropped", "Requests that were scheduled and never sent", o -> (double) o.dropped());
    availability(report.availability(), all);
    each(all, "rows", "Rows read or written", o -> (double) o.rows());
    each(
        all,
        "rows_not_found",
        "Rows that were requested and not found",
        o -> (double) o.notFound());
    each(all, "bytes", "Bytes of cells", o -> (double) o.bytes());
    each(all, "requests_per_second", "Successful requests", OperationReport::opsPerSecond);
    each(all, "rows_per_second", "Rows read or written", OperationReport::rowsPerSecond);
    each(all, "bytes_per_second", "Bytes of cells", OperationReport::bytesPerSecond);
    latencies(
        all,
        "service",
        "Time from sending a request to its answer, of successful requests",
        OperationReport::service);
    latencies(
        all,
        "response",
        "Time from the intended time of a request to its answer, of all requests",
        OperationReport::response);
  }

  /** Every figure of the register by its own name, in a gauge for each unit. */
  private void figures(RunReport report) {
    Map<Unit, List<GaugeDataPointSnapshot>> points = new EnumMap<>(Unit.class);
    RunFigures.of(report)
        .forEach(
            (key, value) -> {
              Unit unit = key.figure().unit();
              points
                  .computeIfAbsent(unit, u -> new ArrayList<>())
                  .add(
                      point(
                          Labels.of("of", key.of(), "figure", key.figure().toString()),
                          unit == Unit.MICROS ? value.value() / MICROS : value.value()));
            });
    List<GaugeDataPointSnapshot> seconds = points.remove(Unit.MICROS);
    if (seconds != null) {
      points.computeIfAbsent(Unit.SECONDS, u -> new ArrayList<>()).addAll(seconds);
    }
    points.forEach(
        (unit, all) ->
            metrics.add(gauges("figure" + suffix(unit), "Figures of reference/figures.md", all)));
  }

  private static String suffix(Unit unit) {
    return switch (unit) {
      case MICROS, SECONDS -> "_seconds";
      case BYTES -> "_bytes";
      case PER_SECOND -> "_per_second";
      case BYTES_PER_SECOND -> "_bytes_per_second";
      case SHARE -> "_ratio";
      case MULTIPLE -> "_multiple";
      case COUNT -> "";
    };
  }

  private void availability(Availability availability, List<OperationReport> all) {
    if (availability == null) {
      return;
    }
    each(
        all,
        "availability_ratio",
        "Share of the requests that were answered in time, 0 to 1",
        o -> o.unavailableShare() == null ? Double.NaN : 1 - o.unavailableShare());
    if (availability.outages() != null) {
      gauge("outages", "Outages of regions", (double) availability.outages());
      gauge("longest_outage_seconds", "Longest outage", availability.longestSeconds());
      gauge(
          "lost_region_seconds",
          "Sum of the times for which regions were unavailable",
          availability.regionSecondsLost());
    }
  }

  private void each(
      List<OperationReport> all,
      String name,
      String help,
      Function<OperationReport, Double> figure) {
    if (!all.isEmpty()) {
      metrics.add(
          gauges(name, help, all.stream().map(o -> point(label(o), figure.apply(o))).toList()));
    }
  }

  private void latencies(
      List<OperationReport> all,
      String name,
      String help,
      Function<OperationReport, LatencySummary> of) {
    List<SummaryDataPointSnapshot> points =
        all.stream()
            .filter(o -> of.apply(o) != null && of.apply(o).mean() != null)
            .map(o -> summary(label(o), of.apply(o)))
            .toList();
    if (!points.isEmpty()) {
      SummarySnapshot.Builder summary =
          SummarySnapshot.builder().name(PREFIX + name + "_seconds").help(help);
      points.forEach(summary::dataPoint);
      metrics.add(summary.build());
    }
  }

  private void servers(ByServer byServer) {
    if (byServer == null) {
      return;
    }
    List<Server> all = byServer.servers();
    ofEach(
        all,
        Server::server,
        "requests",
        "Requests that were meant for a region server, including failed ones",
        Server::count);
    ofEach(
        all,
        Server::server,
        "errors",
        "Failed requests that were meant for a region server",
        Server::errors);
    ofEach(
        byServer.withheld(),
        Withheld::server,
        "withheld",
        "Requests that were withheld, as all slots of their region server were in use",
        Withheld::requests);
    ofEach(
        byServer.held(),
        Held::server,
        "held_slot_seconds",
        "Time for which requests of a second or longer held slots, added up",
        Held::slotSeconds);
    if (!all.isEmpty()) {
      SummarySnapshot.Builder service =
          SummarySnapshot.builder()
              .name(PREFIX + "server_service_seconds")
              .help(
                  "Time from sending a request to its answer, of successful requests of a server");
      all.stream()
          .filter(s -> s.service().mean() != null)
          .forEach(s -> service.dataPoint(summary(Labels.of("server", s.server()), s.service())));
      metrics.add(service.build());
    }
    ofEach(
        all.stream().filter(s -> s.level() != null).toList(),
        Server::server,
        "service_ratio",
        "Geometric mean of the service times of a region server by that of the others",
        s -> s.level().ratio());
    List<String> slow = byServer.slow().stream().map(SlowServer::server).toList();
    ofEach(
        all,
        Server::server,
        "slow",
        "1 for a region server that is slower than the others by more than chance",
        s -> slow.contains(s.server()) ? 1 : 0);
    ofEach(
        all,
        Server::server,
        "skewed",
        "1 for a region server with far more requests than an equal share",
        s -> byServer.isSkewed(s.server()) ? 1 : 0);
  }

  private <T> void ofEach(
      List<T> all,
      Function<T, String> server,
      String name,
      String help,
      ToDoubleFunction<T> figure) {
    if (!all.isEmpty()) {
      metrics.add(
          gauges(
              "server_" + name,
              help,
              all.stream()
                  .map(s -> point(Labels.of("server", server.apply(s)), figure.applyAsDouble(s)))
                  .toList()));
    }
  }

  /** A summary with the known quantiles; 0 is the minimum, 1 the maximum. */
  private static SummaryDataPointSnapshot summary(Labels labels, LatencySummary s) {
    Quantiles.Builder quantiles = Quantiles.builder();
    quantile(quantiles, 0, s.min());
    quantile(quantiles, 0.5, s.p50());
    quantile(quantiles, 0.75, s.p75());
    quantile(quantiles, 0.9, s.p90());
    quantile(quantiles, 0.95, s.p95());
    quantile(quantiles, 0.99, s.p99());
    quantile(quantiles, 0.999, s.p999());
    quantile(quantiles, 0.9999, s.p9999());
    quantile(quantiles, 0.99999, s.p99999());
    quantile(quantiles, 1, s.max());
    return SummaryDataPointSnapshot.builder()
        .labels(labels)
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

  private void info(String name, String help, Labels labels) {
    metrics.add(
        InfoSnapshot.builder()
            .name(PREFIX + name)
            .help(help)
            .dataPoint(InfoDataPointSnapshot.builder().labels(labels).build())
            .build());
  }

  private void gauge(String name, String help, Double value) {
    if (value != null) {
      metrics.add(gauges(name, help, List.of(point(Labels.EMPTY, value))));
    }
  }

  static GaugeSnapshot gauges(String name, String help, List<GaugeDataPointSnapshot> points) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(PREFIX + name).help(help);
    points.forEach(gauge::dataPoint);
    return gauge.build();
  }

  static GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  private static Labels label(OperationReport operation) {
    return Labels.of("operation", operation.operation());
  }

  private static Double seconds(String iso) {
    return iso == null ? null : OffsetDateTime.parse(iso).toInstant().toEpochMilli() / MILLIS;
  }
}
