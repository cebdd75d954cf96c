package io.hbench.trend.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** How much nights scatter around their level. */
class ScatterTest {
  private static final double SPREAD = MadeNights.SPREAD / 100;

  /** The estimate of a standard deviation from n values is off by 1 / √(2n), seldom by thrice. */
  @Property(tries = 50)
  void theScatterIsTheStandardDeviationOfTheNights(@ForAll @LongRange(min = 0) long seed) {
    assertThat(scatter(100, seed, 0, 0)).isCloseTo(SPREAD, within(0.25 * SPREAD));
  }

  @Property(tries = 20)
  void aChangeOfTheLevelIsNoScatter(@ForAll @LongRange(min = 0) long seed) {
    assertThat(scatter(80, seed, 30, 40)).isCloseTo(SPREAD, within(0.35 * SPREAD));
  }

  @Test
  void aSurpriseTonightIsNoScatter() {
    double[] usual = {100, 102, 99, 101, 98, 100, 101, 99, 102, 100};
    double[] surprise = Arrays.copyOf(usual, usual.length + 1);
    surprise[usual.length] = 150;
    assertThat(scatter(surprise)).isEqualTo(scatter(usual), within(1e-12));
  }

  @Test
  void fewNightsHaveNone() {
    assertThat(scatter(4, 1, 0, 0)).isNaN();
    assertThat(scatter(5, 1, 0, 0)).isPositive();
  }

  private static double scatter(double[] values) {
    List<Instant> times =
        IntStream.range(0, values.length)
            .mapToObj(night -> Instant.EPOCH.plus(Duration.ofDays(night)))
            .toList();
    return ChangeWatch.of(List.of(MadeNights.figure(times, values, 0.05))).get(0).scatter();
  }

  private static double scatter(int nights, long seed, double step, int at) {
    return ChangeWatch.of(MadeNights.INDEPENDENT.figures(1, nights, seed, 0.05, step, at))
        .get(0)
        .scatter();
  }
}
