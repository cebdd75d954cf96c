package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.report.stage.RateStage;
import io.hbench.report.stage.RateStages;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageViewTest {
  private static final List<RateStage> STAGES =
      List.of(
          new RateStage(
              0, 10, 80.0, 800, 8_000, 0, 8, 799.2, 790.0, 0.9875, 2_290.0, 9_876.0, 0.0, true, 0L,
              null),
          new RateStage(
              10, 10, 150.0, 1_500, 15_000, 150, 6_000, 900.0, 500.0, 0.333, 64_000.0, 435_945.0,
              1.25, false, 2_277L, null),
          new RateStage(
              20, 10, 80.0, 800, 8_000, 0, 0, 800.0, 395.0, 0.5, null, null, null, true, null,
              0.5));

  @Test
  void eachStageIsALineBelowItsColumns() {
    assertThat(TextRenderer.table(StageView.table(new RateStages(1_000.0, 20_000.0, 0.5, STAGES))))
        .isEqualTo(
            """
            stage  from  offered  goodput  share  errors  dropped   p50   p99  drain  resent  hysteresis
                      s       /s       /s      %       %        %    ms    ms      s                   ×
            80 %   0.00      800      790   98.7       0      0.1  2.29  9.88   0.00       0           -
            150 %  10.0    1,500      500   33.3     1.7     40.0  64.0   436   >1.3   2,277           -
            80 %   20.0      800      395   50.0       0        0     -     -      -       -        0.50
            """);
  }

  @Test
  void stagesOfAbsoluteRatesHaveNumbers() {
    RateStages stages = new RateStages(null, null, 0.5, STAGES);
    assertThat(TextRenderer.table(StageView.table(stages)).lines().skip(2))
        .allSatisfy(line -> assertThat(line).matches("[123]     .*"));
    assertThat(section(stages)).contains("drain: ").doesNotContain("100 %:", "goodput:");
  }

  @Test
  void theTermsOfAStageAreInItsSection() {
    assertThat(section(new RateStages(1_000.0, 20_000.0, 0.5, STAGES)))
        .contains("100 %:       1,000/s\n")
        .contains("requests per second with a latency of at most 20.0 ms, and their share")
        .contains("\nresent:", "\nhysteresis:");
  }

  private static String section(RateStages stages) {
    Document document = new Document("report", "t");
    StageView.section(stages, document);
    return TextRenderer.whole(document);
  }
}
