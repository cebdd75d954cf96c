package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Chart;
import io.hbench.json.JsonFormat;
import io.hbench.kit.Json;
import io.hbench.report.RunReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The data of the charts of a report; {@link ReportPageIT} draws them. */
class RunChartsTest {
  private static final String REPORT =
      """
      {
        "window": {"seconds": 4},
        "operations": [{"operation": "get"}, {"operation": "put"}],
        "timeline": {
          "intervalSeconds": 4,
          "points": [
            {"t": 0, "operation": "get", "opsPerSecond": 5000},
            {"t": 0, "operation": "put", "opsPerSecond": 3000}
          ],
          "events": []
        },
        "settings": {}
      }
      """;

  /** Merged intervals have both sides, each with the rate of its own time: twice what was sent. */
  @Test
  void theSidesOfALiveComparisonHaveNoTotal() {
    Json mix = throughput(REPORT);
    assertThat(mix.list("series")).hasSize(3);
    assertThat(mix.text("series.2.name")).isEqualTo("total");
    assertThat(mix.number("series.2.points.0.y")).isEqualTo(8_000);
    Json sides = throughput(REPORT.replace("get", "get.baseline").replace("put", "get.candidate"));
    assertThat(sides.list("series"))
        .extracting(series -> series.text("name"))
        .containsExactly("get.baseline", "get.candidate");
  }

  private static Json throughput(String json) {
    RunReport report = report(json);
    return data(new RunCharts(report, report.timeline()).throughput());
  }

  /** They were left out, as if their requests were unknown. */
  @Test
  void tasksWithoutRequestsAreInTheirChart() {
    RunReport report =
        report(
            """
            {
              "window": {"seconds": 4},
              "clients": {
                "tasks": [
                  {"host": "a", "requests": 0},
                  {"host": "a", "requests": 0},
                  {"host": "b", "requests": 7}
                ]
              }
            }
            """);
    List<Chart> charts = new TaskCharts(TasksView.of(report), "service").distributions();
    assertThat(charts).extracting(Chart::title).containsExactly("Tasks by requests");
    Json points = data(charts.get(0)).at("series.0.points");
    assertThat(points.number("0.x")).isZero();
    assertThat(points.number("0.y")).isEqualTo(2);
    assertThat(points.number("7.y")).isOne();
  }

  private static RunReport report(String json) {
    return JsonFormat.LINE.fromJson(json, RunReport.class);
  }

  private static Json data(Chart chart) {
    return Json.of(JsonFormat.LINE.toJsonTree(chart));
  }
}
