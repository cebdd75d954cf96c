package io.hbench.view;

import io.hbench.doc.Axis;
import io.hbench.doc.Axis.Kind;
import io.hbench.doc.Chart;
import io.hbench.doc.Chart.Style;
import io.hbench.figure.Figure;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.view.TasksView.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The charts of tasks and hosts on a report's page.
 *
 * @param timing kind of latency of the tasks
 */
record TaskCharts(TasksView view, String timing) {
  private static final int HEIGHT = 240;
  private static final String ALL_TOGETHER = " time, all operations together";
  private static final double MARGIN = 0.03;

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

  /** Histograms of many tasks, and of many hosts: how many have which figure. */
  List<Chart> distributions() {
    List<Chart> charts = new ArrayList<>();
    charts.addAll(latency("Tasks by p50", "tasks", of(t -> orZero(t.latency()))));
    charts.addAll(latency("Tasks by p99", "tasks", of(TasksView::p99)));
    charts.addAll(requests());
    if (view.hasManyHosts()) {
      charts.addAll(
          latency(
              "Hosts by highest p99",
              "hosts",
              Distribution.of(view.hosts().stream().mapToDouble(Host::highestP99))));
    }
    return charts;
  }

  private Distribution of(ToDoubleFunction<ClientTask> figure) {
    return Distribution.of(view.tasks().stream().mapToDouble(figure));
  }

  private static double orZero(LatencySummary latency) {
    return latency == null || latency.p50() == null ? 0 : latency.p50();
  }

  private List<Chart> latency(String title, String counted, Distribution of) {
    if (of.isEmpty()) {
      return List.of();
    }
    Axis x =
        Axis.of(Kind.LATENCY, "").between(of.lowest() * (1 - MARGIN), of.highest() * (1 + MARGIN));
    return List.of(
        new Chart(title, x, Axis.of(Kind.AMOUNT, counted), HEIGHT)
            .note(timing + ALL_TOGETHER)
            .series(counted, Style.BARS, Chart.BLUE, of.logarithmic()));
  }

  private List<Chart> requests() {
    Distribution of = Distribution.ofAll(view.tasks().stream().mapToDouble(ClientTask::requests));
    if (of.isEmpty()) {
      return List.of();
    }
    double margin = Math.max(1, MARGIN * (of.highest() - of.lowest()));
    Axis x = Axis.of(Kind.NUMBER, "requests").between(of.lowest() - margin, of.highest() + margin);
    return List.of(
        new Chart("Tasks by requests", x, Axis.of(Kind.AMOUNT, "tasks"), HEIGHT)
            .series(Label.TASKS, Style.BARS, Chart.GREEN, of.linear()));
  }
}
