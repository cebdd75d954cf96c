package io.hbench.trend;

import io.hbench.latency.LatencySummary;
import io.hbench.latency.ServerRecording;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.ServerChanges;
import io.hbench.report.cost.CostFigure;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.outage.Availability;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Server;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * A figure of a past run.
 *
 * @param operation whose figure it is: {@code total} for all of them, {@link #TABLE}, {@link
 *     #SERVERS}, or {@link #SEARCH}
 * @param resolution smallest difference that is no noise: of figures that are differences in their
 *     unit, of others as a share of the value
 * @param server {@code host:port} of the region server that has the value; null of other figures
 */
record PastFigure(
    String operation, TrendFigure figure, double value, double resolution, String server) {
  /** Stands for the operation in figures of the availability. */
  static final String TABLE = "table";

  /** Stands for the operation in figures of the servers. */
  static final String SERVERS = "servers";

  /** Stands for the operation in the figure of a search. */
  static final String SEARCH = "findmax";

  /** Precision of HdrHistogram's latencies, of a controlled rate, and of ratios. */
  static final double PRECISION = 0.001;

  PastFigure(String operation, TrendFigure figure, double value, double resolution) {
    this(operation, figure, value, resolution, null);
  }

  /**
   * The figures of an operation that has enough requests for them.
   *
   * @param everyRowOnce whether the run did something to every row, such as a load: the number of
   *     rows in a request is chosen by the client, then, and rows count
   */
  static List<PastFigure> of(OperationReport operation, boolean everyRowOnce) {
    LatencySummary latency =
        operation.response() == null ? operation.service() : operation.response();
    List<PastFigure> figures = new ArrayList<>();
    if (everyRowOnce) {
      add(operation, TrendFigure.ROWS, operation.rowsPerSecond(), PRECISION, figures);
    } else {
      add(operation, TrendFigure.THROUGHPUT, operation.opsPerSecond(), PRECISION, figures);
    }
    add(operation, TrendFigure.P50, latency.p50(), PRECISION, figures);
    add(operation, TrendFigure.P99, latency.p99(), PRECISION, figures);
    add(operation, TrendFigure.P999, latency.p999(), PRECISION, figures);
    add(operation, TrendFigure.ERRORS, operation.errorShare(), one(operation.count()), figures);
    add(
        operation,
        TrendFigure.DROPPED,
        operation.droppedShare(),
        one(operation.scheduled()),
        figures);
    return figures;
  }

  /** The figures of the servers; none if they are unknown. */
  static List<PastFigure> of(ServerChanges changes) {
    return changes == null || changes.blockCacheHitRatio() == null
        ? List.of()
        : List.of(
            new PastFigure(
                SERVERS, TrendFigure.HIT_RATIO, changes.blockCacheHitRatio(), PRECISION));
  }

  /**
   * The figures of the availability; none if they are unknown. An outage is a second long or
   * longer, by the usual time limit of an answer, so shorter times are no difference.
   */
  static List<PastFigure> of(Availability availability) {
    List<PastFigure> figures = new ArrayList<>();
    if (availability != null && availability.share() != null) {
      figures.add(
          new PastFigure(
              TABLE,
              TrendFigure.UNAVAILABLE,
              1 - availability.share(),
              one(availability.requests())));
    }
    if (availability != null && availability.outages() != null) {
      double limit = availability.afterSeconds();
      figures.add(
          new PastFigure(TABLE, TrendFigure.LONGEST_OUTAGE, availability.longestSeconds(), limit));
      figures.add(new PastFigure(TABLE, TrendFigure.LOST, availability.regionSecondsLost(), limit));
    }
    return figures;
  }

  /**
   * The cost of an operation; none if it is unknown.
   *
   * @param operation the only one of the run, or all together
   * @param cost may be null
   */
  static List<PastFigure> of(OperationReport operation, OperationCost cost) {
    List<PastFigure> figures = new ArrayList<>();
    if (cost != null) {
      for (TrendFigure figure : List.of(TrendFigure.SERVER_CPU, TrendFigure.ALLOCATED)) {
        Double value = cost.perOperation(CostFigure.valueOf(figure.name())).orElse(null);
        add(operation, figure, value, PRECISION, figures);
      }
    }
    return figures;
  }

  /**
   * The slowest server beside the others: one figure, however many servers there are, and it does
   * not change with the cluster as a whole. None with fewer than two servers that have a p99.
   */
  static List<PastFigure> of(ByServer byServer) {
    List<Server> servers =
        byServer == null
            ? List.of()
            : byServer.servers().stream()
                .filter(server -> !server.server().equals(ServerRecording.OTHERS))
                .filter(server -> p99(server) != null && p99(server) > 0)
                .sorted(Comparator.comparing(PastFigure::p99))
                .toList();
    if (servers.size() < 2) {
      return List.of();
    }
    Server slowest = servers.get(servers.size() - 1);
    double[] others =
        servers.subList(0, servers.size() - 1).stream().mapToDouble(PastFigure::p99).toArray();
    return List.of(
        new PastFigure(
            SERVERS,
            TrendFigure.SLOWEST_SERVER,
            p99(slowest) / new Median().evaluate(others),
            PRECISION,
            slowest.server()));
  }

  /** Of response times if there are any; null if there are too few requests. */
  private static Double p99(Server server) {
    return (server.response() == null ? server.service() : server.response()).p99();
  }

  /** The share of one request. */
  private static double one(long requests) {
    return 1.0 / Math.max(1, requests);
  }

  private static void add(
      OperationReport operation,
      TrendFigure figure,
      Double value,
      double resolution,
      List<PastFigure> figures) {
    if (value != null) {
      figures.add(new PastFigure(operation.operation(), figure, value, resolution));
    }
  }

  boolean is(String otherOperation, TrendFigure otherFigure) {
    return operation.equals(otherOperation) && figure == otherFigure;
  }
}
