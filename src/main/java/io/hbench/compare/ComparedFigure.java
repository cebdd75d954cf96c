package io.hbench.compare;

import io.hbench.latency.LatencySummary;
import io.hbench.latency.Timing;
import io.hbench.report.RunReport.OperationReport;
import java.util.Objects;
import java.util.function.Function;

/**
 * The register of compared figures; each is a figure of one operation of a run.
 *
 * <p>Figures are compared on a scale of logarithms, their levels: a difference of levels is a
 * factor. The level of a share of requests that went wrong is the logarithm of the share that did
 * not, so that it has one where nothing went wrong; a difference of levels is then, nearly, the
 * difference of the shares.
 */
public enum ComparedFigure {
  THROUGHPUT("ops/s", 1, null),
  /** Of loads: a request may write many rows. */
  ROWS("rows/s", 1, null),
  P50("p50", 0.5, LatencySummary::p50),
  P75("p75", 0.75, LatencySummary::p75),
  P90("p90", 0.9, LatencySummary::p90),
  P95("p95", 0.95, LatencySummary::p95),
  P99("p99", 0.99, LatencySummary::p99),
  P999("p99.9", 0.999, LatencySummary::p999),
  P9999("p99.99", 0.9999, LatencySummary::p9999),
  P99999("p99.999", 0.99999, LatencySummary::p99999),
  /** Share of sent requests that failed. */
  ERRORS("errors", 1, null),
  /** Share of scheduled requests that were dropped. */
  DROPPED("dropped", 1, null),
  /** Share of scheduled requests that were not answered in time: failed, dropped or too slow. */
  UNAVAILABLE("unavailable", 1, null),
  /** CPU time of the servers for each operation; in a mix, of all operations together. */
  SERVER_CPU("server-cpu", 1, null),
  /** Bytes that the servers allocated for each operation, likewise. */
  ALLOCATED("allocated", 1, null);

  /** Where all requests went wrong: the level of one that did not among a million. */
  private static final double LEAST_REST = 1e-6;

  /** A rest that is no more than the least one, whatever logarithms round. */
  private static final double ALL_WRONG = 1.000_001 * LEAST_REST;

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
   * The figure of an operation: requests per second, microseconds, or a share. Percentiles are
   * those of the report.
   *
   * @return null if there are too few requests for the percentile, or no time limit of an answer
   */
  Double of(OperationReport operation, Timing timing) {
    return switch (this) {
      case THROUGHPUT -> operation.opsPerSecond();
      case ROWS -> operation.rowsPerSecond();
      case ERRORS -> Objects.requireNonNullElse(operation.errorShare(), 0.0);
      case DROPPED -> Objects.requireNonNullElse(operation.droppedShare(), 0.0);
      case UNAVAILABLE -> operation.unavailableShare();
      case SERVER_CPU, ALLOCATED -> null; // of the run
      default ->
          percentile.apply(timing == Timing.RESPONSE ? operation.response() : operation.service());
    };
  }

  /** Whether the figure is a percentile of latencies. */
  boolean isPercentile() {
    return percentile != null;
  }

  /** Whether the figure is a share of requests that went wrong. */
  boolean isShare() {
    return this == ERRORS || this == DROPPED || this == UNAVAILABLE;
  }

  /** Whether a value has a level. */
  boolean hasLevel(double value) {
    return isShare() || value > 0;
  }

  /** The level of a value. */
  double level(double value) {
    return isShare() ? Math.log(Math.max(1 - value, LEAST_REST)) : Math.log(value);
  }

  /** The value of a level. */
  double value(double level) {
    if (!isShare()) {
      return Math.exp(level);
    }
    return Math.exp(level) <= ALL_WRONG ? 1 : Math.max(0, -Math.expm1(level));
  }

  /**
   * The change that a difference of levels means: a share of the value before; of a share, the
   * difference.
   *
   * @param from value before
   */
  double change(double from, double difference) {
    return isShare() ? -(1 - from) * Math.expm1(difference) : Math.expm1(difference);
  }

  /** The percentile as a share; 1 for other figures. */
  double share() {
    return share;
  }

  /** The index of the figure in resampled data. */
  @SuppressWarnings("EnumOrdinal") // no file depends on it
  int column() {
    return ordinal();
  }

  /** Whether the figure is what an operation costs the servers. */
  boolean isCost() {
    return this == SERVER_CPU || this == ALLOCATED;
  }

  /** Why runs may lack the figure, with the place of their number. */
  String lack() {
    return isPercentile()
        ? "too few requests for the percentile in %d of the runs"
        : isCost()
            ? "the cost of an operation is unknown in %d of the runs"
            : "no request succeeded in %d of the runs";
  }

  boolean moreIsBetter() {
    return this == THROUGHPUT || this == ROWS;
  }

  /** Unit of the value: 1/s, us, share or bytes. */
  public String unit() {
    return moreIsBetter() ? "1/s" : isShare() ? "share" : this == ALLOCATED ? "bytes" : "us";
  }

  @Override
  public String toString() {
    return label;
  }
}
