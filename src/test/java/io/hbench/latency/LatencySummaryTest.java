package io.hbench.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

  /** A histogram of 1, 2, … microseconds. */
  private static Histogram histogram(int count) {
    Histogram histogram = new Histogram(3);
    for (int i = 1; i <= count; i++) {
      histogram.recordValue(i * 1_000L);
    }
    return histogram;
  }
}
