package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How many rows scans ask for. */
class ScanLengthsTest {
  private static final int SCANS = 20_000;

  @ParameterizedTest
  @EnumSource(ScanLengths.class)
  void aScanHasBetweenOneRowAndTheMaximum(ScanLengths lengths) {
    assertThat(IntStream.of(lengths(lengths, 7)).boxed())
        .allMatch(rows -> rows >= 1 && rows <= 7)
        .contains(7);
    assertThat(lengths(lengths, 1)).containsOnly(1);
  }

  @Test
  void uniformLengthsHaveTheSameProbability() {
    int[] lengths = lengths(ScanLengths.UNIFORM, 100);
    assertThat(IntStream.of(lengths).average().orElseThrow()).isBetween(49.5, 51.5);
    assertThat(IntStream.of(lengths).filter(rows -> rows == 1).count()).isBetween(130L, 270L);
  }

  /** The weight of 1 is 1 / (sum of k^-0.99 for k up to 100), which is 19 percent. */
  @Test
  void zipfianLengthsAreMostlyShort() {
    int[] lengths = lengths(ScanLengths.ZIPFIAN, 100);
    assertThat(IntStream.of(lengths).filter(rows -> rows == 1).count())
        .isBetween((long) (0.17 * SCANS), (long) (0.21 * SCANS));
  }

  private static int[] lengths(ScanLengths lengths, int most) {
    return IntStream.range(0, SCANS).map(i -> lengths.rows(most, Seeds.derive(1, i))).toArray();
  }
}
