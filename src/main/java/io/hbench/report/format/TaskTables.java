package io.hbench.report.format;

import static io.hbench.html.Cell.bar;
import static io.hbench.html.Cell.figure;
import static io.hbench.html.Cell.text;
import static io.hbench.report.format.ReportTables.count;
import static io.hbench.report.format.ReportTables.micros;

import io.hbench.html.Cell;
import io.hbench.html.Numbers;
import io.hbench.html.Table;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.RunReport.Lost;
import io.hbench.report.format.TaskOverview.Host;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The tables of tasks and hosts on a report's page. */
final class TaskTables {
  private TaskTables() {}

  /**
   * A table of tasks.
   *
   * @param shown the tasks in the table; bars are relative to all tasks
   */
  static Table tasks(RunReport report, List<ClientTask> shown) {
    boolean paced = report.clients().sendDelay() != null;
    Table table =
        Table.of("task", "host")
            .figures("requests", "errors", "p50", "p99", "max")
            .figures(paced ? new String[] {"send delay p99"} : new String[0])
            .figures("hiccups p99", "CPU", "GC ms");
    double mostRequests = most(report, ClientTask::requests);
    double mostP99 = most(report, TaskOverview::p99);
    shown.forEach(
        t -> {
          LatencySummary latency = t.latency();
          Stream<Cell> figures =
              Stream.of(
                  text(Integer.toString(t.task())),
                  text(t.host()),
                  bar(Numbers.count(t.requests()), t.requests(), mostRequests),
                  count(t.errors()),
                  micros(latency == null ? null : latency.p50()),
                  bar(
                      Numbers.micros(latency == null ? null : latency.p99()),
                      latency == null ? null : latency.p99(),
                      mostP99),
                  micros(latency == null ? null : latency.max()));
          Stream<Cell> own =
              Stream.of(
                  micros(t.hiccups() == null ? null : t.hiccups().p99()),
                  figure(Numbers.share(t.cpuShare()), t.cpuShare()),
                  count(t.gcMs()));
          Stream<Cell> late =
              paced
                  ? Stream.of(micros(t.sendDelay() == null ? null : t.sendDelay().p99()))
                  : Stream.of();
          table.row(Stream.of(figures, late, own).flatMap(cells -> cells));
        });
    return table;
  }

  /** Tasks that came late to the start barrier. */
  static Table late(List<ClientTask> shown) {
    Table table = Table.of("task", "host").figures("late", "requests", "errors", "p99");
    shown.forEach(
        t ->
            table.row(
                text(Integer.toString(t.task())),
                text(t.host()),
                text(Numbers.time(1_000 * t.lateMs()).toString()),
                count(t.requests()),
                count(t.errors()),
                micros(t.latency() == null ? null : t.latency().p99())));
    return table;
  }

  /** Tasks that were lost after the start. */
  static Table lost(List<Lost> shown) {
    Table table = Table.of("lost task", "host").figures("requests recorded", "noticed");
    shown.forEach(
        t ->
            table.row(
                text(Integer.toString(t.task())),
                text(t.host() == null ? "unknown" : t.host()),
                count(t.requests()),
                text(t.noticed())));
    return table;
  }

  /** A table of hosts; bars are relative to the hosts in it. */
  static Table hosts(List<Host> shown) {
    Table table =
        Table.of("host")
            .figures("tasks", "requests", "errors", "highest p99", "highest CPU", "GC ms");
    double mostP99 = shown.stream().mapToDouble(Host::highestP99).max().orElse(0);
    shown.forEach(
        host ->
            table.row(
                text(host.name()),
                count(host.tasks()),
                count(host.requests()),
                count(host.errors()),
                bar(Numbers.micros(host.highestP99()), host.highestP99(), mostP99),
                figure(Numbers.share(host.highestCpuShare()), host.highestCpuShare()),
                count(host.gcMs())));
    return table;
  }

  private static double most(RunReport report, ToDoubleFunction<ClientTask> figure) {
    return report.clients().tasks().stream().mapToDouble(figure).max().orElse(0);
  }
}
