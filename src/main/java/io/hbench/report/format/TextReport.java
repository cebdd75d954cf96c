package io.hbench.report.format;

import io.hbench.latency.LatencySummary;
import io.hbench.profile.ProfileText;
import io.hbench.report.LengthText;
import io.hbench.report.ObjectiveText;
import io.hbench.report.ReadFacts;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.cost.CostText;
import io.hbench.report.outage.AvailabilityText;
import io.hbench.report.slow.SlowText;
import io.hbench.report.stage.StageText;
import io.hbench.settings.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Text of a report for a terminal, about 100 columns wide. */
public final class TextReport {
  private static final List<String> HEADER =
      List.of(
          "operation",
          "time",
          "count",
          "errors",
          "not found",
          "ops/s",
          "mean",
          "p50",
          "p95",
          "p99",
          "p99.9",
          "max");

  private static final String CLOSED_LOOP =
      """
      latencies in microseconds
      service: from sending a request to its answer, of successful requests; without a rate, requests
               have no intended time and thus no response time
      """;
  private static final String OPEN_LOOP =
      """
      latencies in microseconds
      response: from the intended time of a request to its answer, of all requests: what users see
      service:  from sending a request to its answer, of successful requests: what the servers take
      """;
  private static final int MAX_ERRORS = 5;

  private TextReport() {}

  /** The text; it ends with a line feed. */
  public static String of(RunReport report) {
    StringBuilder text = new StringBuilder();
    text.append("hbench ").append(report.run().command());
    text.append(" on table ").append(report.settings().get("table")).append('\n');
    text.append(verdict(report)).append('\n');
    text.append(ObjectiveText.of(report)).append('\n');
    text.append(table(report)).append('\n');
    text.append(report.pace() == null ? CLOSED_LOOP : OPEN_LOOP);
    pace(report, text);
    text.append(StageText.of(report.stages()));
    text.append(PhaseText.of(report));
    text.append(SlowText.of(report.slow()));
    slow(report, text);
    reads(report, text);
    text.append(VerificationText.of(report));
    errors(report, text);
    AvailabilityText.line(report.availability())
        .ifPresent(line -> text.append("availability: " + line + "\n"));
    AvailabilityText.lines(report.availability())
        .forEach(line -> text.append("outage: " + line + "\n"));
    LengthText.lines(report).forEach(line -> text.append("precision: " + line + "\n"));
    text.append(tasks(report)).append('\n');
    text.append(TaskText.of(report));
    text.append(PlaceText.of(report.byServer()));
    text.append(CostText.of(report.cost()));
    text.append(ServerText.of(report.servers(), report.prepared(), report.timeline().events()));
    text.append(ProfileText.of(report.profile()));
    if (report.noise() != null) {
      text.append("noise: ").append(report.noise().text("this step")).append('\n');
    }
    text.append("draw seed: ").append(report.run().drawSeed()).append('\n');
    text.append("run directory: ").append(report.run().out()).append('\n');
    text.append("page with charts: report.html in the run directory\n");
    return text.toString();
  }

  /** The verdict and its reasons, without a line feed. */
  public static String verdict(RunReport report) {
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
                "; started within %.0f ms of each other (± %.0f ms)",
                tasks.startSpreadMs(), tasks.clockErrorMs());
    return format(
            "measurement window: %.1f s; all tasks ran together for %.1f s of it",
            report.window().seconds(), tasks.overlapSeconds())
        + format("\ntasks: %,d of %,d completed", tasks.completed(), tasks.planned())
        + (tasks.lost().isEmpty() ? "" : format(", %,d lost", tasks.lost().size()))
        + ", on "
        + hosts(tasks.hosts())
        + start;
  }

  private static String hosts(Map<String, Integer> hosts) {
    return hosts.size() == 1 ? hosts.keySet().iterator().next() : format("%,d hosts", hosts.size());
  }

  private static String table(RunReport report) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    report.operations().forEach(operation -> rows(operation, rows));
    if (report.total() != null) {
      rows(report.total(), rows);
    }
    List<Integer> widths = new ArrayList<>(Collections.nCopies(HEADER.size(), 0));
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths.set(i, Math.max(widths.get(i), row.get(i).length()));
      }
    }
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
  }

  private static void rows(OperationReport o, List<List<String>> rows) {
    List<String> counts =
        List.of(
            format("%,d", o.count()),
            format("%,d", o.errors()),
            format("%,d", o.notFound()),
            format("%,.0f", o.opsPerSecond()));
    if (o.response() != null) {
      rows.add(row(o.operation(), "response", counts, o.response()));
      rows.add(row("", "service", List.of("", "", "", ""), o.service()));
    } else {
      rows.add(row(o.operation(), "service", counts, o.service()));
    }
  }

  private static List<String> row(
      String operation, String timing, List<String> counts, LatencySummary s) {
    List<String> row = new ArrayList<>(List.of(operation, timing));
    row.addAll(counts);
    Stream.of(s.mean(), s.p50(), s.p95(), s.p99(), s.p999(), s.max())
        .map(TextReport::micros)
        .forEach(row::add);
    return row;
  }

  private static void pace(RunReport report, StringBuilder text) {
    if (report.pace() != null) {
      text.append(
          format(
              "rate: %,.1f requests/s sent of %,.1f scheduled%s\n",
              report.pace().sentPerSecond(),
              report.pace().scheduledPerSecond(),
              report.pace().dropped() == 0
                  ? ""
                  : format("; %,d requests dropped", report.pace().dropped())));
    }
  }

  private static void slow(RunReport report, StringBuilder text) {
    report
        .all()
        .filter(all -> all.overThreshold() != null)
        .ifPresent(
            all ->
                text.append(
                    format(
                        "latency threshold: %,d requests took %s or longer\n",
                        all.overThreshold(),
                        report.settings().get(Settings.LATENCY_THRESHOLD.name()))));
  }

  private static void reads(RunReport report, StringBuilder text) {
    ReadFacts reads = report.reads();
    if (reads == null) {
      return;
    }
    if (reads.scans() != null) {
      text.append(
          format(
              "scans: %,d RPC calls, %,d of them remote; %,d regions, %,d bytes\n",
              reads.scans().rpcCalls(),
              reads.scans().remoteRpcCalls(),
              reads.scans().regions(),
              reads.scans().bytes()));
    }
    if (reads.staleRows() > 0) {
      text.append(format("replicas: %,d rows came from a secondary replica\n", reads.staleRows()));
    }
    if (reads.valueSizes() != null) {
      text.append(
          format(
              "value sizes: %,d values of %,d to %,d bytes, mean %,.1f, p50 %,d, p99 %,d\n",
              reads.valueSizes().count(),
              reads.valueSizes().min(),
              reads.valueSizes().max(),
              reads.valueSizes().mean(),
              reads.valueSizes().p50(),
              reads.valueSizes().p99()));
    }
  }

  private static void errors(RunReport report, StringBuilder text) {
    report.errors().stream()
        .limit(MAX_ERRORS)
        .forEach(
            e ->
                text.append(
                    format(
                        "errors: %,d × %s %s%s, %s to %s\n",
                        e.count(),
                        e.operation(),
                        e.kind(),
                        e.server() == null ? "" : " from " + e.server(),
                        e.first(),
                        e.last())));
    if (report.errors().size() > MAX_ERRORS) {
      text.append(
          format("errors: %d more kinds, see report.json\n", report.errors().size() - MAX_ERRORS));
    }
  }

  /** A row of the table: names left-aligned, figures right-aligned. */
  private static String line(List<String> cells, List<Integer> widths) {
    StringBuilder line =
        new StringBuilder(
            format(
                "%-" + widths.get(0) + "s  %-" + widths.get(1) + "s", cells.get(0), cells.get(1)));
    for (int i = 2; i < cells.size(); i++) {
      line.append(format("  %" + widths.get(i) + "s", cells.get(i)));
    }
    return line.append('\n').toString();
  }

  /** At least three digits, because noop takes less than a microsecond. */
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
