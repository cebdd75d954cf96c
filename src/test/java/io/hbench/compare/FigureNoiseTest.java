package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Throughputs of made intervals, whose variance is known. */
class FigureNoiseTest {
  private static final int COLUMN = ComparedFigure.THROUGHPUT.column();
  private static final double SCATTER = 0.02;

  @Test
  void theVarianceOfIndependentIntervalsIsThatOfTheirMean() {
    double mean = mean(100, 0);
    assertThat(mean).isCloseTo(SCATTER * SCATTER / 100, within(0.1 * mean));
  }

  /** (1 + 0.6) / (1 - 0.6) = 4 times that of independent intervals. */
  @Test
  void neighboursThatAreAlikeCountForFewer() {
    double mean = mean(100, 0.6);
    assertThat(mean).isCloseTo(4 * SCATTER * SCATTER / 100, within(0.2 * mean));
  }

  @Test
  void theDegreesOfFreedomAreThoseOfThePaper() {
    assertThat(noise(600, 0, 1).freedom()).isEqualTo(28);
    assertThat(noise(25, 0, 1).freedom()).isEqualTo(3);
    assertThat(noise(10, 0, 1).freedom()).isEqualTo(2);
    assertThat(noise(2, 0, 1).freedom()).isEqualTo(1);
  }

  @Test
  void aSingleIntervalShowsNoVariance() {
    assertThat(noise(1, 0, 1).freedom()).isZero();
    assertThat(noise(1, 0, 1).variance(COLUMN)).isZero();
  }

  private static double mean(int intervals, double correlation) {
    return LongStream.range(0, 300)
        .mapToDouble(seed -> noise(intervals, correlation, seed).variance(COLUMN))
        .average()
        .orElseThrow();
  }

  private static FigureNoise noise(int intervals, double correlation, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] requests = new long[intervals];
    double level = random.nextGaussian();
    for (int i = 0; i < intervals; i++) {
      requests[i] = Math.round(1e6 * Math.exp(SCATTER * level));
      level =
          correlation * level + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
    }
    double[] seconds = new double[intervals];
    Arrays.fill(seconds, 1);
    long[] none = new long[intervals];
    return FigureNoise.ofIntervals(
        new RunParts(
            seconds, requests, none, none, none, new long[intervals][RunParts.BINS], false));
  }
}
