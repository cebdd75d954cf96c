package io.hbench.report.cost;

import static io.hbench.figure.Format.format;

import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.latency.ServerRecording;
import io.hbench.report.cost.OperationCost.Cost;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the cost of the operations of a run from the samples of its servers. */
public final class CostFigures {
  private static final double MILLIS = 1e3;

  /** The counters of the servers; CPU time of the clients is not among them. */
  private static final Map<Figure, String> COUNTERS =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(Figure.SERVER_CPU, ServerCounter.CPU_SECONDS),
              Map.entry(Figure.SERVER_GC, ServerCounter.GC_SECONDS),
              Map.entry(Figure.GC_PAUSES, ServerCounter.GC_PAUSES),
              Map.entry(Figure.ALLOCATED, ServerCounter.ALLOCATED_BYTES),
              Map.entry(Figure.RPC_CALLS, ServerCounter.RPC_CALLS),
              Map.entry(Figure.RPC_IN, ServerCounter.RPC_BYTES_IN),
              Map.entry(Figure.RPC_OUT, ServerCounter.RPC_BYTES_OUT),
              Map.entry(Figure.RPC_TIME, ServerCounter.RPC_SECONDS),
              Map.entry(Figure.QUEUE_TIME, ServerCounter.QUEUE_SECONDS),
              Map.entry(Figure.FAILED_CALLS, ServerCounter.FAILED_CALLS),
              Map.entry(Figure.CACHE_HITS, ServerCounter.CACHE_HITS),
              Map.entry(Figure.CACHE_MISSES, ServerCounter.CACHE_MISSES),
              Map.entry(Figure.DATA_HITS, ServerCounter.DATA_HITS),
              Map.entry(Figure.L1_HITS, ServerCounter.L1_HITS),
              Map.entry(Figure.L1_MISSES, ServerCounter.L1_MISSES),
              Map.entry(Figure.L2_HITS, ServerCounter.L2_HITS),
              Map.entry(Figure.L2_MISSES, ServerCounter.L2_MISSES),
              Map.entry(Figure.EVICTIONS, ServerCounter.EVICTIONS),
              Map.entry(Figure.FILE_READS, ServerCounter.FILE_READS),
              Map.entry(Figure.FILE_SEEKS, ServerCounter.FILE_POSITIONED_READS),
              Map.entry(Figure.FILE_READ_TIME, ServerCounter.FILE_READ_SECONDS),
              Map.entry(Figure.WAL_APPENDS, ServerCounter.WAL_APPENDS),
              Map.entry(Figure.WAL_SYNCS, ServerCounter.WAL_SYNCS),
              Map.entry(Figure.WAL_SYNC_TIME, ServerCounter.WAL_SYNC_SECONDS),
              Map.entry(Figure.FLUSHED, ServerCounter.FLUSHED_BYTES),
              Map.entry(Figure.COMPACTED_IN, ServerCounter.COMPACTED_BYTES_IN),
              Map.entry(Figure.COMPACTED_OUT, ServerCounter.COMPACTED_BYTES_OUT)));

  private static final List<String> LEVELS =
      List.of(
          ServerCounter.BUSY_HANDLERS,
          ServerCounter.L1_BYTES,
          ServerCounter.L2_BYTES,
          ServerCounter.FILES_LOCAL,
          ServerCounter.STORE_FILE_BYTES);

  /** Times with the counts that pages have beside them. */
  private static final Map<Figure, Figure> TIMES =
      Map.of(
          Figure.RPC_TIME, Figure.RPC_CALLS,
          Figure.FILE_READ_TIME, Figure.FILE_SEEKS,
          Figure.WAL_SYNC_TIME, Figure.WAL_SYNCS);

  /** More than between the readings of a small cluster. */
  private static final double SELDOM_SECONDS = 10;

  /** Two readings of HBase's pages, each of which is a second one, in the window. */
  private static final int HBASE_PERIODS = 4;

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

  private record Known(
      String name, Map<Figure, Used> used, Map<String, Double> levels, double hbaseSeconds) {}

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
      explain(servers, samples);
    }
    Map<Figure, Used> all = new TreeMap<>();
    for (Figure figure : COUNTERS.keySet()) {
      if (!servers.isEmpty() && servers.stream().allMatch(s -> s.used.containsKey(figure))) {
        all.put(
            figure, servers.stream().map(s -> s.used.get(figure)).reduce(Used::plus).orElseThrow());
      }
    }
    clientSeconds.ifPresentOrElse(
        seconds -> all.put(Figure.CLIENT_CPU, Used.withoutBound(seconds)),
        () -> missing.add("client CPU unknown: measured for more than the requests of the window"));
    List<Double> handlers =
        servers.stream().map(s -> s.levels.get(ServerCounter.BUSY_HANDLERS)).toList();
    return new OperationCost(
        window.operations(),
        figures(all, window.operations()),
        servers.isEmpty() || handlers.stream().anyMatch(Objects::isNull)
            ? null
            : handlers.stream().reduce(Double::sum).orElseThrow(),
        hbaseSeconds(servers),
        period(samples),
        servers.stream().map(this::server).toList(),
        ofIntervals(Figure.SERVER_CPU, all, samples),
        ofIntervals(Figure.ALLOCATED, all, samples),
        List.copyOf(missing));
  }

  /** From the unit of the counter to that of the figure. */
  private static double factor(Figure figure) {
    return figure.unit() == Unit.MICROS ? 1e6 : 1;
  }

  private Double hbaseSeconds(List<Known> servers) {
    return servers.stream().anyMatch(s -> s.hbaseSeconds > 0)
        ? (Double) servers.stream().mapToDouble(s -> s.hbaseSeconds).average().orElse(0)
        : null;
  }

  /** The longest time between two samples of a server in the window; null without samples. */
  private Double period(ServerSamples samples) {
    return samples == null
        ? null
        : samples.servers().stream()
            .flatMap(server -> curve(server.jvm(), ServerCounter.CPU_SECONDS).stream())
            .filter(CounterCurve::coversWindow)
            .map(curve -> curve.longestStep() / MILLIS)
            .max(Double::compare)
            .orElse(null);
  }

  private OperationCost.Server server(Known server) {
    boolean isOfAll = !requests.isEmpty() && !requests.containsKey(ServerRecording.OTHERS);
    Long own = requests.getOrDefault(server.name, isOfAll ? (Long) 0L : null);
    Used cpu = server.used.get(Figure.SERVER_CPU);
    return new OperationCost.Server(
        server.name,
        own,
        cpu == null ? null : (Double) (cpu.amount / window.seconds()),
        figures(server.used, own == null ? 0 : own),
        server.levels);
  }

  private static List<Cost> figures(Map<Figure, Used> used, long operations) {
    List<Cost> figures = new ArrayList<>();
    used.forEach(
        (figure, use) ->
            figures.add(
                new Cost(
                    figure.toString(),
                    figure.unit().toString(),
                    operations == 0 ? null : (Double) (factor(figure) * use.amount / operations),
                    factor(figure) * use.amount,
                    use.errorShare())));
    return figures;
  }

  /**
   * Counters count only if the JVM's CPU time covers the window: a server that died, joined or
   * restarted in it has parts that say nothing about the rest. Other counters may have grown since
   * a restart beyond what they were before it.
   */
  private Known known(ServerSamples.Server server) {
    Map<Figure, Used> used = new TreeMap<>();
    List<Part> parts = List.of();
    if (exactly(server.jvm(), ServerCounter.CPU_SECONDS).isPresent()) {
      COUNTERS.forEach(
          (figure, counter) ->
              exactly(server.jvm(), counter).ifPresent(use -> used.put(figure, use)));
      parts = server.hbase().values().stream().flatMap(s -> part(s).stream()).toList();
    }
    Map<String, Double> levels = new TreeMap<>();
    for (Part part : parts) {
      LEVELS.forEach(name -> part.level(name).ifPresent(level -> levels.put(name, level)));
      COUNTERS.forEach(
          (figure, counter) -> part.use(counter).ifPresent(use -> used.put(figure, use)));
    }
    Double processors = server.jvm().last(ServerCounter.HOST_PROCESSORS, window.endMs());
    if (processors != null) {
      levels.put(ServerCounter.HOST_PROCESSORS, processors);
    }
    return new Known(
        server.server(), used, levels, parts.stream().mapToDouble(Part::seconds).min().orElse(0));
  }

  /** The growth of a counter of the JVM in the window; none of one that restarted in it. */
  private Optional<Used> exactly(Series series, String counter) {
    return curve(series, counter)
        .filter(curve -> curve.coversWindow() && curve.grows())
        .filter(
            curve ->
                curve(series, ServerCounter.START_CODE).stream().allMatch(CounterCurve::isConstant))
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

  private void explain(List<Known> servers, ServerSamples samples) {
    List<String> unknown =
        servers.stream()
            .filter(s -> !s.used.containsKey(Figure.SERVER_CPU))
            .map(Known::name)
            .toList();
    if (!unknown.isEmpty()) {
      missing.add(
          "CPU time and HBase's counters of %d of %d servers unknown, first %s: its metrics page (/jmx) is not available, it restarted, or it was not read over the whole window"
              .formatted(unknown.size(), servers.size(), unknown.get(0)));
    } else if (servers.stream().anyMatch(s -> s.hbaseSeconds == 0)) {
      Double period = period(samples);
      missing.add(
          period != null && period > SELDOM_SECONDS
              ? format(
                  "HBase's own counters unknown: in a cluster with many servers each is read every %,.0f s, and a window of %,.0f s or longer has enough of them",
                  period, HBASE_PERIODS * period)
              : "HBase's own counters unknown: it refreshes them every 10 s, and a window of 30 s or longer has enough of them");
    } else if (servers.stream().anyMatch(s -> !hasTimes(s))) {
      missing.add(
          "times of calls or syncs unknown: the servers' pages were read more than 10 s apart, and others may have read them in between");
    }
  }

  private static boolean hasTimes(Known server) {
    return TIMES.entrySet().stream()
        .allMatch(
            time ->
                server.used.containsKey(time.getKey())
                    || !server.used.containsKey(time.getValue()));
  }

  /** What all servers used in each interval; empty if it is unknown. */
  private List<Double> ofIntervals(Figure figure, Map<Figure, Used> known, ServerSamples samples) {
    if (!known.containsKey(figure)) {
      return List.of();
    }
    double[] used = new double[window.intervals()];
    for (ServerSamples.Server server : samples.servers()) {
      CounterCurve curve = curve(server.jvm(), COUNTERS.get(figure)).orElseThrow();
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
