package io.hbench.suite;

import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.RunReport.ServerChanges;
import io.hbench.settings.NameSuggestion;
import io.hbench.settings.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** The register of columns of suite and ladder tables, each a figure of an operation. */
public enum Column {
  OPS("ops", "%,.0f", "requests, including failed ones", (r, o) -> (double) o.count()),
  OPS_PER_SECOND("ops/s", "%,.0f", "successful requests per second", (r, o) -> o.opsPerSecond()),
  ROWS("rows", "%,.0f", "rows read or written", (r, o) -> (double) o.rows()),
  ROWS_PER_SECOND(
      "rows/s", "%,.0f", "rows read or written per second", (r, o) -> o.rowsPerSecond()),
  ROWS_PER_HOST(
      "rows/s/host",
      "%,.0f",
      "rows per second and client host",
      (r, o) -> o.rowsPerSecond() / hosts(r)),
  ROWS_PER_THREAD(
      "rows/s/thread",
      "%,.1f",
      "rows per second and client thread",
      (r, o) -> o.rowsPerSecond() / threads(r)),
  MB_PER_SECOND("MB/s", "%,.2f", "megabytes (10^6) of cells per second", (r, o) -> megabytes(o)),
  MB_PER_HOST(
      "MB/s/host",
      "%,.2f",
      "megabytes per second and client host",
      (r, o) -> megabytes(o) / hosts(r)),
  MB_PER_THREAD(
      "MB/s/thread",
      "%,.3f",
      "megabytes per second and client thread",
      (r, o) -> megabytes(o) / threads(r)),
  SECONDS("seconds", "%,.1f", "length of the measurement window", (r, o) -> r.window().seconds()),
  MIN(
      "min",
      null,
      "shortest latency in microseconds: response time with a rate, else service time",
      (r, o) -> recorded(o).min()),
  MEAN("mean", null, "mean latency", (r, o) -> recorded(o).mean()),
  P50("p50", null, "median latency", (r, o) -> recorded(o).p50()),
  P95("p95", null, "95th percentile of latency", (r, o) -> recorded(o).p95()),
  P99("p99", null, "99th percentile of latency", (r, o) -> recorded(o).p99()),
  P999("p99.9", null, "99.9th percentile of latency", (r, o) -> recorded(o).p999()),
  MAX("max", null, "longest latency", (r, o) -> recorded(o).max()),
  NOT_FOUND(
      "not-found",
      "%,.0f",
      "rows that were requested and do not exist",
      (r, o) -> (double) o.notFound()),
  ERRORS("errors", "%,.0f", "requests that failed", (r, o) -> (double) o.errors()),
  HIT_RATIO(
      "hit-ratio",
      "%.1f%%",
      "block-cache hit ratio of all region servers during the run, including the warm-up",
      (r, o) -> hitRatio(r));

  /** The default columns of a table. */
  public static final List<Column> DEFAULTS =
      List.of(
          OPS, OPS_PER_SECOND, ROWS_PER_SECOND, MB_PER_SECOND, MEAN, P95, P99, P999, MAX, ERRORS);

  private final String label;
  private final String format;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // lambdas that hold nothing
  private final BiFunction<RunReport, OperationReport, Double> figure;

  Column(
      String label,
      String format,
      String help,
      BiFunction<RunReport, OperationReport, Double> figure) {
    this.label = label;
    this.format = format;
    this.help = help;
    this.figure = figure;
  }

  /**
   * The column with a label.
   *
   * @param where file and line, for messages
   * @throws UsageException with the nearest label if there is no such column
   */
  public static Column named(String where, String name) {
    return Arrays.stream(values())
        .filter(column -> column.label.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    where
                        + ": unknown column '"
                        + name
                        + "'"
                        + NameSuggestion.hint(name, labels(), "")));
  }

  private static List<String> labels() {
    return Arrays.stream(values()).map(Column::toString).toList();
  }

  public String help() {
    return help;
  }

  /** The figure; null if the run lacks it or has too few requests for the percentile. */
  Double of(RunReport report, OperationReport operation) {
    return figure.apply(report, operation);
  }

  /** The text in the table; times have at least three digits, as in reports. */
  public String text(double value) {
    String pattern = format != null ? format : value < 100 ? "%.2f" : "%,.0f";
    return String.format(Locale.ROOT, pattern, value);
  }

  @Override
  public String toString() {
    return label;
  }

  private static LatencySummary recorded(OperationReport operation) {
    return operation.response() == null ? operation.service() : operation.response();
  }

  private static double megabytes(OperationReport operation) {
    return operation.bytesPerSecond() / 1e6;
  }

  private static int hosts(RunReport report) {
    return Math.max(1, report.tasks().hosts().size());
  }

  private static long threads(RunReport report) {
    return Math.max(
        1, report.clients().tasks().stream().mapToLong(task -> task.threadMs().size()).sum());
  }

  /** The block cache hit ratio in percent, of servers that did not restart. */
  private static Double hitRatio(RunReport report) {
    ServerChanges changes = report.servers().changes();
    return changes == null || changes.blockCacheHitRatio() == null
        ? null
        : 100 * changes.blockCacheHitRatio();
  }
}
