package io.hbench.report.format;

import io.hbench.figure.FigureKey;
import io.hbench.figure.Unit;
import io.hbench.report.RunFigures;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.Verdict;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.cost.OperationCost.Cost;
import io.hbench.report.phase.PhaseFigure;
import io.hbench.report.phase.Recovery;
import io.hbench.report.phase.RunPhase;
import io.hbench.report.phase.RunPhases;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Held;
import io.hbench.report.server.ByServer.Server;
import io.hbench.report.server.ByServer.SlowServer;
import io.hbench.report.server.ByServer.Withheld;
import io.hbench.report.slow.SlowRequests;
import io.hbench.report.stage.RateStage;
import io.hbench.report.stage.RateStages;
import io.hbench.settings.Settings;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A report in Prometheus' text format 0.0.4, for the node exporter's textfile collector or a push
 * gateway. Units are seconds and bytes; the operation is a label. A report describes a finished
 * run: all figures are gauges, and latencies are summaries. What is in the register of figures is
 * exported by it alone.
 *
 * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">the format</a>
 */
public final class PrometheusText {
  private static final double MICROS = 1e6;
  private static final double MILLIS = 1e3;
  private static final String SERVER = "server_";

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
    text.figures(report);
    Stream.ofNullable(report.byServer()).forEach(text::servers);
    Stream.ofNullable(report.phases()).forEach(text::phases);
    Stream.ofNullable(report.stages()).map(RateStages::list).forEach(text::stages);
    Stream.ofNullable(report.slow()).forEach(text::slowest);
    Stream.ofNullable(report.cost()).forEach(text::costs);
    return Metrics.text(PrometheusTextFormatWriter.create(), text.metrics);
  }

  private void run(RunReport report) {
    Metrics<RunReport> run = one(report);
    run.info(
        "run",
        "Identity of the run",
        all ->
            Labels.of(
                "id", all.run().id(),
                "command", all.run().command(),
                "version", all.run().version(),
                "out", all.run().out()));
    run.info("settings", "Settings that differ from their defaults", PrometheusText::settings);
    each("", List.of(Verdict.Status.values()), "status", Verdict.Status::toString)
        .gauge(
            "verdict",
            "1 for the verdict of the run: valid, degraded or invalid",
            status -> status == report.verdict().status() ? 1 : 0);
    run.gauge(
        "start_timestamp_seconds", "Submission of the job", all -> seconds(all.run().started()));
    run.gauge("end_timestamp_seconds", "End of the job", all -> seconds(all.run().finished()));
    run.gauge("tasks", "Completed map tasks", all -> all.tasks().completed());
    run.gauge(
        "scheduled_requests_per_second",
        "Scheduled requests",
        all -> all.pace() == null ? null : all.pace().scheduledPerSecond());
    run.gauge(
        "outages",
        "Outages of regions",
        all -> all.availability() == null ? null : all.availability().outages());
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

  private <T> Metrics<T> one(T part) {
    return new Metrics<>("", List.of(part), all -> Labels.EMPTY, metrics);
  }

  /** Metrics of parts that a label tells apart. */
  private <T> Metrics<T> each(
      String prefix, Collection<T> parts, String label, Function<T, String> name) {
    return new Metrics<>(prefix, parts, part -> Labels.of(label, name.apply(part)), metrics);
  }

  /** What is not in the register of figures: two counts, and latencies as summaries. */
  private void operations(List<OperationReport> operations) {
    Metrics<OperationReport> each = each("", operations, "operation", OperationReport::operation);
    each.gauge("dropped", "Requests that were scheduled and never sent", OperationReport::dropped);
    each.gauge("bytes", "Bytes of cells", OperationReport::bytes);
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
                    one -> inBase(one.getKey().figure().unit(), one.getValue().value())));
  }

  /** A value in Prometheus' base unit; null for null. */
  private static Double inBase(Unit unit, Double value) {
    return unit == Unit.MICROS ? ofMicros(value) : value;
  }

  private static Double ofMicros(Double micros) {
    return micros == null ? null : micros / MICROS;
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

  private void servers(ByServer byServer) {
    Metrics<Server> each = each(SERVER, byServer.servers(), "server", Server::server);
    each.gauge(
        "requests",
        "Requests that were meant for a region server, including failed ones",
        Server::count);
    each.gauge("errors", "Failed requests that were meant for a region server", Server::errors);
    each(SERVER, byServer.withheld(), "server", Withheld::server)
        .gauge(
            "withheld",
            "Requests that were withheld, as all slots of their region server were in use",
            Withheld::requests);
    each(SERVER, byServer.held(), "server", Held::server)
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

  private void phases(RunPhases phases) {
    Metrics<RunPhase> each =
        each("phase_", phases.phases(), "phase", phase -> phase.phase().toString());
    each.gauge("seconds", "Length of a phase of the run", RunPhase::seconds);
    each.gauge(
        "error_ratio",
        "Share of the requests of a phase that failed or were dropped",
        RunPhase::errorShare);
    each.gauge(
        "requests_per_second", "Successful requests of a phase", p -> p.opsPerSecond().value());
    each.gauge(
        "goodput_requests_per_second",
        "Successful requests of a phase within the latency limit",
        p -> p.goodput().value());
    each.gauge("p50_seconds", "Median latency of a phase", p -> ofMicros(p.p50().value()));
    each.gauge("p99_seconds", "99th percentile of a phase", p -> ofMicros(p.p99().value()));
    each.gauge("p999_seconds", "99.9th percentile of a phase", p -> ofMicros(p.p999().value()));
    changes(phases.phases());
    one(phases)
        .gauge(
            "back_in_band_seconds",
            "Time from the first event until the figures are as before",
            RunPhases::backSeconds);
    recoveries(phases.recoveries());
  }

  /** The figures of the later phases, as those before the first event are 1. */
  private void changes(List<RunPhase> phases) {
    Map<String, Function<RunPhase, PhaseFigure>> figures = new LinkedHashMap<>();
    figures.put("requests_per_second", RunPhase::opsPerSecond);
    figures.put("goodput", RunPhase::goodput);
    figures.put("p50", RunPhase::p50);
    figures.put("p99", RunPhase::p99);
    figures.put("p99.9", RunPhase::p999);
    Map<Labels, Double> ratios = new LinkedHashMap<>();
    for (RunPhase phase : phases) {
      figures.forEach(
          (name, figure) ->
              ratios.put(
                  Labels.of("phase", phase.phase().toString(), "figure", name),
                  figure.apply(phase).ratio()));
    }
    new Metrics<>("", ratios.entrySet(), Map.Entry::getKey, metrics)
        .gauge(
            "phase_change_ratio",
            "A figure of a phase by that of the phase before the first event",
            Map.Entry::getValue);
  }

  /** One point for each part of each recovery; of a server that was stopped twice, the last one. */
  private void recoveries(List<Recovery> recoveries) {
    Map<Labels, Double> seconds = new LinkedHashMap<>();
    for (Recovery recovery : recoveries) {
      for (Recovery.Part part : Recovery.PARTS) {
        Double value = part.seconds().apply(recovery);
        if (value != null) {
          seconds.put(Labels.of("server", recovery.server(), "part", part.label()), value);
        }
      }
    }
    new Metrics<>("", seconds.entrySet(), Map.Entry::getKey, metrics)
        .gauge(
            "recovery_seconds",
            "Time from the stop of a region server until a part of its recovery was over",
            Map.Entry::getValue);
  }

  private void stages(List<RateStage> stages) {
    Metrics<RateStage> each =
        each("stage_", stages, "stage", s -> Integer.toString(stages.indexOf(s) + 1));
    each.gauge("offered_requests_per_second", "Rate of a stage", RateStage::offeredPerSecond);
    each.gauge(
        "goodput_requests_per_second",
        "Successful requests of a stage within the latency limit",
        RateStage::goodputPerSecond);
    each.gauge(
        "goodput_ratio",
        "Goodput of a stage by its scheduled requests, 0 to 1",
        RateStage::goodputShare);
    each.gauge(
        "drain_seconds",
        "Time from the end of a stage until its last request was answered or dropped",
        RateStage::drainSeconds);
    each.gauge(
        "resent_calls",
        "RPC calls of a stage that HBase's client has sent again",
        RateStage::resent);
    each.gauge("p99_seconds", "99th percentile of a stage", s -> ofMicros(s.p99()));
    each.gauge(
        "hysteresis_ratio",
        "Goodput after the highest rate by that of the same rate before it",
        RateStage::hysteresis);
  }

  private void slowest(SlowRequests slow) {
    each("", slow.causes().entrySet(), "cause", Map.Entry::getKey)
        .gauge(
            "slowest_requests",
            "The slowest requests of the run, 100 at most, by what took their time",
            Map.Entry::getValue);
  }

  /** Costs at each server in each unit; those of all servers are in the register of figures. */
  private void costs(OperationCost cost) {
    Map<Labels, Cost> costs = new LinkedHashMap<>();
    for (OperationCost.Server server : cost.servers()) {
      server
          .figures()
          .forEach(c -> costs.put(Labels.of("figure", c.figure(), "server", server.server()), c));
    }
    for (Unit unit : List.of(Unit.MICROS, Unit.BYTES, Unit.COUNT)) {
      new Metrics<>(
              "operation_cost",
              costs.entrySet().stream()
                  .filter(e -> e.getValue().unit().equals(unit.toString()))
                  .filter(e -> e.getValue().perOperation() != null)
                  .toList(),
              Map.Entry::getKey,
              metrics)
          .gauge(
              suffix(unit),
              "What one of its own operations cost a region server",
              e -> inBase(unit, e.getValue().perOperation()));
    }
    each(SERVER, cost.servers(), "server", OperationCost.Server::server)
        .gauge(
            "cpu_ratio",
            "CPU time of a region server per time in the window: 1 is a processor",
            OperationCost.Server::cpuShare);
  }

  private static Double seconds(String iso) {
    return iso == null ? null : OffsetDateTime.parse(iso).toInstant().toEpochMilli() / MILLIS;
  }
}
