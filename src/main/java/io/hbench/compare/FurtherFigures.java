package io.hbench.compare;

import static io.hbench.figure.Format.format;

import io.hbench.compare.Comparison.FigureComparison;
import io.hbench.compare.Comparison.OperationComparison;
import io.hbench.compare.Comparison.ServerComparison;
import io.hbench.compare.Comparison.ServerComparisons;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.figure.Margins;
import io.hbench.figure.Unit;
import io.hbench.latency.LatencySummary;
import io.hbench.latency.ServerRecording;
import io.hbench.report.RunFigures;
import io.hbench.report.RunReport;
import io.hbench.report.outage.Availability;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Operation;
import io.hbench.report.server.ByServer.Server;
import io.hbench.report.server.ServerBlocks;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerRegionFacts;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.math3.linear.MatrixUtils;

/**
 * What a comparison says beside the figures that the parts of a run show: those that a run has one
 * value of, such as outages, and figures by region server, of those that all runs have.
 *
 * <p>Outages are among the figures of the comparison. Figures by server are a family of their own,
 * with the same confidence: there may be a hundred of them, and they must not widen the intervals
 * of the others.
 */
final class FurtherFigures {
  /** Servers that are compared: those with the most requests. */
  static final int MAX_SERVERS = 20;

  /** Ratio of a server's shares of requests from which on its load is another one. */
  static final double MAX_SHARE_RATIO = 1.1;

  /** Figures that are compared of each server. */
  private static final Set<Figure> BY_SERVER = Set.of(Figure.LEVEL, Figure.SLOWEST_SERVER);

  private static final double MICROS = 1e-3;
  private static final String LOAD = "the load of the server is not judged";
  private static final String SHOWN = "not judged";

  private final Sides<Run> runs;

  /** Judged figures of runs as a whole, such as outages. */
  private final List<RunDifference> wholes = new ArrayList<>();

  private final Map<FigureKey, FigureComparison> shown = new LinkedHashMap<>();

  /** The operations of the servers that are compared, sorted by the servers' names. */
  private final List<OfServer> servers = new ArrayList<>();

  /** Servers and outages that are not compared, in words. */
  private final List<String> notCompared = new ArrayList<>();

  private record OfServer(String server, String operation, List<RunDifference> figures) {}

  /**
   * A run.
   *
   * @param levels of its servers; null if they are not needed
   */
  private record Run(
      RunReport report, Map<FigureKey, RunFigures.Value> figures, ServerBlocks levels) {
    /** Reads a run; its report lacks what the levels of servers are made of. */
    private static Run read(RunReport report, RunDirectory directory, boolean withLevels)
        throws IOException {
      if (report.byServer() != null && !isComplete(report.byServer())) {
        throw new IOException(
            directory.path() + ": byServer in " + RunDirectory.REPORT_JSON + " is not complete");
      }
      List<ServerRegionFacts> places = new ArrayList<>();
      if (withLevels && report.byServer() != null) {
        for (TaskFacts task : directory.tasks().facts()) {
          if (task.result() != null && task.result().places() != null) {
            places.add(task.result().places());
          }
        }
      }
      return new Run(report, RunFigures.of(report), withLevels ? new ServerBlocks(places) : null);
    }

    private static boolean isComplete(ByServer byServer) {
      return byServer.servers() != null
          && byServer.servers().stream()
              .allMatch(
                  server ->
                      server != null
                          && server.server() != null
                          && server.operations() != null
                          && server.operations().stream()
                              .allMatch(
                                  o -> o != null && o.operation() != null && o.service() != null));
    }

    /** Runs scatter by no less than a half of what is no difference, such as an outage's edges. */
    Optional<RunValue> value(FigureKey key) {
      return Optional.ofNullable(figures.get(key))
          .filter(value -> key.figure().hasLevel(value.value()))
          .map(
              value ->
                  RunValue.of(
                      key.figure().level(value.value()),
                      value.resolution() * value.resolution() / 4));
    }

    List<Server> servers() {
      return report.byServer() == null ? List.of() : report.byServer().servers();
    }

    Optional<Server> server(String name) {
      return servers().stream().filter(server -> name.equals(server.server())).findFirst();
    }

    Optional<Operation> operation(String server, String name) {
      return server(server).stream()
          .flatMap(one -> one.operations().stream())
          .filter(operation -> name.equals(operation.operation()))
          .findFirst();
    }

    /** A server's share of the requests of an operation. */
    double share(String server, String name) {
      long all =
          servers().stream()
              .flatMap(one -> operation(one.server(), name).stream())
              .mapToLong(Operation::count)
              .sum();
      return (double) operation(server, name).map(Operation::count).orElse(0L) / Math.max(1, all);
    }
  }

  FurtherFigures(Sides<MeasuredRun> measured) throws IOException {
    boolean withLevels = !measured.showVariance();
    runs = measured.map(run -> Run.read(run.report(), run.directory(), withLevels));
    findWholes();
    findServers();
  }

  /**
   * The judged figures that the parts of a run do not show, and those that are not judged. What is
   * 0 if all is well is judged if any run had more: each needless figure widens all intervals. By
   * two time limits of an answer, the same table has other outages.
   */
  private void findWholes() {
    boolean sameLimit =
        runs.all()
                .flatMap(run -> Stream.ofNullable(run.report.availability()))
                .map(Availability::afterSeconds)
                .distinct()
                .count()
            <= 1;
    boolean otherLimits = false;
    Set<FigureKey> everywhere = new LinkedHashSet<>(runs.baseline().get(0).figures.keySet());
    runs.all().forEach(run -> everywhere.retainAll(run.figures.keySet()));
    for (FigureKey key : everywhere) {
      if (RunParts.FIGURES.contains(key.figure()) || BY_SERVER.contains(key.figure())) {
        continue;
      }
      if (!key.figure().isCompared()) {
        double from = mean(runs.baseline(), key);
        double to = mean(runs.candidate(), key);
        shown.put(key, FigureComparison.of(key.figure(), from, to, SHOWN));
      } else if (key.figure().isOfOutages() && !sameLimit) {
        otherLimits |= runs.all().anyMatch(run -> run.figures.get(key).value() > 0);
      } else {
        difference(key, run -> run.value(key))
            .filter(one -> !key.figure().isUsuallyZero() || one.from() > 0 || one.to() > 0)
            .ifPresent(wholes::add);
      }
    }
    if (otherLimits) {
      notCompared.add("outages, as the runs differ in " + Settings.OUTAGE_AFTER.flag());
    }
  }

  private static double mean(List<Run> side, FigureKey key) {
    return side.stream().mapToDouble(run -> run.figures.get(key).value()).average().orElseThrow();
  }

  private Optional<RunDifference> difference(
      FigureKey figure, Function<Run, Optional<RunValue>> value) {
    Sides<Optional<RunValue>> values = runs.map(value::apply);
    return values.all().allMatch(Optional::isPresent)
        ? Optional.of(RunDifference.of(figure, values.map(Optional::orElseThrow)))
        : Optional.empty();
  }

  private void findServers() {
    Set<String> everywhere = new TreeSet<>();
    runs.all().flatMap(run -> run.servers().stream()).map(Server::server).forEach(everywhere::add);
    everywhere.remove(ServerRecording.OTHERS);
    int named = everywhere.size();
    everywhere.removeIf(server -> runs.all().anyMatch(run -> run.server(server).isEmpty()));
    if (named > everywhere.size()) {
      notCompared.add(format("%,d servers that not all runs have", named - everywhere.size()));
    }
    if (everywhere.size() > MAX_SERVERS) {
      notCompared.add(
          format(
              "%,d servers beyond the %d with the most requests",
              everywhere.size() - MAX_SERVERS, MAX_SERVERS));
    }
    everywhere.stream()
        .sorted(Comparator.comparing(this::requests).reversed())
        .limit(MAX_SERVERS)
        .sorted()
        .forEach(this::server);
  }

  private long requests(String server) {
    return runs.all().flatMap(run -> run.server(server).stream()).mapToLong(Server::count).sum();
  }

  private void server(String server) {
    List<String> operations =
        runs.baseline().get(0).server(server).orElseThrow().operations().stream()
            .map(Operation::operation)
            .filter(name -> runs.all().allMatch(run -> run.operation(server, name).isPresent()))
            .toList();
    for (String operation : operations) {
      boolean response =
          runs.all()
              .allMatch(run -> run.operation(server, operation).orElseThrow().response() != null);
      Optional<String> otherLoad = otherLoad(server, operation);
      List<RunDifference> figures = new ArrayList<>();
      for (Figure kind : List.of(Figure.THROUGHPUT, Figure.LEVEL, Figure.P50, Figure.P99)) {
        Optional<String> reason =
            kind == Figure.THROUGHPUT
                ? Optional.of(LOAD)
                : otherLoad.or(() -> failed(server, operation, kind, response));
        difference(
                FigureKey.ofServer(operation, server, kind),
                run -> value(run, server, operation, kind, response))
            .map(one -> reason.map(one::because).orElse(one))
            .ifPresent(figures::add);
      }
      servers.add(new OfServer(server, operation, figures));
    }
  }

  /**
   * Why the latencies of a server's successful requests are not judged: where the slowest time out,
   * those of the rest get better, and the server does not. Empty if they are.
   */
  private Optional<String> failed(String server, String name, Figure kind, boolean response) {
    Figure percentile = kind == Figure.P50 ? kind : Figure.P99; // the level is a mean of all
    long failed =
        runs.all()
            .flatMap(run -> run.operation(server, name).stream())
            .filter(one -> RunValues.isOfFailed(percentile, one.errors(), (double) one.count()))
            .count();
    boolean hasFailed = response && kind != Figure.LEVEL; // response times are of all requests
    return hasFailed || failed == 0
        ? Optional.empty()
        : Optional.of(
            format(
                "half or more of the requests above the %s failed in %d of the runs",
                percentile, failed));
  }

  private static Optional<RunValue> value(
      Run run, String server, String name, Figure kind, boolean response) {
    Operation operation = run.operation(server, name).orElseThrow();
    LatencySummary latency = response ? operation.response() : operation.service();
    return switch (kind) {
      case THROUGHPUT -> // a window that precision ended is a part of what servers have counted
          run.report.window().length() != null
              ? Optional.empty()
              : run.report.operations().stream()
                  .filter(whole -> whole.operation().equals(name))
                  .findFirst()
                  .flatMap(
                      whole ->
                          positive(
                              kind,
                              whole.opsPerSecond()
                                  * (operation.count() - operation.errors())
                                  / (whole.count() - whole.errors())));
      case LEVEL ->
          Optional.ofNullable(run.levels)
              .flatMap(levels -> levels.level(name, server))
              .map(
                  mean ->
                      new RunValue(
                          mean.logNanos() + Math.log(MICROS), mean.variance(), mean.freedom(), 0));
      case P50 -> positive(kind, latency.p50());
      case P99 -> positive(kind, latency.p99());
      default -> Optional.empty();
    };
  }

  private static Optional<RunValue> positive(Figure kind, Double value) {
    return Optional.ofNullable(value).filter(v -> v > 0).map(v -> RunValue.of(kind.level(v), 0));
  }

  /**
   * Why the latencies of a server are not judged; empty if they are. Regions that have moved to it
   * make it slower, and it is not the server's fault.
   */
  private Optional<String> otherLoad(String server, String operation) {
    double from = share(runs.baseline(), server, operation);
    double to = share(runs.candidate(), server, operation);
    return Math.max(from, to) <= MAX_SHARE_RATIO * Math.min(from, to)
        ? Optional.empty()
        : Optional.of(
            format(
                "its share of the requests went from %.0f %% to %.0f %%: other regions, or other keys",
                100 * from, 100 * to));
  }

  private static double share(List<Run> side, String server, String operation) {
    return side.stream().mapToDouble(run -> run.share(server, operation)).average().orElse(0);
  }

  /** The correlation of the outages with an interval: they count as independent. */
  Optional<double[][]> correlation() {
    int figures = judged(wholes.stream());
    return figures == 0
        ? Optional.empty()
        : Optional.of(MatrixUtils.createRealIdentityMatrix(figures).getData());
  }

  /** The number of figures by server with an interval. */
  int judgedByServer() {
    return judged(servers.stream().flatMap(server -> server.figures().stream()));
  }

  private static int judged(Stream<RunDifference> figures) {
    return (int) figures.filter(RunDifference::isJudged).count();
  }

  /** The figures of the operations with the outages, which have an operation of their own. */
  List<OperationComparison> addTo(
      List<OperationComparison> operations, SimultaneousIntervals intervals, Margins margins) {
    Map<FigureKey, FigureComparison> figures = new LinkedHashMap<>();
    for (RunDifference one : wholes) {
      double ofValue =
          one.figure().unit() == Unit.SECONDS ? margins.relative() * one.baseline() : 0;
      double margin = Math.max(one.figure().margin(margins), ofValue);
      figures.put(one.key(), one.compared(intervals, margin, true));
    }
    return together(operations, figures);
  }

  List<OperationComparison> others() {
    return together(List.of(), shown);
  }

  /** Adds figures to those of the operations; what has none yet, such as the table, at the end. */
  private static List<OperationComparison> together(
      List<OperationComparison> operations, Map<FigureKey, FigureComparison> figures) {
    Map<String, OperationComparison> all = new LinkedHashMap<>();
    operations.forEach(operation -> all.put(operation.operation(), operation));
    figures.forEach(
        (key, figure) ->
            all.merge(
                key.of(),
                new OperationComparison(key.of(), null, List.of(figure), List.of(), List.of()),
                (there, more) -> there.with(figure)));
    return List.copyOf(all.values());
  }

  /**
   * The figures by server; empty if there is nothing to say of them.
   *
   * @param intervals of the figures by server, of all sets
   */
  Optional<ServerComparisons> byServer(
      SimultaneousIntervals intervals, Margins margins, boolean runVarianceKnown) {
    List<ServerComparison> list = new ArrayList<>();
    for (OfServer server : servers) {
      List<FigureComparison> figures =
          server.figures().stream()
              .map(one -> one.compared(intervals, margins.relative(), runVarianceKnown))
              .toList();
      list.add(new ServerComparison(server.server(), server.operation(), figures));
    }
    return list.isEmpty() && notCompared.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ServerComparisons(intervals.pointwise(), judgedByServer(), list, notCompared));
  }
}
