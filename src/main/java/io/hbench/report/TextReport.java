package io.hbench.report;

import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport.OperationReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A report for a terminal, about 100 columns wide. */
public final class TextReport {
  private static final List<String> HEADER =
      List.of(
          "operation",
          "count",
          "errors",
          "empty",
          "ops/s",
          "mean",
          "p50",
          "p95",
          "p99",
          "p99.9",
          "max");

  private TextReport() {}

  /** Ends with a line feed. */
  public static String of(RunReport report) {
    StringBuilder text = new StringBuilder();
    text.append("hbench ").append(report.run().command());
    text.append(" on table ").append(report.settings().get("table")).append('\n');
    text.append(verdict(report)).append("\n\n");
    text.append(table(report)).append('\n');
    text.append("latencies in microseconds, from sending to the answer");
    text.append(" (service time: nothing says when a request should have been sent)\n");
    text.append(tasks(report)).append('\n');
    servers(report, text);
    text.append("run directory: ").append(report.run().out()).append('\n');
    return text.toString();
  }

  private static String verdict(RunReport report) {
    String reasons =
        report.verdict().reasons().stream()
            .map(r -> "\n  " + r.code() + ": " + r.message())
            .collect(Collectors.joining());
    return "verdict: " + report.verdict().status() + reasons;
  }

  private static String tasks(RunReport report) {
    RunReport.Tasks tasks = report.tasks();
    String start =
        tasks.startSpreadMs() == null
            ? ""
            : format(
                ", started within %.0f ms of each other (± %.0f ms)",
                tasks.startSpreadMs(), tasks.clockErrorMs());
    return format(
            "window: %.1f s, of which all tasks were running for %.1f s",
            report.window().seconds(), tasks.overlapSeconds())
        + format("\ntasks: %d of %d on ", tasks.completed(), tasks.planned())
        + hosts(tasks.hosts())
        + start;
  }

  private static String hosts(Map<String, Integer> hosts) {
    return hosts.size() == 1 ? hosts.keySet().iterator().next() : hosts.size() + " hosts";
  }

  private static void servers(RunReport report, StringBuilder text) {
    if (report.servers().after() != null) {
      text.append(
          format(
              "servers: HBase %s, %d region servers, %d regions of the table\n",
              report.servers().after().version(),
              report.servers().after().regionServers().size(),
              report.servers().after().regions()));
    }
  }

  private static String table(RunReport report) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    report.operations().forEach(operation -> rows.add(row(operation)));
    if (report.total() != null) {
      rows.add(row(report.total()));
    }
    List<Integer> widths = new ArrayList<>(Collections.nCopies(HEADER.size(), 0));
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths.set(i, Math.max(widths.get(i), row.get(i).length()));
      }
    }
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
  }

  private static List<String> row(OperationReport o) {
    LatencySummary s = o.service();
    return List.of(
        o.operation(),
        format("%,d", o.count()),
        format("%,d", o.errors()),
        format("%,d", o.empty()),
        format("%,.0f", o.opsPerSecond()),
        micros(s.mean()),
        micros(s.p50()),
        micros(s.p95()),
        micros(s.p99()),
        micros(s.p999()),
        micros(s.max()));
  }

  /** Names to the left, figures to the right. */
  private static String line(List<String> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder(format("%-" + widths.get(0) + "s", cells.get(0)));
    for (int i = 1; i < cells.size(); i++) {
      line.append(format("  %" + widths.get(i) + "s", cells.get(i)));
    }
    return line.append('\n').toString();
  }

  /** Three digits at least: noop takes less than a microsecond. */
  private static String micros(Double micros) {
    if (micros == null) {
      return "-";
    }
    return micros < 100 ? format("%.2f", micros) : format("%,.0f", micros);
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
