package io.hbench.trend;

import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport.OperationReport;
import java.util.function.Function;

/** The register of figures with a trend; each is a figure of one operation of a run. */
enum TrendFigure {
  THROUGHPUT("ops/s", "1/s", true, OperationReport::opsPerSecond),
  P50("p50", "us", false, o -> latency(o).p50()),
  P99("p99", "us", false, o -> latency(o).p99()),
  P999("p99.9", "us", false, o -> latency(o).p999()),
  ERRORS("errors", "share", false, OperationReport::errorShare),
  DROPPED("dropped", "share", false, OperationReport::droppedShare);

  private final String label;
  private final String unit;
  private final boolean moreIsBetter;

  @SuppressWarnings("ImmutableEnumChecker") // lambdas that hold nothing
  private final Function<OperationReport, Double> value;

  TrendFigure(
      String label, String unit, boolean moreIsBetter, Function<OperationReport, Double> value) {
    this.label = label;
    this.unit = unit;
    this.moreIsBetter = moreIsBetter;
    this.value = value;
  }

  /** The requests of which a share is one. */
  long requests(OperationReport operation) {
    return this == DROPPED ? operation.scheduled() : operation.count();
  }

  /** Whether the figure is a share of requests that went wrong. */
  boolean isShare() {
    return this == ERRORS || this == DROPPED;
  }

  /** Null if there are too few requests for the figure. */
  Double of(OperationReport operation) {
    return value.apply(operation);
  }

  String unit() {
    return unit;
  }

  boolean moreIsBetter() {
    return moreIsBetter;
  }

  @Override
  public String toString() {
    return label;
  }

  /** Response times if the run had a rate, else service times. */
  private static LatencySummary latency(OperationReport operation) {
    return operation.response() == null ? operation.service() : operation.response();
  }
}
