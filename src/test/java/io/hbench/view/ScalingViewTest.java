package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.TextRenderer;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ScalingViewTest {
  @Test
  void theKneeIsOnTheScreenAndTheSpeedUpsInTheDetails() {
    assertThat(TextRenderer.summary(MadeSuite.threads(3).document()))
        .contains("\nknee:     16 threads; more bring less than 5 %\ndetails:  ")
        .doesNotContain("speed-up");
    assertThat(TextRenderer.whole(MadeSuite.threads(3).document()))
        .contains(
            """

            Scaling
            -------
            threads  speed-up        interval  efficiency  runs
                            ×                           %
            1            1.00               -         100     3
            2            2.01    1.95 to 2.06       100.3     3
            4            3.96    3.85 to 4.08       99.07     3
            8            8.01    7.78 to 8.24       100.1     3
            16          16.06  15.60 to 16.53       100.4     3
            32          15.96  15.51 to 16.43        49.9     3
            64          15.83  15.38 to 16.30        24.7     3
            """);
  }

  @Test
  void singleRunsHaveNoIntervalAndNoKnee() {
    assertThat(TextRenderer.whole(MadeSuite.threads(1).document()))
        .contains("threads  speed-up  efficiency  runs\n")
        .doesNotContain("knee");
  }

  @Test
  void throughputThatGrowsToTheEndHasNoKnee() {
    assertThat(knee(ladder("tasks", 0.01, n -> n))).contains("knee:  none up to 32 tasks\n");
  }

  @Test
  void repeatsThatDifferShowWhatIsNotKnown() {
    assertThat(knee(ladder("in-flight", 0.03, n -> Math.min(n, 8))))
        .contains(
            "knee:  inconclusive: 8 requests in flight or more; the repeats differ too much\n");
    assertThat(knee(ladder("tasks", 0.1, n -> n > 1 ? 5 : 4.5)))
        .contains("knee:  inconclusive: the repeats differ too much\n");
    assertThat(knee(ladder("place", 0.01, n -> n < 8 ? n : n < 16 ? 8 : n < 32 ? 8.4 : 8)))
        .contains("knee:  8 to 16 hosts; more bring less than 5 %\n");
  }

  @Test
  void throughputThatNeverGrowsHasItsKneeBeforeTheFirstRungOrAtIt() {
    assertThat(knee(ladder("threads", 0.01, n -> 5)))
        .contains("knee:  the first rung or before; more bring less than 5 %\n");
  }

  @Test
  void eachLoadHasItsKnee() {
    MadeSuite suite = new MadeSuite(0.01);
    for (int threads : List.of(1, 2, 4, 8)) {
      Map<String, String> rung = Map.of("threads", "" + threads);
      suite.step("read", rung, 3, Map.of("get", 100.0 * threads));
      suite.step("write", rung, 3, Map.of("put", 100.0 * Math.min(2, threads)));
    }
    assertThat(knee(suite))
        .contains(
            "knee of read:   none up to 8 threads\n",
            "knee of write:  2 threads; more bring less than 5 %\n");
  }

  @Test
  void otherLaddersHaveNoScaling() {
    assertThat(TextRenderer.whole(MadeSuite.configurations().document()))
        .doesNotContain("Scaling", "speed-up");
  }

  private static String knee(MadeSuite suite) {
    return TextRenderer.whole(suite.document());
  }

  private static MadeSuite ladder(String setting, double noise, DoubleUnaryOperator law) {
    MadeSuite suite = new MadeSuite(noise);
    for (int clients : List.of(1, 2, 4, 8, 16, 32)) {
      String value = (setting.equals("place") ? "hosts:" : "") + clients;
      double perSecond = 1_000 * law.applyAsDouble(clients);
      suite.step("", Map.of(setting, value), 3, Map.of("get", perSecond));
    }
    return suite;
  }
}
