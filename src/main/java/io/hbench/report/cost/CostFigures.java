package io.hbench.report.cost;

import io.hbench.report.cost.OperationCost.Figure;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the cost of the operations of a run from the samples of its servers. */
public final class CostFigures {
  private static final double MILLIS = 1e3;

  /** Samples of HBase's counters that cover less of the window say nothing about it. */
  private static final double MIN_PART = 0.5;

  private final CostWindow window;
  private final Map<String, Long> requests;
  private final List<String> missing = new ArrayList<>();

  /**
   * What a server used in one respect in the window.
   *
   * @param error maximum error of the amount; null if it is not bounded
   */
  private record Used(double amount, Double error) {
    static Used withoutBound(double amount) {
      return new Used(amount, null);
    }

    Used plus(Used other) {
      boolean bounded = error != null && other.error != null;
      return new Used(amount + other.amount, bounded ? (Double) (error + other.error) : null);
    }

    /** The maximum error as a share. */
    Double errorShare() {
      return error == null || amount == 0 ? error : (Double) (error / amount);
    }
  }

  /** What is known of a server. */
  private record Known(
      String name, Map<CostFigure, Used> used, Optional<Double> handlers, double hbaseSeconds) {}

  private CostFigures(CostWindow window, Map<String, Long> requests) {
    this.window = window;
    this.requests = requests;
  }

  /**
   * Makes the figures.
   *
   * @param samples null if there are none
   * @param requests by region server; empty if they are unknown
   * @param clientSeconds CPU time of the clients in the window; empty if it is unknown
   * @param why why there are no samples, if there are none; empty without servers
   * @return null if no request was measured
   */
  public static OperationCost of(
      ServerSamples samples,
      CostWindow window,
      Map<String, Long> requests,
      Optional<Double> clientSeconds,
      Optional<String> why) {
    if (window.operations() == 0 || window.seconds() <= 0) {
      return null;
    }
    return new CostFigures(window, requests).of(samples, clientSeconds, why);
  }

  private OperationCost of(
      ServerSamples samples, Optional<Double> clientSeconds, Optional<String> why) {
    List<Known> servers = new ArrayList<>();
    if (samples == null) {
      why.ifPresent(missing::add);
    } else {
      samples.servers().forEach(server -> servers.add(known(server)));
      explain(servers);
    }
    Map<CostFigure, Used> all = new TreeMap<>();
    for (CostFigure figure : CostFigure.values()) {
      if (!servers.isEmpty() && servers.stream().allMatch(s -> s.used.containsKey(figure))) {
        all.put(
            figure, servers.stream().map(s -> s.used.get(figure)).reduce(Used::plus).orElseThrow());
      }
    }
    clientSeconds.ifPresent(seconds -> all.put(CostFigure.CLIENT_CPU, Used.withoutBound(seconds)));
    boolean handlers = !servers.isEmpty() && servers.stream().allMatch(s -> s.handlers.isPresent());
    return new OperationCost(
        window.operations(),
        figures(all, window.operations()),
        handlers ? servers.stream().mapToDouble(s -> s.handlers.orElse(0.0)).sum() : null,
        hbaseSeconds(servers),
        servers.stream().map(this::server).toList(),
        ofIntervals(CostFigure.SERVER_CPU, all, samples),
        ofIntervals(CostFigure.ALLOCATED, all, samples),
        List.copyOf(missing));
  }

  private Double hbaseSeconds(List<Known> servers) {
    return servers.stream().anyMatch(s -> s.hbaseSeconds > 0)
        ? (Double) servers.stream().mapToDouble(s -> s.hbaseSeconds).average().orElse(0)
        : null;
  }

  private OperationCost.Server server(Known server) {
    Long own = requests.get(server.name);
    Used cpu = server.used.get(CostFigure.SERVER_CPU);
    return new OperationCost.Server(
        server.name,
        own,
        cpu == null ? null : (Double) (cpu.amount / window.seconds()),
        figures(server.used, own == null ? 0 : own));
  }

  private static List<Figure> figures(Map<CostFigure, Used> used, long operations) {
    List<Figure> figures = new ArrayList<>();
    used.forEach(
        (figure, use) ->
            figures.add(
                new Figure(
                    figure.toString(),
                    figure.unit().toString(),
                    operations == 0 ? null : (Double) (figure.unit().of(use.amount) / operations),
                    figure.unit().of(use.amount),
                    use.errorShare())));
    return figures;
  }

  /**
   * HBase's counters count only if those of the JVM cover the window: a server that died, joined or
   * restarted in it has parts that say nothing about the rest.
   */
  private Known known(ServerSamples.Server server) {
    Map<CostFigure, Used> used = new TreeMap<>();
    for (CostFigure figure : CostFigure.values()) {
      figure
          .counter()
          .flatMap(counter -> exactly(server.jvm(), counter))
          .ifPresent(use -> used.put(figure, use));
    }
    List<Part> parts =
        exactly(server.jvm(), ServerCounter.CPU_SECONDS).isEmpty()
            ? List.of()
            : server.hbase().values().stream().flatMap(s -> part(s).stream()).toList();
    for (Part part : parts) {
      for (CostFigure figure : CostFigure.values()) {
        figure.counter().flatMap(part::use).ifPresent(use -> used.put(figure, use));
      }
    }
    return new Known(
        server.server(),
        used,
        parts.stream().flatMap(p -> p.level(ServerCounter.BUSY_HANDLERS).stream()).findFirst(),
        parts.stream().mapToDouble(Part::seconds).min().orElse(0));
  }

  /** The growth of a counter of the JVM in the window. */
  private Optional<Used> exactly(Series series, String counter) {
    return curve(series, counter)
        .filter(curve -> curve.coversWindow() && curve.grows())
        .map(curve -> new Used(curve.growth(), curve.error()));
  }

  private Optional<CounterCurve> curve(Series series, String counter) {
    return Optional.ofNullable(series.counters().get(counter))
        .map(values -> new CounterCurve(series.atMs(), values, window));
  }

  /**
   * The part of the window between HBase's first and last refresh of a page in it.
   *
   * @param scale from the operations of the part to those of the window
   */
  private record Part(Series series, int first, int last, double seconds, double scale) {
    Optional<Used> use(String counter) {
      return Optional.ofNullable(series.counters().get(counter))
          .map(values -> values.get(last) - values.get(first))
          .filter(growth -> growth >= 0)
          .map(growth -> Used.withoutBound(growth * scale));
    }

    /** The mean of a level in the part. */
    Optional<Double> level(String name) {
      return Optional.ofNullable(series.counters().get(name))
          .map(
              values ->
                  values.subList(first, last + 1).stream()
                      .mapToDouble(Double::doubleValue)
                      .average()
                      .orElse(0));
    }
  }

  private Optional<Part> part(Series series) {
    int first = 0;
    while (first < series.size() && series.atMs().get(first) < window.startMs()) {
      first++;
    }
    int last = series.size() - 1;
    while (last >= 0 && series.atMs().get(last) > window.endMs()) {
      last--;
    }
    if (last <= first) {
      return Optional.empty();
    }
    double from = series.atMs().get(first);
    double to = series.atMs().get(last);
    double operations = window.operationsUntil(to) - window.operationsUntil(from);
    double seconds = (to - from) / MILLIS;
    return operations <= 0 || seconds < MIN_PART * window.seconds()
        ? Optional.empty()
        : Optional.of(new Part(series, first, last, seconds, window.operations() / operations));
  }

  private void explain(List<Known> servers) {
    List<String> unknown =
        servers.stream()
            .filter(s -> !s.used.containsKey(CostFigure.SERVER_CPU))
            .map(Known::name)
            .toList();
    if (!unknown.isEmpty()) {
      missing.add(
          "CPU time and HBase's counters of %d of %d servers unknown, first %s: its metrics page (/jmx) is not available, it restarted, or it was not read over the whole window"
              .formatted(unknown.size(), servers.size(), unknown.get(0)));
    } else if (servers.stream().anyMatch(s -> s.hbaseSeconds == 0)) {
      missing.add(
          "HBase's own counters unknown: it refreshes them every 10 s, and a window of 30 s or longer has enough of them");
    }
  }

  /** What all servers used in each interval; empty if it is unknown. */
  private List<Double> ofIntervals(
      CostFigure figure, Map<CostFigure, Used> known, ServerSamples samples) {
    if (!known.containsKey(figure)) {
      return List.of();
    }
    int count = (int) Math.ceil(window.seconds() / window.intervalSeconds() - 0.001);
    double[] used = new double[Math.max(1, count)];
    for (ServerSamples.Server server : samples.servers()) {
      CounterCurve curve = curve(server.jvm(), figure.counter().orElseThrow()).orElseThrow();
      double before = curve.at(window.startMs());
      for (int i = 0; i < used.length; i++) {
        double end = curve.at(i == used.length - 1 ? window.endMs() : window.endOfInterval(i));
        used[i] += end - before;
        before = end;
      }
    }
    return Arrays.stream(used).boxed().toList();
  }
}
