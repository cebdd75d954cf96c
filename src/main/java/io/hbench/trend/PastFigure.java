package io.hbench.trend;

import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.ServerChanges;
import io.hbench.report.cost.CostFigure;
import io.hbench.report.cost.OperationCost;
import java.util.ArrayList;
import java.util.List;

/**
 * A figure of a past run.
 *
 * @param operation whose figure it is: {@code total} for all of them, {@link #SERVERS}, or {@link
 *     #SEARCH}
 * @param resolution smallest difference that is no noise: of figures that are differences in their
 *     unit, of others as a share of the value
 */
record PastFigure(String operation, TrendFigure figure, double value, double resolution) {
  /** Stands for the operation in figures of the servers. */
  static final String SERVERS = "servers";

  /** Stands for the operation in the figure of a search. */
  static final String SEARCH = "findmax";

  /** Precision of HdrHistogram's latencies, of a controlled rate, and of ratios. */
  static final double PRECISION = 0.001;

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
