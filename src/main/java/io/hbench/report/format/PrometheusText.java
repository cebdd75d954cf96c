package io.hbench.report.format;

import io.hbench.figure.FigureKey;
import io.hbench.figure.Unit;
import io.hbench.report.RunFigures;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.Verdict;
import io.hbench.report.outage.Availability;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Held;
import io.hbench.report.server.ByServer.Server;
import io.hbench.report.server.ByServer.SlowServer;
import io.hbench.report.server.ByServer.Withheld;
import io.hbench.settings.Settings;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A report in Prometheus' text format 0.0.4, for the node exporter's textfile collector or a push
 * gateway. Units are seconds and bytes; the operation is a label. A report describes a finished
 * run: all figures are gauges, and latencies are summaries.
 *
 * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">the format</a>
 */
public final class PrometheusText {
  private static final double MICROS = 1e6;
  private static final double MILLIS = 1e3;

  /** Maximum length of a label: lists of rows do not belong there. */
  private static final int MAX_LABEL = 200;

  private final List<MetricSnapshot> metrics = new ArrayList<>();

  private PrometheusText() {}

  /** Whether a line is the first line of a file that hbench wrote in this format. */
  public static boolean isFirstLine(String line) {
    return line.startsWith("# HELP " + Metrics.PREFIX);
  }

  /** The text of a report; ends with a line feed. */
  public static String of(RunReport report) {
    PrometheusText text = new PrometheusText();
    text.run(report);
    text.operations(report.operations());
    text.availability(report);
    text.figures(report);
    text.servers(report.byServer());
    text.metrics.addAll(PartMetrics.of(report));
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
    new Metrics<>(
            "",
            List.of(Verdict.Status.values()),
            status -> Labels.of("status", status.toString()),
            metrics)
        .gauge(
            "verdict",
            "1 for the verdict of the run: valid, degraded or invalid",
            status -> status == report.verdict().status() ? 1 : 0);
    Metrics<RunReport> run = new Metrics<>("", List.of(report), all -> Labels.EMPTY, metrics);
    run.gauge(
        "start_timestamp_seconds", "Submission of the job", all -> seconds(all.run().started()));
    run.gauge("end_timestamp_seconds", "End of the job", all -> seconds(all.run().finished()));
    run.gauge("window_seconds", "Length of the measurement window", all -> all.window().seconds());
    run.gauge("tasks", "Completed map tasks", all -> all.tasks().completed());
    run.gauge(
        "scheduled_requests_per_second",
        "Scheduled requests",
        all -> all.pace() == null ? null : all.pace().scheduledPerSecond());
    if (report.servers() != null && report.servers().changes() != null) {
      run.gauge(
          "block_cache_hit_ratio",
          "Block-cache hit ratio of all region servers, 0 to 1",
          all -> all.servers().changes().blockCacheHitRatio());
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

  private Metrics<OperationReport> each(List<OperationReport> operations) {
    return new Metrics<>("", operations, o -> Labels.of("operation", o.operation()), metrics);
  }

  private void operations(List<OperationReport> operations) {
    Metrics<OperationReport> each = each(operations);
    each.gauge("requests", "Sent requests, including failed ones", OperationReport::count);
    each.gauge("errors", "Failed requests", OperationReport::errors);
    each.gauge("dropped", "Requests that were scheduled and never sent", OperationReport::dropped);
    each.gauge("rows", "Rows read or written", OperationReport::rows);
    each.gauge(
        "rows_not_found", "Rows that were requested and not found", OperationReport::notFound);
    each.gauge("bytes", "Bytes of cells", OperationReport::bytes);
    each.gauge("requests_per_second", "Successful requests", OperationReport::opsPerSecond);
    each.gauge("rows_per_second", "Rows read or written", OperationReport::rowsPerSecond);
    each.gauge("bytes_per_second", "Bytes of cells", OperationReport::bytesPerSecond);
    each.summary(
        "service_seconds",
        "Time from sending a request to its answer, of successful requests",
        OperationReport::service);
    each.summary(
        "response_seconds",
        "Time from the intended time of a request to its answer, of all requests",
        OperationReport::response);
  }

  /** Every figure of the register by its own name, in a gauge for each unit. */
  private void figures(RunReport report) {
    Map<String, List<Map.Entry<FigureKey, RunFigures.Value>>> byUnit =
        RunFigures.of(report).entrySet().stream()
            .collect(Collectors.groupingBy(one -> suffix(one.getKey().figure().unit())));
    byUnit.forEach(
        (suffix, figures) ->
            new Metrics<>(
                    "figure",
                    figures,
                    one ->
                        Labels.of(
                            "of", one.getKey().of(), "figure", one.getKey().figure().toString()),
                    metrics)
                .gauge(
                    suffix,
                    "Figures of reference/figures.md",
                    one ->
                        one.getKey().figure().unit() == Unit.MICROS
                            ? one.getValue().value() / MICROS
                            : one.getValue().value()));
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

  private void availability(RunReport report) {
    if (report.availability() == null) {
      return;
    }
    each(report.operations())
        .gauge(
            "availability_ratio",
            "Share of the requests that were answered in time, 0 to 1",
            o -> o.unavailableShare() == null ? Double.NaN : 1 - o.unavailableShare());
    Metrics<Availability> all =
        new Metrics<>("", List.of(report.availability()), one -> Labels.EMPTY, metrics);
    all.gauge("outages", "Outages of regions", Availability::outages);
    all.gauge("longest_outage_seconds", "Longest outage", Availability::longestSeconds);
    all.gauge(
        "lost_region_seconds",
        "Sum of the times for which regions were unavailable",
        Availability::regionSecondsLost);
  }

  private void servers(ByServer byServer) {
    if (byServer == null) {
      return;
    }
    Metrics<Server> each = each(byServer.servers(), Server::server);
    each.gauge(
        "requests",
        "Requests that were meant for a region server, including failed ones",
        Server::count);
    each.gauge("errors", "Failed requests that were meant for a region server", Server::errors);
    each(byServer.withheld(), Withheld::server)
        .gauge(
            "withheld",
            "Requests that were withheld, as all slots of their region server were in use",
            Withheld::requests);
    each(byServer.held(), Held::server)
        .gauge(
            "held_slot_seconds",
            "Time for which requests of a second or longer held slots, added up",
            Held::slotSeconds);
    each.summary(
        "service_seconds",
        "Time from sending a request to its answer, of successful requests of a server",
        Server::service);
    each.gauge(
        "service_ratio",
        "Geometric mean of the service times of a region server by that of the others",
        s -> s.level() == null ? null : s.level().ratio());
    List<String> slow = byServer.slow().stream().map(SlowServer::server).toList();
    each.gauge(
        "slow",
        "1 for a region server that is slower than the others by more than chance",
        s -> slow.contains(s.server()) ? 1 : 0);
    each.gauge(
        "skewed",
        "1 for a region server with far more requests than an equal share",
        s -> byServer.isSkewed(s.server()) ? 1 : 0);
  }

  private <T> Metrics<T> each(List<T> ofServers, Function<T, String> server) {
    return new Metrics<>(
        "server_", ofServers, one -> Labels.of("server", server.apply(one)), metrics);
  }

  private void info(String name, String help, Labels labels) {
    metrics.add(
        InfoSnapshot.builder()
            .name(Metrics.PREFIX + name)
            .help(help)
            .dataPoint(InfoDataPointSnapshot.builder().labels(labels).build())
            .build());
  }

  private static Double seconds(String iso) {
    return iso == null ? null : OffsetDateTime.parse(iso).toInstant().toEpochMilli() / MILLIS;
  }
}
