package io.hbench.report.format;

import io.hbench.latency.LatencySummary;
import io.hbench.latency.Side;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.RunReport.OperationReport;
import java.util.List;
import java.util.Locale;

/**
 * A report in the format of YCSB's TextMeasurementsExporter: one measurement in a line, {@code
 * [READ], Operations, 1000}. Percentiles with too few requests are left out. As in YCSB, reads,
 * inserts and updates are counted in rows; the latency of a batch is that of its request.
 */
public final class YcsbText {
  private static final String INTENDED = "Intended-";

  private final StringBuilder text = new StringBuilder();

  private YcsbText() {}

  /** The text; ends with a line feed; empty for a run without measured requests. */
  public static String of(RunReport report) {
    YcsbText text = new YcsbText();
    if (!report.operations().isEmpty()) {
      text.overall(report);
      boolean load = report.run().command().startsWith("load ");
      report.operations().forEach(o -> text.operation(name(o.operation(), load), o));
    }
    return text.text.toString();
  }

  private void overall(RunReport report) {
    double seconds = report.window().seconds();
    boolean ofSides = Side.of(report.operations().get(0).operation()).isPresent();
    double throughput =
        report.operations().stream().mapToDouble(o -> o.opsPerSecond() * rowsPerRequest(o)).sum()
            / (ofSides ? 2 : 1); // each has a rate of its own half of the time
    line("OVERALL", "RunTime(ms)", Math.round(seconds * 1000));
    line("OVERALL", "Throughput(ops/sec)", throughput);
    if (report.clients() != null && report.clients().gcMs() != null) {
      long gcMs = report.clients().gcMs();
      line("TOTAL_GC_TIME", "Time(ms)", gcMs);
      double each = // of a process, which may have several tasks
          report.clients().tasks().stream().mapToLong(ClientTask::gcMs).average().orElse(0);
      if (seconds > 0 && report.window().length() == null) { // not of a part of the recording
        line("TOTAL_GC_TIME_%", "Time(%)", each / (seconds * 1000) * 100);
      }
    }
  }

  private void operation(String name, OperationReport operation) {
    double rows = rowsPerRequest(operation);
    long absent = name.equals("READ") ? operation.notFound() : 0;
    latencies(name, operation.service(), rows);
    line(name, "Return=OK", Math.round((operation.count() - operation.errors()) * rows) - absent);
    if (absent > 0) {
      line(name, "Return=NOT_FOUND", absent);
    }
    if (operation.errors() > 0) {
      line(name, "Return=ERROR", Math.round(operation.errors() * rows));
      latencies(name + "-FAILED", operation.failed(), rows);
    }
    if (operation.response() != null) {
      latencies(INTENDED + name, operation.response(), rows);
    }
  }

  /**
   * Mean number of YCSB's operations in a request: rows of a batch, scans and the like one by one.
   * Failed batches have as many rows as the answered ones have on average; 1 if none was answered.
   */
  private static double rowsPerRequest(OperationReport operation) {
    long answered = operation.count() - operation.errors();
    boolean ofRows = List.of("get", "put", "bufferedPut", "insert").contains(operation.operation());
    return ofRows && answered > 0
        ? (double) (operation.rows() + operation.notFound()) / answered
        : 1;
  }

  private void latencies(String name, LatencySummary latency, double rows) {
    line(name, "Operations", Math.round(latency.count() * rows));
    if (latency.mean() != null) {
      line(name, "AverageLatency(us)", latency.mean());
    }
    micros(name, "MinLatency(us)", latency.min());
    micros(name, "MaxLatency(us)", latency.max());
    micros(name, "50thPercentileLatency(us)", latency.p50());
    micros(name, "90thPercentileLatency(us)", latency.p90());
    micros(name, "95thPercentileLatency(us)", latency.p95());
    micros(name, "99thPercentileLatency(us)", latency.p99());
    micros(name, "99.9PercentileLatency(us)", latency.p999());
    micros(name, "99.99PercentileLatency(us)", latency.p9999());
  }

  /** YCSB measures in whole microseconds. */
  private void micros(String name, String measurement, Double value) {
    if (value != null) {
      line(name, measurement, Math.round(value));
    }
  }

  private void line(String name, String measurement, Number value) {
    text.append("[%s], %s, %s\n".formatted(name, measurement, value));
  }

  /** YCSB's name of an operation; others follow its style: checkAndPut is CHECK-AND-PUT. */
  private static String name(String operation, boolean load) {
    return switch (operation) {
      case "get" -> "READ";
      case "put", "bufferedPut" -> load ? "INSERT" : "UPDATE";
      default -> operation.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toUpperCase(Locale.ROOT);
    };
  }
}
