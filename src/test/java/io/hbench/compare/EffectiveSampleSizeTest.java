package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EffectiveSampleSizeTest {
  private static final FigureKey P99 = new FigureKey("get", Figure.P99);

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
  void theRunsOfASideAddUp() {
    double[] five = {1, 1, 1, 1, 1};
    assertThat(missing(five)).isPresent();
    assertThat(missing(five, five)).isEmpty();
  }

  @Test
  void throughputOfFewIntervalsIsNotEnough() {
    RunNoise run = run(Figure.THROUGHPUT, 100, 100, 100);
    assertThat(
            EffectiveSampleSize.insufficiency(
                "baseline", new FigureKey("get", Figure.THROUGHPUT), List.of(run)))
        .contains(
            "not enough data: effective sample size 3.0, needs 10 (baseline: 300 requests in 3"
                + " intervals)");
  }

  private static Optional<String> missing(double[]... runs) {
    return EffectiveSampleSize.insufficiency(
        "candidate", P99, Arrays.stream(runs).map(above -> run(Figure.P99, above)).toList());
  }

  private static RunNoise run(Figure figure, double... above) {
    double[][] figures = new double[RunParts.FIGURES.size()][];
    figures[RunParts.column(figure)] = above;
    return new RunNoise(Map.of(), Map.of(), Map.of(), Map.of("get", figures));
  }
}
