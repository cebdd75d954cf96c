package io.hbench.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.hbench.json.JsonFormat;
import io.hbench.report.RunReport;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.cost.OperationCost.Cost;
import io.hbench.report.cost.OperationCost.Server;
import io.hbench.report.phase.PhaseFigure;
import io.hbench.report.phase.Recovery;
import io.hbench.report.phase.RunPhase;
import io.hbench.report.phase.RunPhases;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrometheusPartsTest {
  private static RunPhases phases(Recovery... recoveries) {
    List<RunPhase> both =
        List.of(phase(RunPhase.Name.BEFORE, null), phase(RunPhase.Name.DURING, 1.5));
    return new RunPhases(
        40, 43, null, null, 12.0, null, 0, 0, both, List.of(recoveries), List.of());
  }

  /** All figures have the same ratio, but the 99.9th percentile, which is unknown. */
  private static RunPhase phase(RunPhase.Name name, Double ratio) {
    PhaseFigure figure = new PhaseFigure(8.0, null, null, ratio, null, null);
    PhaseFigure unknown = new PhaseFigure(null, null, null, null, null, null);
    return new RunPhase(name, 0, 40, 10, 0, 0, figure, figure, figure, figure, unknown);
  }

  private static final Recovery WHOLE =
      new Recovery("rs1:16020", 40, 12, 2.0, 3.0, 2.5, 10.0, 20.0);
  private static final Recovery PART =
      new Recovery("rs2:16020", 90, 1, 2.0, null, null, null, null);

  @Test
  void metricsHaveTheRatiosToThePhaseBefore() {
    assertThat(metrics().lines().filter(line -> line.startsWith("hbench_phase_change_ratio{")))
        .containsExactly(
            "hbench_phase_change_ratio{figure=\"goodput\",phase=\"during\"} 1.5",
            "hbench_phase_change_ratio{figure=\"p50\",phase=\"during\"} 1.5",
            "hbench_phase_change_ratio{figure=\"p99\",phase=\"during\"} 1.5",
            "hbench_phase_change_ratio{figure=\"requests_per_second\",phase=\"during\"} 1.5");
  }

  @Test
  void helpSaysWhichShareTimeAndUnitAFigureIs() {
    assertThat(metrics().lines())
        .contains(
            "# HELP hbench_phase_error_ratio Share of the requests of a phase that failed or were"
                + " dropped",
            "# HELP hbench_back_in_band_seconds Time from the first event until the figures are as"
                + " before",
            "# HELP hbench_server_cpu_ratio CPU time of a region server per time in the window: 1 is"
                + " a processor");
  }

  @Test
  void metricsHaveThePartsThatWereSeen() {
    assertThat(metrics().lines())
        .contains(
            "hbench_recovery_seconds{part=\"first_answer\",server=\"rs1:16020\"} 2.5",
            "hbench_recovery_seconds{part=\"noticed\",server=\"rs2:16020\"} 2.0")
        .filteredOn(line -> line.contains("rs2:16020"))
        .hasSize(1);
  }

  @Test
  void metricsHaveTheCostOfAllServersAndOfEach() {
    assertThat(metrics().lines().filter(line -> !line.startsWith("#")))
        .filteredOn(line -> line.matches("hbench_.*(cpu|busy).*"))
        .containsExactlyInAnyOrder(
            "hbench_figure{figure=\"busy-handlers\",of=\"servers\"} 2.5",
            "hbench_figure_seconds{figure=\"client-cpu\",of=\"get\"} 2.0E-6",
            "hbench_figure_seconds{figure=\"server-cpu\",of=\"get\"} 1.5E-6",
            "hbench_operation_cost_seconds{figure=\"server-cpu\",server=\"a:1\"} 3.0E-6",
            "hbench_server_cpu_ratio{server=\"a:1\"} 0.05");
  }

  /** The requests of the second server are unknown, and so is the cost of one of them. */
  private static OperationCost cost() {
    return new OperationCost(
        10,
        List.of(
            new Cost("server-cpu", "us", 1.5, 15, null),
            new Cost("client-cpu", "us", 2.0, 20, null),
            new Cost("rpc-in", "bytes", 8.0, 80, null)),
        2.5,
        null,
        null,
        List.of(
            new Server("a:1", 5L, 0.05, List.of(new Cost("server-cpu", "us", 3.0, 15, null)), null),
            new Server(
                "b:1", null, null, List.of(new Cost("server-cpu", "us", null, 500, null)), null)),
        null,
        null,
        null);
  }

  private static String metrics() {
    JsonObject report =
        JsonFormat.LINE.fromJson(
            """
            {
              "run": {"id": "r1", "command": "run get@1", "version": "0.2.0", "out": "/runs/r1"},
              "verdict": {"status": "valid", "reasons": []},
              "tasks": {"planned": 1, "completed": 1},
              "window": {"startSeconds": 0, "seconds": 2.5},
              "operations": [{"operation": "get", "count": 1, "service": {"count": 1}}],
              "settings": {}
            }
            """,
            JsonObject.class);
    report.add("phases", JsonFormat.LINE.toJsonTree(phases(WHOLE, PART)));
    report.add("cost", JsonFormat.LINE.toJsonTree(cost()));
    return PrometheusText.of(JsonFormat.LINE.fromJson(report, RunReport.class));
  }
}
