package io.hbench.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencySummaryTest {

  @Test
  void figuresAreInMicroseconds() {
    LatencySummary summary = LatencySummary.of(histogram(1_000));
    assertThat(summary.unit()).isEqualTo("us");
    assertThat(summary.p50()).isCloseTo(500, within(0.5));
    assertThat(summary.p99()).isCloseTo(990, within(1.0));
    assertThat(summary.max()).isCloseTo(1_000, within(1.0));
    assertThat(summary.mean()).isCloseTo(500.5, within(0.5));
  }

  @Test
  void aPercentileWithTooFewRequestsIsNull() {
    assertThat(LatencySummary.of(histogram(99)).p99()).isNull();
    assertThat(LatencySummary.of(histogram(100)).p99()).isNotNull();
    assertThat(LatencySummary.of(histogram(999)).p999()).isNull();
    assertThat(LatencySummary.of(histogram(1_000)).p999()).isNotNull();
  }

  @Test
  void figuresWithoutRequestsAreNull() {
    LatencySummary nothing = LatencySummary.of(new Histogram(3));
    assertThat(nothing.count()).isZero();
    assertThat(nothing.mean()).isNull();
    assertThat(nothing.max()).isNull();
  }

  @Test
  void meanAndDeviationAreThoseOfHdrHistogram() {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      double middle = Math.exp(random.nextDouble() * 23);
      double scatter = Math.exp(-random.nextDouble() * 12);
      Histogram histogram = new Histogram(3);
      for (int n = random.nextInt(1_000); n >= 0; n--) {
        histogram.recordValue((long) (middle * Math.exp(scatter * random.nextGaussian())));
      }
      LatencySummary summary = LatencySummary.of(histogram);
      double mean = histogram.getMean() / 1_000;
      assertThat(summary.mean()).isCloseTo(mean, within(1e-12 * mean));
      assertThat(summary.stddev())
          .isCloseTo(
              histogram.getStdDeviation() / 1_000, within(1e-12 * histogram.getStdDeviation()));
    }
  }

  @Test
  void manyRequestsThatTookTheSameTimeHaveNoDeviation() {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(10_000_000, 999_999_999);
    assertThat(LatencySummary.of(histogram).stddev()).isZero();
  }

  /** A histogram of 1, 2, … microseconds. */
  private static Histogram histogram(int count) {
    Histogram histogram = new Histogram(3);
    for (int i = 1; i <= count; i++) {
      histogram.recordValue(i * 1_000L);
    }
    return histogram;
  }
}
