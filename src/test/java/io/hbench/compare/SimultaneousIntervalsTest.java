package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimultaneousIntervalsTest {
  private static final double CONFIDENCE = 0.95;

  @Test
  void independentFiguresAreCorrectedForEach() {
    assertThat(level(matrix(10, 0))).isCloseTo(Math.pow(CONFIDENCE, 0.1), within(5e-4));
  }

  @Test
  void perfectlyCorrelatedFiguresCountOnce() {
    assertThat(level(matrix(10, 1))).isCloseTo(CONFIDENCE, within(5e-3));
  }

  @Test
  void correlatedFiguresNeedASmallerCorrection() {
    assertThat(level(matrix(10, 0.9))).isBetween(CONFIDENCE + 0.01, 0.99);
  }

  @Test
  void independentSetsAreCorrectedTogether() {
    double level = level(matrix(5, 0), matrix(5, 0));
    assertThat(level).isCloseTo(Math.pow(CONFIDENCE, 0.1), within(5e-4));
  }

  @Test
  void noFiguresNeedNoCorrection() {
    assertThat(level()).isEqualTo(CONFIDENCE);
  }

  @Test
  void fewDegreesOfFreedomGiveWideIntervals() {
    SimultaneousIntervals two = new SimultaneousIntervals(0.95); // from any table of Student's t
    assertThat(two.reach(1)).isCloseTo(12.71, within(0.01));
    assertThat(two.reach(8)).isCloseTo(2.306, within(0.001));
  }

  private static double level(double[][]... correlations) {
    return SimultaneousIntervals.of(CONFIDENCE, List.of(correlations)).pointwise();
  }

  private static double[][] matrix(int size, double correlation) {
    double[][] matrix = new double[size][size];
    for (int i = 0; i < size; i++) {
      Arrays.fill(matrix[i], correlation);
      matrix[i][i] = 1;
    }
    return matrix;
  }
}
