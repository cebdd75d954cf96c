package io.hbench.report;

import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.latency.LatencySummary;
import io.hbench.latency.ServerRecording;
import io.hbench.latency.Timing;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.outage.Availability;
import io.hbench.report.server.ByServer.Server;
import io.hbench.rundir.PreparedStep;
import io.hbench.settings.Command;
import io.hbench.settings.Settings;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * The figures of a run, taken out of its report: the only place that knows where a figure is.
 * Latencies are response times if the run had a rate, else service times.
 */
public final class RunFigures {
  /** Precision of HdrHistogram's latencies, of a controlled rate, and of ratios. */
  public static final double PRECISION = 0.001;

  /** Sizes of files with the same rows differ by where one file ends and the next begins. */
  private static final double LAYOUT = 0.01;

  private static final List<String> WRITE_FILES =
      List.of(Settings.FLUSH.name(), Settings.MAJOR_COMPACT.name());

  private final RunReport report;
  private final Map<FigureKey, Value> values = new LinkedHashMap<>();

  /**
   * A figure of a run.
   *
   * @param resolution smallest difference that is no noise: of figures that are differences in
   *     their unit, of others as a share of the value
   * @param server {@code host:port} of the region server that has the value; null of other figures
   */
  public record Value(double value, double resolution, String server) {
    public Value(double value, double resolution) {
      this(value, resolution, null);
    }
  }

  private RunFigures(RunReport report) {
    this.report = report;
  }

  /**
   * All figures that a run has, by operation and in the order of the register; {@code total} if
   * there are several operations; then those of the table and of the servers.
   */
  public static Map<FigureKey, Value> of(RunReport report) {
    RunFigures figures = new RunFigures(report);
    report.eachOperation().forEach(figures::ofOperation);
    report.all().ifPresent(figures::costs);
    figures.ofTable(report.availability());
    figures.size();
    figures.ofServers();
    return figures.values;
  }

  private void add(String of, Figure figure, Double value, double resolution) {
    if (value != null) {
      values.put(new FigureKey(of, figure), new Value(value, resolution));
    }
  }

  private void ofOperation(OperationReport operation) {
    Timing timing = operation.response() == null ? Timing.SERVICE : Timing.RESPONSE;
    for (Figure figure : Figure.values()) {
      double resolution =
          switch (figure) {
            case ERRORS -> one(operation.count());
            case DROPPED, UNAVAILABLE, AVAILABILITY -> one(operation.scheduled());
            default -> PRECISION;
          };
      add(operation.operation(), figure, of(figure, operation, timing), resolution);
    }
  }

  /** The share of one request. */
  private static double one(long requests) {
    return 1.0 / Math.max(1, requests);
  }

  /** A figure of an operation; null if it is none, unknown, or there are too few requests. */
  private Double of(Figure figure, OperationReport operation, Timing timing) {
    return switch (figure) {
      case ROWS_PER_HOST -> each(operation.rowsPerSecond(), hosts());
      case ROWS_PER_THREAD -> each(operation.rowsPerSecond(), threads());
      case BYTES_PER_HOST -> each(operation.bytesPerSecond(), hosts());
      case BYTES_PER_THREAD -> each(operation.bytesPerSecond(), threads());
      case SECONDS -> report.window() == null ? null : (Double) report.window().seconds();
      default -> ofRequests(figure, operation, timing);
    };
  }

  /**
   * A figure of the requests of an operation.
   *
   * @return null if it is none, unknown, or there are too few requests for the percentile
   */
  public static Double ofRequests(Figure figure, OperationReport operation, Timing timing) {
    LatencySummary latency = timing == Timing.RESPONSE ? operation.response() : operation.service();
    if (figure.isLatency()) {
      return latency == null ? null : latency.value(figure);
    }
    return switch (figure) {
      case REQUESTS -> (double) operation.count();
      case THROUGHPUT -> operation.opsPerSecond();
      case ROWS -> (double) operation.rows();
      case ROWS_PER_SECOND -> operation.rowsPerSecond();
      case BYTES_PER_SECOND -> operation.bytesPerSecond();
      case NOT_FOUND -> (double) operation.notFound();
      case FAILED -> (double) operation.errors();
      case ERRORS -> operation.errorShare();
      case DROPPED -> operation.droppedShare();
      case UNAVAILABLE -> operation.unavailableShare();
      case AVAILABILITY -> operation.availableShare();
      default -> null;
    };
  }

  /** Null if it is unknown how many there are. */
  private static Double each(double value, long number) {
    return number == 0 ? null : (Double) (value / number);
  }

  private long hosts() {
    return report.tasks() == null || report.tasks().hosts() == null
        ? 0
        : report.tasks().hosts().size();
  }

  private long threads() {
    return report.clients() == null || report.clients().tasks() == null
        ? 0
        : report.clients().tasks().stream()
            .filter(task -> task.threadMs() != null)
            .mapToLong(task -> task.threadMs().size())
            .sum();
  }

  /** The costs, on the mean of all operations together: servers do not tell them apart. */
  private void costs(OperationReport all) {
    if (report.cost() != null) {
      for (Figure figure : Figure.values()) {
        add(all.operation(), figure, report.cost().perOperation(figure).orElse(null), PRECISION);
      }
    }
  }

  /**
   * An outage is as long as the time limit of an answer or longer, so shorter times are no
   * difference.
   */
  private void ofTable(Availability availability) {
    if (availability == null) {
      return;
    }
    if (availability.share() != null) {
      double one = one(availability.requests());
      add(FigureKey.TABLE, Figure.UNAVAILABLE, 1 - availability.share(), one);
      add(FigureKey.TABLE, Figure.AVAILABILITY, availability.share(), one);
    }
    if (availability.outages() != null) {
      double limit = availability.afterSeconds();
      add(FigureKey.TABLE, Figure.LONGEST_OUTAGE, availability.longestSeconds(), limit);
      add(FigureKey.TABLE, Figure.LOST, availability.regionSecondsLost(), limit);
    }
  }

  /**
   * Of a load, by the last step that wrote files, also if their size is unknown: other runs change
   * a table, and its size does not tell which of two is better.
   */
  private void size() {
    Stream.ofNullable(report.prepared())
        .flatMap(List::stream)
        .filter(step -> WRITE_FILES.contains(step.step()))
        .reduce((earlier, last) -> last)
        .filter(
            last -> Command.LOAD.toString().equals(report.settings().get(Settings.COMMAND.name())))
        .map(PreparedStep::bytes)
        .ifPresent(bytes -> add(FigureKey.TABLE, Figure.SIZE_ON_DISK, bytes.doubleValue(), LAYOUT));
  }

  private void addOfServers(Figure figure, Double value) {
    add(FigureKey.SERVERS, figure, value, PRECISION);
  }

  private void ofServers() {
    slowest()
        .ifPresent(
            value -> values.put(new FigureKey(FigureKey.SERVERS, Figure.SLOWEST_SERVER), value));
    if (report.cost() != null) {
      OperationCost cost = report.cost();
      addOfServers(Figure.BUSY_HANDLERS, cost.busyHandlers());
      addOfServers(Figure.HOTTEST_SERVER, cost.hottest());
      addOfServers(Figure.L1_HIT_RATIO, cost.l1HitRatio());
      addOfServers(Figure.L2_HIT_RATIO, cost.l2HitRatio());
      addOfServers(Figure.FILES_LOCAL, cost.filesLocal());
    }
    if (report.machines() != null) {
      addOfServers(Figure.HOST_CPU, report.machines().serversCpu());
    }
    if (report.servers() != null && report.servers().changes() != null) {
      addOfServers(Figure.HIT_RATIO, report.servers().changes().blockCacheHitRatio());
    }
  }

  /**
   * The slowest server beside the others: one figure, however many servers there are, and it does
   * not change with the cluster as a whole. Empty with fewer than two servers that have a p99.
   */
  private Optional<Value> slowest() {
    List<Server> servers =
        report.byServer() == null
            ? List.of()
            : report.byServer().servers().stream()
                .filter(server -> !server.server().equals(ServerRecording.OTHERS))
                .filter(server -> p99(server) != null && p99(server) > 0)
                .sorted(Comparator.comparing(RunFigures::p99))
                .toList();
    if (servers.size() < 2) {
      return Optional.empty();
    }
    Server slowest = servers.get(servers.size() - 1);
    double[] others =
        servers.subList(0, servers.size() - 1).stream().mapToDouble(RunFigures::p99).toArray();
    return Optional.of(
        new Value(p99(slowest) / new Median().evaluate(others), PRECISION, slowest.server()));
  }

  /** Of response times if there are any; null if there are too few requests. */
  private static Double p99(Server server) {
    return server.latency().p99();
  }
}
