package io.hbench.report.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StageTextTest {
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
    assertThat(StageText.of(new RateStages(1_000.0, 20_000.0, 0.5, STAGES)).stripTrailing())
        .startsWith(
            """
            stages of the rate:
              offered      ops/s   goodput    share   errors  dropped        p50        p99     drain   resent  hysteresis
              80 %           800       790   98.8 %    0.0 %    0.1 %      2,290      9,876     0.0 s        0            \

              150 %        1,500       500   33.3 %    1.0 %   40.0 %     64,000    435,945    >1.3 s    2,277            \

              80 %           800       395   50.0 %    0.0 %    0.0 %          -          -         -        -        0.50
              100 %: 1,000/s
              goodput: successful requests per second with a latency of at most 20 ms, and their share of the scheduled requests
            """);
  }

  @Test
  void stagesOfAbsoluteRatesHaveNumbers() {
    assertThat(StageText.of(new RateStages(null, null, 0.5, STAGES)))
        .contains("\n  stage      offered   goodput ", "\n  1              800       790 ")
        .doesNotContain("100 %:", "goodput:");
  }

  @Test
  void aRateWithoutStagesHasNoText() {
    assertThat(StageText.of(null)).isEmpty();
  }
}
