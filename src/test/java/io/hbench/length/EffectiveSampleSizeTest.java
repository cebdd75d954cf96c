package io.hbench.length;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.figure.Figure;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EffectiveSampleSizeTest {
  @Test
  void requestsInManyIntervalsAreEnough() {
    double[] everywhere = new double[300];
    Arrays.fill(everywhere, 1);
    assertThat(missing(everywhere)).isEmpty();
  }

  @Test
  void aThousandRequestsOfOneStallCountAsOneEvent() {
    double[] stall = new double[300];
    stall[7] = 1_000;
    assertThat(missing(stall))
        .contains(
            "not enough data: effective sample size 1.0, needs 10 (candidate: 1,000 slower requests"
                + " in 1 intervals)");
  }

  @Test
  void nineEventsAreNotEnoughAndTenAre() {
    double[] few = new double[300];
    Arrays.fill(few, 0, 9, 1);
    assertThat(missing(few)).isPresent();
    few[9] = 1;
    assertThat(missing(few)).isEmpty();
  }

  @Test
  void aSizeBelowTheMinimumIsNotRoundedUp() {
    double[] uneven = {100, 101, 100, 101, 100, 101, 100, 101, 100, 101};
    assertThat(missing(uneven))
        .hasValueSatisfying(why -> assertThat(why).contains("size 9.9, needs 10 ("));
  }

  @Test
  void throughputOfFewIntervalsIsNotEnough() {
    assertThat(EffectiveSampleSize.insufficiency("baseline", Figure.THROUGHPUT, 100, 100, 100))
        .contains(
            "not enough data: effective sample size 3.0, needs 10 (baseline: 300 requests in 3"
                + " intervals)");
  }

  private static Optional<String> missing(double... above) {
    return EffectiveSampleSize.insufficiency("candidate", Figure.P99, above);
  }
}
