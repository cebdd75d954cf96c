package io.hbench.report.format;

import io.hbench.report.RunReport;
import io.hbench.report.phase.PhaseFigure;
import io.hbench.report.phase.Recovery;
import io.hbench.report.phase.RunPhase;
import io.hbench.report.phase.RunPhases;
import io.hbench.report.slow.SlowRequests;
import io.hbench.report.stage.RateStage;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Phases of a run, recoveries of its servers, stages of its rate and causes of its slowest
 * requests, as gauges of Prometheus.
 */
final class PartMetrics {
  private static final double MICROS = 1e6;

  private final List<MetricSnapshot> metrics = new ArrayList<>();

  private PartMetrics() {}

  static List<MetricSnapshot> of(RunReport report) {
    PartMetrics all = new PartMetrics();
    if (report.phases() != null) {
      all.metrics.addAll(of(report.phases()));
    }
    if (report.stages() != null) {
      all.stages(report.stages().list());
    }
    if (report.slow() != null) {
      all.slowest(report.slow());
    }
    return all.metrics;
  }

  static List<MetricSnapshot> of(RunPhases phases) {
    PartMetrics all = new PartMetrics();
    all.phases(phases);
    all.recoveries(phases.recoveries());
    return all.metrics;
  }

  private void phases(RunPhases phases) {
    phase(phases, "seconds", "Length of a phase of the run", RunPhase::seconds);
    phase(
        phases,
        "error_ratio",
        "Share of the requests of a phase that failed or were dropped",
        RunPhase::errorShare);
    phase(
        phases,
        "requests_per_second",
        "Successful requests of a phase",
        p -> p.opsPerSecond().value());
    phase(
        phases,
        "goodput_requests_per_second",
        "Successful requests of a phase within the latency limit",
        p -> p.goodput().value());
    phase(phases, "p50_seconds", "Median latency of a phase", p -> seconds(p.p50().value()));
    phase(phases, "p99_seconds", "99th percentile of a phase", p -> seconds(p.p99().value()));
    phase(phases, "p999_seconds", "99.9th percentile of a phase", p -> seconds(p.p999().value()));
    changes(phases.phases());
    if (phases.backSeconds() != null) {
      metrics.add(
          PrometheusText.gauges(
              "back_in_band_seconds",
              "Time from the first event until the figures are as before",
              List.of(PrometheusText.point(Labels.EMPTY, phases.backSeconds()))));
    }
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
    each(
        List.copyOf(ratios.entrySet()),
        Map.Entry::getKey,
        "phase_change_ratio",
        "A figure of a phase by that of the phase before the first event",
        Map.Entry::getValue);
  }

  private void phase(
      RunPhases phases, String name, String help, Function<RunPhase, Double> figure) {
    each(
        phases.phases(),
        phase -> Labels.of("phase", phase.phase().toString()),
        "phase_" + name,
        help,
        figure);
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
    if (!seconds.isEmpty()) {
      metrics.add(
          PrometheusText.gauges(
              "recovery_seconds",
              "Time from the stop of a region server until a part of its recovery was over",
              seconds.entrySet().stream()
                  .map(e -> PrometheusText.point(e.getKey(), e.getValue()))
                  .toList()));
    }
  }

  private void stages(List<RateStage> stages) {
    stage(stages, "offered_requests_per_second", "Rate of a stage", RateStage::offeredPerSecond);
    stage(
        stages,
        "goodput_requests_per_second",
        "Successful requests of a stage within the latency limit",
        RateStage::goodputPerSecond);
    stage(
        stages,
        "goodput_ratio",
        "Goodput of a stage by its scheduled requests, 0 to 1",
        RateStage::goodputShare);
    stage(
        stages,
        "drain_seconds",
        "Time from the end of a stage until its last request was answered or dropped",
        RateStage::drainSeconds);
    stage(
        stages,
        "resent_calls",
        "RPC calls of a stage that HBase's client has sent again",
        s -> s.resent() == null ? null : (double) s.resent());
    stage(stages, "p99_seconds", "99th percentile of a stage", s -> seconds(s.p99()));
    stage(
        stages,
        "hysteresis_ratio",
        "Goodput after the highest rate by that of the same rate before it",
        RateStage::hysteresis);
  }

  private void slowest(SlowRequests slow) {
    metrics.add(
        PrometheusText.gauges(
            "slowest_requests",
            "The slowest requests of the run, 100 at most, by what took their time",
            slow.causes().entrySet().stream()
                .map(e -> PrometheusText.point(Labels.of("cause", e.getKey()), e.getValue()))
                .toList()));
  }

  private void stage(
      List<RateStage> stages, String name, String help, Function<RateStage, Double> figure) {
    each(
        stages,
        stage -> Labels.of("stage", Integer.toString(stages.indexOf(stage) + 1)),
        "stage_" + name,
        help,
        figure);
  }

  private <T> void each(
      List<T> parts,
      Function<T, Labels> label,
      String name,
      String help,
      Function<T, Double> figure) {
    List<GaugeDataPointSnapshot> points =
        parts.stream()
            .filter(part -> figure.apply(part) != null)
            .map(part -> PrometheusText.point(label.apply(part), figure.apply(part)))
            .toList();
    if (!points.isEmpty()) {
      metrics.add(PrometheusText.gauges(name, help, points));
    }
  }

  private static Double seconds(Double micros) {
    return micros == null ? null : micros / MICROS;
  }
}
