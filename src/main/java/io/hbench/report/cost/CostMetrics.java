package io.hbench.report.cost;

import io.hbench.figure.Unit;
import io.hbench.report.cost.OperationCost.Cost;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The cost of an operation as Prometheus' metrics: a gauge for each unit, and how busy the servers
 * were.
 */
public final class CostMetrics {
  private static final double MICROS = 1e6;

  private CostMetrics() {}

  /**
   * The metrics.
   *
   * @param prefix of their names
   * @param cost may be null
   */
  public static List<MetricSnapshot> of(String prefix, OperationCost cost) {
    List<MetricSnapshot> metrics = new ArrayList<>();
    if (cost != null) {
      add(prefix + "operation_cost_seconds", "Time", Unit.MICROS, 1 / MICROS, cost)
          .ifPresent(metrics::add);
      add(prefix + "operation_cost_bytes", "Bytes", Unit.BYTES, 1, cost).ifPresent(metrics::add);
      add(prefix + "operation_cost", "Number of things", Unit.COUNT, 1, cost)
          .ifPresent(metrics::add);
      levels(prefix, cost, metrics);
    }
    return metrics;
  }

  /** How busy the servers were. */
  private static void levels(String prefix, OperationCost cost, List<MetricSnapshot> metrics) {
    GaugeSnapshot.Builder cpu =
        GaugeSnapshot.builder()
            .name(prefix + "server_cpu_ratio")
            .help("CPU time of a region server per time in the window: 1 is a processor");
    List<OperationCost.Server> known =
        cost.servers().stream().filter(s -> s.cpuShare() != null).toList();
    known.forEach(s -> cpu.dataPoint(point(Labels.of("server", s.server()), s.cpuShare())));
    if (!known.isEmpty()) {
      metrics.add(cpu.build());
    }
    if (cost.busyHandlers() != null) {
      metrics.add(
          GaugeSnapshot.builder()
              .name(prefix + "busy_handlers")
              .help("Mean number of handlers at work in all region servers together")
              .dataPoint(point(Labels.EMPTY, cost.busyHandlers()))
              .build());
    }
  }

  private static Optional<MetricSnapshot> add(
      String name, String what, Unit unit, double factor, OperationCost cost) {
    List<GaugeDataPointSnapshot> points = new ArrayList<>();
    cost.figures().stream()
        .filter(f -> f.unit().equals(unit.toString()))
        .forEach(f -> points.add(point(f, "", factor)));
    for (OperationCost.Server server : cost.servers()) {
      server.figures().stream()
          .filter(f -> f.unit().equals(unit.toString()) && f.perOperation() != null)
          .forEach(f -> points.add(point(f, server.server(), factor)));
    }
    if (points.isEmpty()) {
      return Optional.empty();
    }
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder()
            .name(name)
            .help(
                what
                    + " that an operation cost all servers or the clients, or one of its own"
                    + " operations a server");
    points.forEach(gauge::dataPoint);
    return Optional.of(gauge.build());
  }

  /** An empty label is none: all servers. */
  private static GaugeDataPointSnapshot point(Cost figure, String server, double factor) {
    return point(
        server.isEmpty()
            ? Labels.of("figure", figure.figure())
            : Labels.of("figure", figure.figure(), "server", server),
        figure.perOperation() * factor);
  }

  private static GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }
}
