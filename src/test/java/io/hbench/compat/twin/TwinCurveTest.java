package io.hbench.compat.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Interval;
import io.hbench.twin.Twin.Kind;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TwinCurveTest {
  @Test
  void aRateThatVariesLittleIsConstant() {
    assertThat(stages(interval(10, 95), interval(10, 105))).isEmpty();
    assertThat(stages()).isEmpty();
    assertThat(stages(interval(10, 0), interval(10, 0))).isEmpty();
  }

  @Test
  void aRateThatVariesByChanceIsConstant() {
    Interval[] curve = {interval(10, 85), interval(10, 115)};
    assertThat(stages(curve)).hasSize(2);
    // 10 calls a second, whose rows differ by 10 % in 10 seconds
    TwinCurve.Curve byChance = TwinCurve.of(twin(new Calls(Kind.SCAN, 10.0, 10.0), curve));
    assertThat(byChance.stages()).isEmpty();
    assertThat(byChance.note())
        .startsWith("rate: constant, as chance makes differences up to 15 %");
  }

  /** The larger of two stages is 3.5, and 4.2 standard errors above the mean. */
  @Test
  void aDifferenceOfLessThanFourStandardErrorsIsChance() {
    Calls scans = new Calls(Kind.SCAN, 10.0, 10.0);
    assertThat(TwinCurve.of(twin(scans, interval(10, 75), interval(10, 125))).stages()).isEmpty();
    assertThat(TwinCurve.of(twin(scans, interval(10, 70), interval(10, 130))).stages()).hasSize(2);
  }

  @Test
  void aTrendIsNoChanceThoughEachOfItsStagesCouldBe() {
    Calls scans = new Calls(Kind.SCAN, 10.0, 10.0);
    Interval[] up =
        IntStream.range(0, 10).mapToObj(i -> interval(10, 70 + 6 * i)).toArray(Interval[]::new);
    assertThat(TwinCurve.of(twin(scans, up)).stages()).hasSize(10);
    Interval[] around =
        IntStream.range(0, 10)
            .mapToObj(i -> interval(10, i % 2 == 0 ? 86 : 113))
            .toArray(Interval[]::new);
    assertThat(TwinCurve.of(twin(scans, around)).stages()).isEmpty();
  }

  @Test
  void aKindOfFewCallsWithManyRowsDoesNotExplainACurve() {
    Twin twin = twin(new Calls(Kind.SCAN, 0.1, 100_000.0), interval(10, 50), interval(10, 150));
    List<Calls> calls =
        Twins.calls(new Calls(Kind.GET, 100.0, 1.0), new Calls(Kind.SCAN, 0.1, 100_000.0));
    assertThat(
            TwinCurve.of(Twins.with(twin.table().families(), twin.regions(), calls, twin.curve()))
                .stages())
        .hasSize(2);
  }

  @Test
  void eachIntervalIsAStage() {
    assertThat(stages(interval(10, 50), interval(10, 150))).containsExactly(0.5, 1.5);
    // the last interval is shorter: 25 seconds in two stages
    assertThat(stages(interval(20, 100), interval(5, 600)))
        .containsExactly(0.5, (7.5 * 100 + 5 * 600) / 12.5 / 200);
  }

  @Test
  void aLongCurveHasTwentyStagesWithTheSameMean() {
    Interval[] day =
        IntStream.range(0, 144)
            .mapToObj(i -> interval(600, 1_000 + 900 * Math.sin(i * 2 * Math.PI / 144)))
            .toArray(Interval[]::new);
    List<Double> stages = stages(day);
    assertThat(stages).hasSize(20);
    assertThat(stages.stream().mapToDouble(stage -> stage).average().orElseThrow())
        .isCloseTo(1, within(1e-9));
    assertThat(stages.get(4)).isBetween(1.88, 1.9); // around the peak
  }

  private static List<Double> stages(Interval... curve) {
    return TwinCurve.of(twin(new Calls(Kind.GET, 1_000.0, 1.0), curve)).stages();
  }

  private static Twin twin(Calls calls, Interval... curve) {
    Twin other = Twins.example();
    return Twins.with(
        other.table().families(), other.regions(), Twins.calls(calls), List.of(curve));
  }

  /** Three of four requests are reads. */
  private static Interval interval(double seconds, double perSecond) {
    return new Interval(seconds, perSecond * 3 / 4, perSecond / 4);
  }
}
