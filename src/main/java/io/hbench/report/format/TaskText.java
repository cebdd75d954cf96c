package io.hbench.report.format;

import io.hbench.html.Numbers;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ClientTask;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The lines of the text report about the tasks that stand out, for runs of more than a few. */
final class TaskText {
  private static final int NAMED = 3;
  private static final double MOST = 0.95;

  private TaskText() {}

  /** The lines; empty for a few tasks. */
  static String of(RunReport report) {
    TaskOverview overview = new TaskOverview(report);
    StringBuilder text = new StringBuilder();
    if (overview.tasks().size() > TaskOverview.FEW) {
      distribution(
          "p99 of each task, " + report.timeline().timing() + " time",
          overview.tasks(),
          TaskOverview::p99,
          text);
      line("slowest tasks", overview.slowest(), t -> "p99 " + time(TaskOverview.p99(t)), text);
      if (overview.late() > 0) {
        line(
            Numbers.format("late tasks: %,d; latest", overview.late()),
            overview.latest(),
            t -> time(1_000 * t.lateMs()),
            text);
      }
      if (overview.withErrors() > 0) {
        line(
            Numbers.format("tasks with errors: %,d; most", overview.withErrors()),
            overview.failing(),
            t -> Numbers.count(t.errors()),
            text);
      }
    }
    if (overview.hosts().size() > TaskOverview.FEW) {
      text.append("slowest hosts: ")
          .append(
              overview.slowestHosts().stream()
                  .limit(NAMED)
                  .map(
                      h ->
                          Numbers.format(
                              "%s (p99 up to %s, %,d tasks)",
                              h.name(), time(h.highestP99()), h.tasks()))
                  .collect(Collectors.joining(", ", "", "\n")));
    }
    return text.toString();
  }

  private static void distribution(
      String of, List<ClientTask> tasks, ToDoubleFunction<ClientTask> figure, StringBuilder text) {
    Distribution all = Distribution.of(tasks.stream().mapToDouble(figure));
    if (!all.isEmpty()) {
      text.append(
          Numbers.format(
              "%s: lowest %s; half of them up to %s, %.0f %% up to %s; highest %s\n",
              of,
              time(all.lowest()),
              time(all.upTo(0.5)),
              100 * MOST,
              time(all.upTo(MOST)),
              time(all.highest())));
    }
  }

  private static void line(
      String start, List<ClientTask> tasks, Function<ClientTask, String> figure, StringBuilder to) {
    to.append(start)
        .append(": ")
        .append(
            tasks.stream()
                .limit(NAMED)
                .map(t -> Numbers.format("%d on %s (%s)", t.task(), t.host(), figure.apply(t)))
                .collect(Collectors.joining(", ", "", "\n")));
  }

  private static String time(double micros) {
    return Numbers.time(micros).toString();
  }
}
