package io.hbench.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.report.phase.PhaseFigure;
import io.hbench.report.phase.Recovery;
import io.hbench.report.phase.RunPhase;
import io.hbench.report.phase.RunPhases;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartMetricsTest {
  private static RunPhases phases(Recovery... recoveries) {
    List<RunPhase> both =
        List.of(phase(RunPhase.Name.BEFORE, null), phase(RunPhase.Name.DURING, 1.5));
    return new RunPhases(40, 43, null, null, null, null, 0, 0, both, List.of(recoveries));
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
  void metricsHaveTheRatiosToThePhaseBefore() throws IOException {
    assertThat(metrics().lines().filter(line -> line.startsWith("hbench_phase_change_ratio{")))
        .containsExactly(
            "hbench_phase_change_ratio{figure=\"goodput\",phase=\"during\"} 1.5",
            "hbench_phase_change_ratio{figure=\"p50\",phase=\"during\"} 1.5",
            "hbench_phase_change_ratio{figure=\"p99\",phase=\"during\"} 1.5",
            "hbench_phase_change_ratio{figure=\"requests_per_second\",phase=\"during\"} 1.5");
  }

  @Test
  void metricsHaveThePartsThatWereSeen() throws IOException {
    assertThat(metrics().lines())
        .contains(
            "hbench_recovery_seconds{part=\"first_answer\",server=\"rs1:16020\"} 2.5",
            "hbench_recovery_seconds{part=\"noticed\",server=\"rs2:16020\"} 2.0")
        .filteredOn(line -> line.contains("rs2:16020"))
        .hasSize(1);
  }

  private static String metrics() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create()
        .write(out, new MetricSnapshots(PartMetrics.of(phases(WHOLE, PART))));
    return out.toString(StandardCharsets.UTF_8);
  }
}
