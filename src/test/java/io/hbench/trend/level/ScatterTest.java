package io.hbench.trend.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Chance;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.Test;

/** How much nights scatter around their level. */
class ScatterTest {
  private static final double SPREAD = MadeNights.SPREAD / 100;

  @Property(tries = 50)
  void theScatterIsTheStandardDeviationOfTheNights(@ForAll @LongRange(min = 0) long seed) {
    isEstimate(scatter(100, seed, 0, 0), SPREAD, 99);
  }

  @Property(tries = 20)
  void aChangeOfTheLevelIsNoScatter(@ForAll @LongRange(min = 0) long seed) {
    double mean = SPREAD * Math.sqrt((1 + 1 / (1.3 * 1.3)) / 2); // of shares of 100 and of 130
    isEstimate(scatter(80, seed, 30, 40), mean, 78);
  }

  /** The square of an estimated standard deviation has the distribution of chi-square. */
  private static void isEstimate(double scatter, double deviation, int freedom) {
    ChiSquaredDistribution squares = new ChiSquaredDistribution(freedom);
    double square = freedom * Math.pow(scatter / deviation, 2);
    assertThat(squares.cumulativeProbability(square))
        .as("%s of %s", scatter, deviation)
        .isBetween(Chance.EACH_TIME, 1 - Chance.EACH_TIME);
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
