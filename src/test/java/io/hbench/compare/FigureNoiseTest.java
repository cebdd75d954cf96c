package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
    assertThat(mean).isCloseTo(SCATTER * SCATTER / 100, within(0.15 * mean));
  }

  /** (1 + 0.6) / (1 - 0.6) = 4 times that of independent intervals. */
  @Test
  void neighboursThatAreAlikeCountForFewer() {
    double mean = mean(100, 0.6);
    assertThat(mean).isCloseTo(4 * SCATTER * SCATTER / 100, within(0.2 * mean));
  }

  @Test
  void thereAreFewerDegreesOfFreedomWhereNeighboursAreAlike() {
    assertThat(noise(100, 0, 1).freedom()).isGreaterThan(40);
    assertThat(noise(100, 0.8, 1).freedom()).isBetween(8.0, 12.0);
    assertThat(noise(2, 0, 1).freedom()).isEqualTo(1);
  }

  @Test
  void aSingleIntervalShowsNoVariance() {
    assertThat(noise(1, 0, 1).variance()).isZero();
  }

  private static double mean(int intervals, double correlation) {
    return LongStream.range(0, 300)
        .mapToDouble(seed -> noise(intervals, correlation, seed).variance() / intervals)
        .average()
        .orElseThrow();
  }

  private static FigureNoise.Pooled noise(int intervals, double correlation, long seed) {
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
    RunParts parts =
        new RunParts(
            seconds,
            requests,
            none,
            none,
            none,
            none,
            Map.of(),
            new long[intervals][RunParts.BINS],
            false);
    return FigureNoise.pooled(List.of(FigureNoise.ofIntervals(parts)), COLUMN);
  }
}
