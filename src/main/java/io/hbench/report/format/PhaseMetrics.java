package io.hbench.report.format;

import io.hbench.report.format.PhaseText.Part;
import io.hbench.report.phase.PhaseFigure;
import io.hbench.report.phase.Recovery;
import io.hbench.report.phase.RunPhase;
import io.hbench.report.phase.RunPhases;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The phases of a run, and the recoveries of its servers, as Prometheus' metrics. */
final class PhaseMetrics {
  private static final double MICROS = 1e6;

  private final List<MetricSnapshot> metrics = new ArrayList<>();

  private PhaseMetrics() {}

  static List<MetricSnapshot> of(RunPhases phases) {
    PhaseMetrics all = new PhaseMetrics();
    all.add(phases);
    all.add(phases.recoveries());
    return all.metrics;
  }

  private void add(RunPhases phases) {
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
    phase(phases, "p50_seconds", "Median latency of a phase", p -> seconds(p.p50()));
    phase(phases, "p99_seconds", "99th percentile of a phase", p -> seconds(p.p99()));
    phase(phases, "p999_seconds", "99.9th percentile of a phase", p -> seconds(p.p999()));
    if (phases.backSeconds() != null) {
      metrics.add(
          PrometheusText.gauges(
              "back_in_band_seconds",
              "Time from the first event until the figures are as before",
              List.of(PrometheusText.point(Labels.EMPTY, phases.backSeconds()))));
    }
  }

  private static Double seconds(PhaseFigure micros) {
    return micros.value() == null ? null : micros.value() / MICROS;
  }

  private void phase(
      RunPhases phases, String name, String help, Function<RunPhase, Double> figure) {
    List<GaugeDataPointSnapshot> points =
        phases.phases().stream()
            .filter(phase -> figure.apply(phase) != null)
            .map(
                phase ->
                    PrometheusText.point(
                        Labels.of("phase", phase.phase().toString()), figure.apply(phase)))
            .toList();
    if (!points.isEmpty()) {
      metrics.add(PrometheusText.gauges("phase_" + name, help, points));
    }
  }

  /** One point for each part of each recovery; of a server that was stopped twice, the last one. */
  private void add(List<Recovery> recoveries) {
    Map<Labels, Double> seconds = new LinkedHashMap<>();
    for (Recovery recovery : recoveries) {
      for (Part part : PhaseText.PARTS) {
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
}
