package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockLengthTest {
  private static final int LENGTH = 1_000;

  /** The best length is known for an autoregressive process: the rule's own formula for it. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.6, 0.8})
  void blocksGrowWithTheAutocorrelation(double correlation) {
    double known = 2 * correlation / (1 - correlation * correlation);
    double best = Math.cbrt(1.5 * known * known * LENGTH);
    assertThat(mean(correlation)).isCloseTo(best, within(0.3 * best));
  }

  @Test
  void uncorrelatedSeriesHaveBlocksOfAboutOne() {
    assertThat(mean(0)).isBetween(1.0, 3.0);
  }

  @Test
  void aBlockIsAtMostAThirdOfTheSeries() {
    double[] drift = IntStream.range(0, 60).asDoubleStream().toArray();
    assertThat(BlockLength.of(drift)).isBetween(10, 20);
  }

  @Test
  void shortAndConstantSeriesHaveBlocksOfOne() {
    assertThat(BlockLength.of(new double[] {1, 2, 1})).isEqualTo(1);
    assertThat(BlockLength.of(new double[100])).isEqualTo(1);
    assertThat(BlockLength.of(new double[1])).isEqualTo(1);
  }

  private static double mean(double correlation) {
    return IntStream.range(0, 50)
        .map(seed -> BlockLength.of(series(correlation, seed)))
        .average()
        .orElseThrow();
  }

  private static double[] series(double correlation, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] series = new double[LENGTH];
    for (int i = 1; i < LENGTH; i++) {
      series[i] = correlation * series[i - 1] + random.nextGaussian();
    }
    return series;
  }
}
