package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The margin is 5 %; ends of intervals are in percent. */
class FigureVerdictTest {

  @ParameterizedTest
  @CsvSource({
    "-1,    2,   EQUIVALENT", //      within the margin
    " 1,    2,   EQUIVALENT", //      significant, but within the margin
    "-2,    8,   INCONCLUSIVE", // no change or more than the margin
    "-8,    8,   INCONCLUSIVE",
    " 1,    8,   REGRESSION", //     significant, and possibly beyond the margin
    " 6,    8,   REGRESSION",
    "-8,   -1,   IMPROVEMENT"
  })
  void withKnownRunVarianceAChangeExcludesZeroAndReachesBeyondTheMargin(
      double low, double high, FigureVerdict expected) {
    assertThat(verdict(low, high, false, true)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "-1,    2,   EQUIVALENT",
    " 1,    8,   INCONCLUSIVE", // two runs of the same load may differ as much
    " 6,    8,   REGRESSION",
    "-8,   -1,   INCONCLUSIVE",
    "-8,   -6,   IMPROVEMENT"
  })
  void withUnknownRunVarianceAChangeLiesEntirelyBeyondTheMargin(
      double low, double high, FigureVerdict expected) {
    assertThat(verdict(low, high, false, false)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"1, 8, IMPROVEMENT", "-8, -1, REGRESSION", "-1, 2, EQUIVALENT"})
  void aHigherThroughputIsAnImprovement(double low, double high, FigureVerdict expected) {
    assertThat(verdict(low, high, true, true)).isEqualTo(expected);
  }

  private static FigureVerdict verdict(
      double low, double high, boolean moreIsBetter, boolean known) {
    return FigureVerdict.of(low / 100, high / 100, 0.05, moreIsBetter, known);
  }
}
