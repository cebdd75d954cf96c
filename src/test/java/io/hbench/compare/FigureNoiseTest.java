package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.figure.Figure;
import io.hbench.kit.Chance;
import io.hbench.latency.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.junit.jupiter.api.Test;

/** Throughputs of made intervals, whose variance is known. */
class FigureNoiseTest {
  private static final int COLUMN = RunParts.column(Figure.THROUGHPUT);
  private static final double SCATTER = 0.02;

  @Test
  void theVarianceOfIndependentIntervalsIsThatOfTheirMean() {
    hasMean(SCATTER * SCATTER / 100, variances(100, 0));
  }

  /** (1 + 0.6) / (1 - 0.6) = 4 times that of independent intervals. */
  @Test
  void neighboursThatAreAlikeCountForFewer() {
    hasMean(4 * SCATTER * SCATTER / 100, variances(100, 0.6));
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

  private static SummaryStatistics variances(int intervals, double correlation) {
    SummaryStatistics variances = new SummaryStatistics();
    LongStream.range(0, 300)
        .mapToDouble(seed -> noise(intervals, correlation, seed).variance() / intervals)
        .forEach(variances::addValue);
    return variances;
  }

  /** A tenth is the bias that the estimates may have. */
  private static void hasMean(double expected, SummaryStatistics variances) {
    double error = variances.getStandardDeviation() / Math.sqrt((double) variances.getN());
    assertThat(variances.getMean())
        .isCloseTo(expected, within(0.1 * expected + Chance.reach(Chance.ONCE, error)));
  }

  private static FigureNoise.Pooled noise(int intervals, double correlation, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<RunParts.Part> parts = new ArrayList<>();
    double level = random.nextGaussian();
    for (int i = 0; i < intervals; i++) {
      RunParts.Part part = new RunParts.Part(Timing.RESPONSE, OptionalLong.empty());
      part.requests = Math.round(1e6 * Math.exp(SCATTER * level));
      parts.add(part);
      level =
          correlation * level + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
    }
    return FigureNoise.pooled(
        List.of(FigureNoise.ofIntervals(RunParts.equallyLong(parts))), COLUMN);
  }
}
