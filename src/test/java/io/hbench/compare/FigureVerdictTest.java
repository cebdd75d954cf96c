package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The margin is 5 %; ends of intervals are in percent. */
class FigureVerdictTest {

  @ParameterizedTest
  @CsvSource({
    "-1,    2,   SAME", //      nothing that matters
    " 1,    2,   SAME", //      slower for certain, and it does not matter
    "-2,    8,   CANT_TELL", // nothing, or more than the margin
    "-8,    8,   CANT_TELL",
    " 1,    8,   WORSE", //     not noise, and it may be more than the margin
    " 6,    8,   WORSE",
    "-8,   -1,   BETTER"
  })
  void withRepeatsAChangeIsWhatLeavesZeroOutAndReachesTheMargin(
      double low, double high, FigureVerdict judgement) {
    assertThat(judge(low, high, false, true)).isEqualTo(judgement);
  }

  @ParameterizedTest
  @CsvSource({
    "-1,    2,   SAME",
    " 1,    8,   CANT_TELL", // two runs of the same thing may be so far apart
    " 6,    8,   WORSE",
    "-8,   -1,   CANT_TELL",
    "-8,   -6,   BETTER"
  })
  void withoutThemItIsWhatLiesBeyondTheMargin(double low, double high, FigureVerdict judgement) {
    assertThat(judge(low, high, false, false)).isEqualTo(judgement);
  }

  @ParameterizedTest
  @CsvSource({"1, 8, BETTER", "-8, -1, WORSE", "-1, 2, SAME"})
  void moreThroughputIsBetter(double low, double high, FigureVerdict judgement) {
    assertThat(judge(low, high, true, true)).isEqualTo(judgement);
  }

  private static FigureVerdict judge(double low, double high, boolean moreIsBetter, boolean known) {
    return FigureVerdict.of(low / 100, high / 100, 0.05, moreIsBetter, known);
  }
}
