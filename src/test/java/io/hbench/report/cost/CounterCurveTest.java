package io.hbench.report.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class CounterCurveTest {
  /** 10 s from 5 s on, in a load from 2 s to 15 s. */
  private static final CostWindow WINDOW =
      new CostWindow(5_000, 10, 2_000, 15_000, 1, 0, List.of(100L));

  @Property(tries = 200)
  void aSteadyLoadIsExactWhereverTheSamplesAre(
      @ForAll @DoubleRange(min = 0, max = 1_000) double phase,
      @ForAll @DoubleRange(min = 0, max = 1_000) double phaseAtTheEnd) {
    List<Double> times =
        List.of(phase, 2_500.0, 4_500 + phase / 4, 9_000.0, 14_000 + phase, 15_500 + phaseAtTheEnd);
    CounterCurve curve =
        new CounterCurve(times, times.stream().map(CounterCurveTest::steady).toList(), WINDOW);
    assertThat(curve.coversWindow()).isTrue();
    assertThat(curve.growth()).isCloseTo(20, within(1e-9));
  }

  /** Two a second while the load runs, and nothing before and after it. */
  private static double steady(double millis) {
    return 2 * (Math.max(2_000, Math.min(15_000, millis)) - 2_000) / 1e3;
  }

  @Property(tries = 200)
  void theErrorIsBoundedWhereverInItsStepTheServerWorked(
      @ForAll @DoubleRange(min = 0, max = 1) double before) {
    CounterCurve curve =
        new CounterCurve(
            List.of(4_200.0, 5_200.0, 14_500.0, 15_500.0), List.of(0.0, 3.0, 20.0, 24.0), WINDOW);
    double truth = 3 * (1 - before) + 17 + 4; // no load after the window
    assertThat(Math.abs(curve.growth() - truth)).isLessThanOrEqualTo(curve.error() + 1e-9);
    assertThat(curve.error()).isCloseTo(0.8 * 3 + 0.5 * 4, within(1e-9));
  }

  @Property(tries = 200)
  void theErrorHasWhatAServerMayHaveUsedOutsideOfALoadWithoutWarmup(
      @ForAll @DoubleRange(min = 0, max = 1) double idle) {
    CostWindow whole = new CostWindow(100_000, 60, 100_000, 160_000, 1, 0, List.of(100L));
    List<Double> times = List.of(20_000.0, 120_000.0, 220_000.0);
    List<Double> used =
        times.stream()
            .map(at -> idle * at / 1e3 + Math.max(0, Math.min(160_000, at) - 100_000) / 1e3)
            .toList();
    CounterCurve curve = new CounterCurve(times, used, whole);
    assertThat(Math.abs(curve.growth() - 60 * (1 + idle)))
        .isLessThanOrEqualTo(curve.error() + 1e-9);
    assertThat(curve.error()).isLessThan(curve.growth());
  }

  @Test
  void samplesThatBeginLateDoNotCoverTheWindow() {
    List<Double> values = List.of(0.0, 1.0);
    assertThat(new CounterCurve(List.of(5_001.0, 16_000.0), values, WINDOW).coversWindow())
        .isFalse();
    assertThat(new CounterCurve(List.of(4_000.0, 14_999.0), values, WINDOW).coversWindow())
        .isFalse();
    assertThat(new CounterCurve(List.of(5_000.0, 15_000.0), values, WINDOW).coversWindow())
        .isTrue();
    assertThat(new CounterCurve(List.of(), List.of(), WINDOW).coversWindow()).isFalse();
  }

  @Test
  void aRestartThatTheNextSampleTellsMayHaveBeenInTheWindow() {
    List<Double> times = DoubleStream.of(0, 8_000, 16_000, 24_000, 32_000).boxed().toList();
    assertThat(new CounterCurve(times, List.of(1.0, 1.0, 1.0, 2.0, 2.0), WINDOW).isConstant())
        .isFalse();
    assertThat(new CounterCurve(times, List.of(1.0, 1.0, 1.0, 1.0, 2.0), WINDOW).isConstant())
        .isTrue();
  }

  @Test
  void aRestartInTheWindowIsSeenAndOneBeforeItIsNot() {
    List<Double> times = DoubleStream.of(0, 4_000, 8_000, 12_000, 16_000).boxed().toList();
    assertThat(new CounterCurve(times, List.of(9.0, 10.0, 1.0, 2.0, 3.0), WINDOW).grows())
        .isFalse();
    assertThat(new CounterCurve(times, List.of(9.0, 1.0, 2.0, 3.0, 4.0), WINDOW).grows()).isTrue();
  }
}
