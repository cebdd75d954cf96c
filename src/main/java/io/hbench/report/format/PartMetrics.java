package io.hbench.report.format;

import io.hbench.figure.Unit;
import io.hbench.report.RunReport;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.cost.OperationCost.Cost;
import io.hbench.report.phase.PhaseFigure;
import io.hbench.report.phase.Recovery;
import io.hbench.report.phase.RunPhase;
import io.hbench.report.phase.RunPhases;
import io.hbench.report.stage.RateStage;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Phases of a run, recoveries of its servers, stages of its rate, causes of its slowest requests
 * and costs of its operations, as gauges of Prometheus.
 */
final class PartMetrics {
  private static final double MICROS = 1e6;

  private final List<MetricSnapshot> metrics = new ArrayList<>();

  private PartMetrics() {}

  static List<MetricSnapshot> of(RunReport report) {
    PartMetrics all = new PartMetrics();
    if (report.phases() != null) {
      all.phases(report.phases());
      all.recoveries(report.phases().recoveries());
    }
    if (report.stages() != null) {
      all.stages(report.stages().list());
    }
    if (report.slow() != null) {
      new Metrics<>(
              "",
              report.slow().causes().entrySet(),
              cause -> Labels.of("cause", cause.getKey()),
              all.metrics)
          .gauge(
              "slowest_requests",
              "The slowest requests of the run, 100 at most, by what took their time",
              Map.Entry::getValue);
    }
    if (report.cost() != null) {
      all.costs(report.cost());
    }
    return all.metrics;
  }

  private void phases(RunPhases phases) {
    Metrics<RunPhase> each =
        new Metrics<>(
            "phase_",
            phases.phases(),
            phase -> Labels.of("phase", phase.phase().toString()),
            metrics);
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
    each.gauge("p50_seconds", "Median latency of a phase", p -> seconds(p.p50().value()));
    each.gauge("p99_seconds", "99th percentile of a phase", p -> seconds(p.p99().value()));
    each.gauge("p999_seconds", "99.9th percentile of a phase", p -> seconds(p.p999().value()));
    changes(phases.phases());
    new Metrics<>("", List.of(phases), all -> Labels.EMPTY, metrics)
        .gauge(
            "back_in_band_seconds",
            "Time from the first event until the figures are as before",
            RunPhases::backSeconds);
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
        new Metrics<>(
            "stage_",
            stages,
            stage -> Labels.of("stage", Integer.toString(stages.indexOf(stage) + 1)),
            metrics);
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
    each.gauge("p99_seconds", "99th percentile of a stage", s -> seconds(s.p99()));
    each.gauge(
        "hysteresis_ratio",
        "Goodput after the highest rate by that of the same rate before it",
        RateStage::hysteresis);
  }

  /** Costs in each unit, of all servers or the clients and of each server, and busy servers. */
  private void costs(OperationCost cost) {
    Map<Labels, Cost> costs = new LinkedHashMap<>();
    cost.figures().forEach(c -> costs.put(Labels.of("figure", c.figure()), c));
    for (OperationCost.Server server : cost.servers()) {
      server
          .figures()
          .forEach(c -> costs.put(Labels.of("figure", c.figure(), "server", server.server()), c));
    }
    costs("_seconds", "Time", Unit.MICROS, 1 / MICROS, costs);
    costs("_bytes", "Bytes", Unit.BYTES, 1, costs);
    costs("", "Number of things", Unit.COUNT, 1, costs);
    new Metrics<>("", cost.servers(), s -> Labels.of("server", s.server()), metrics)
        .gauge(
            "server_cpu_ratio",
            "CPU time of a region server per time in the window: 1 is a processor",
            OperationCost.Server::cpuShare);
    new Metrics<>("", List.of(cost), all -> Labels.EMPTY, metrics)
        .gauge(
            "busy_handlers",
            "Mean number of handlers at work in all region servers together",
            OperationCost::busyHandlers);
  }

  private void costs(
      String suffix, String what, Unit unit, double factor, Map<Labels, Cost> costs) {
    new Metrics<>(
            "operation_cost",
            costs.entrySet().stream()
                .filter(e -> e.getValue().unit().equals(unit.toString()))
                .filter(e -> e.getValue().perOperation() != null)
                .toList(),
            Map.Entry::getKey,
            metrics)
        .gauge(
            suffix,
            what
                + " that an operation cost all servers or the clients, or one of its own"
                + " operations a server",
            e -> e.getValue().perOperation() * factor);
  }

  private static Double seconds(Double micros) {
    return micros == null ? null : micros / MICROS;
  }
}
