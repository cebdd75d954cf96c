package io.hbench.length;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Chance;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongRunVarianceTest {
  private static final int RUNS = 4_000;
  private static final int LENGTH = 200;

  /** The noise of the mean of a series with a correlation of neighbours. */
  private static double[] series(double correlation, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] series = new double[LENGTH];
    double x = gaussian(random) / Math.sqrt(1 - correlation * correlation);
    for (int i = 0; i < LENGTH; i++) {
      series[i] = x;
      x = correlation * x + gaussian(random);
    }
    return series;
  }

  private static double gaussian(SplittableRandom random) {
    return Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3, 0.6})
  void anIntervalContainsTheMeanAsOftenAsItSays(double correlation) {
    long wrong =
        IntStream.range(0, RUNS)
            .mapToObj(seed -> series(correlation, seed))
            .filter(
                s ->
                    Math.abs(Arrays.stream(s).average().orElse(0))
                        > new LongRunVariance(s).reach(0.02))
            .count();
    double most = correlation < 0.5 ? 0.02 : 0.03; // memory is estimated, and too small at times
    assertThat(wrong).isBetween(Chance.atLeast(RUNS, 0.02), Chance.atMost(RUNS, most));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.6})
  void noiseIsSeldomATrend(double correlation) {
    long trends =
        IntStream.range(0, RUNS)
            .filter(seed -> new LongRunVariance(series(correlation, seed)).hasTrend(0.01))
            .count();
    assertThat(trends).isBetween(Chance.atLeast(RUNS, 0.01), Chance.atMost(RUNS, 0.01));
  }

  @Test
  void aLineIsATrendOfItsRise() {
    double[] line = new double[LENGTH];
    Arrays.setAll(line, i -> 7.0 * i / LENGTH);
    LongRunVariance variance = new LongRunVariance(line);
    assertThat(variance.trend()).isBetween(6.9, 7.1);
    assertThat(variance.hasTrend(0.01)).isTrue();
  }
}
