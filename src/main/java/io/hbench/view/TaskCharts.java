package io.hbench.view;

import io.hbench.doc.Axis;
import io.hbench.doc.Axis.Kind;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Style;
import io.hbench.figure.Figure;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport.ClientTask;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The charts of tasks and hosts on a report's page.
 *
 * @param timing kind of latency of the tasks
 */
record TaskCharts(TasksView view, String timing) {
  private static final int HEIGHT = 240;
  private static final String ALL_TOGETHER = " time, all operations together";

  /** Latency by task; empty for a single task. */
  List<Chart> latencies() {
    List<ClientTask> tasks = view.tasks();
    if (tasks.size() < 2 || tasks.stream().allMatch(t -> t.latency() == null)) {
      return List.of();
    }
    Axis names = Axis.names("task", tasks.stream().map(t -> Integer.toString(t.task())).toList());
    List<LatencySummary> latencies = tasks.stream().map(ClientTask::latency).toList();
    return List.of(latencies("Latency by task", names, timing, latencies, Figure.MAX));
  }

  /**
   * Latencies of tasks or servers as dots: the p50, the p99, and a higher figure.
   *
   * @param names of the tasks or servers
   * @param latencies of each of them; null without requests
   * @param highest maximum or p99.9
   */
  static Chart latencies(
      String title, Axis names, String timing, List<LatencySummary> latencies, Figure highest) {
    return new Chart(title, names, Axis.of(Kind.LATENCY, ""), HEIGHT)
        .note(timing + ALL_TOGETHER)
        .series(highest, Style.DOTS, Chart.GREY, dots(latencies, highest))
        .series(Figure.P99, Style.DOTS, Chart.BLUE, dots(latencies, Figure.P99))
        .series(Figure.P50, Style.DOTS, Chart.GREEN, dots(latencies, Figure.P50));
  }

  private static List<Chart.Point> dots(List<LatencySummary> latencies, Figure figure) {
    List<Chart.Point> dots = new ArrayList<>();
    for (LatencySummary latency : latencies) {
      dots.add(new Chart.Point(dots.size(), latency == null ? null : latency.value(figure)));
    }
    return dots;
  }

  /** How many of many tasks have which latency; empty without any. */
  List<Chart> distribution() {
    Chart chart =
        new Chart(
                "Latency over the tasks",
                Axis.of(Kind.AMOUNT, "% of the tasks with no higher one"),
                Axis.of(Kind.LATENCY, ""),
                HEIGHT)
            .note(timing + ALL_TOGETHER)
            .series(Figure.P99, Style.LINE, Chart.BLUE, of(Figure.P99).percentiles())
            .series(Figure.P50, Style.LINE, Chart.GREEN, of(Figure.P50).percentiles());
    return of(Figure.P50).isEmpty() ? List.of() : List.of(chart);
  }

  private Distribution of(Figure figure) {
    return new Distribution(
        view.tasks().stream()
            .map(ClientTask::latency)
            .flatMap(latency -> Stream.ofNullable(latency == null ? null : latency.value(figure)))
            .mapToDouble(value -> value));
  }
}
