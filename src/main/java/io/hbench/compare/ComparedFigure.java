package io.hbench.compare;

import io.hbench.latency.LatencySummary;
import io.hbench.latency.Timing;
import io.hbench.report.RunReport.OperationReport;
import java.util.function.Function;

/** The register of compared figures; each is a figure of one operation of a run. */
public enum ComparedFigure {
  THROUGHPUT("ops/s", 1, null),
  P50("p50", 0.5, LatencySummary::p50),
  P75("p75", 0.75, LatencySummary::p75),
  P90("p90", 0.9, LatencySummary::p90),
  P95("p95", 0.95, LatencySummary::p95),
  P99("p99", 0.99, LatencySummary::p99),
  P999("p99.9", 0.999, LatencySummary::p999),
  P9999("p99.99", 0.9999, LatencySummary::p9999),
  P99999("p99.999", 0.99999, LatencySummary::p99999);

  private final String label;
  private final double share;

  @SuppressWarnings("ImmutableEnumChecker") // method references that hold nothing
  private final Function<LatencySummary, Double> percentile;

  ComparedFigure(String label, double share, Function<LatencySummary, Double> percentile) {
    this.label = label;
    this.share = share;
    this.percentile = percentile;
  }

  /**
   * The figure of an operation: requests per second, or microseconds.
   *
   * @return null if there are too few requests for the percentile
   */
  Double of(OperationReport operation, Timing timing) {
    if (this == THROUGHPUT) {
      return operation.opsPerSecond();
    }
    return percentile.apply(timing == Timing.RESPONSE ? operation.response() : operation.service());
  }

  /** The percentile as a share; 1 for the throughput. */
  double share() {
    return share;
  }

  /** The index of the figure in resampled data. */
  @SuppressWarnings("EnumOrdinal") // no file depends on it
  int column() {
    return ordinal();
  }

  boolean moreIsBetter() {
    return this == THROUGHPUT;
  }

  @Override
  public String toString() {
    return label;
  }
}
