package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Chance;
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
    double deviation = Math.sqrt((100 * 100 - 1) / 12.0 / SCANS);
    assertThat(IntStream.of(lengths).average().orElseThrow())
        .isCloseTo(50.5, within(Chance.reach(Chance.ONCE, deviation)));
    assertThat(ones(lengths)).isBetween(Chance.atLeast(SCANS, 0.01), Chance.atMost(SCANS, 0.01));
  }

  @Test
  void zipfianLengthsAreMostlyShort() {
    int[] lengths = lengths(ScanLengths.ZIPFIAN, 100);
    double one = 1 / IntStream.rangeClosed(1, 100).mapToDouble(k -> Math.pow(k, -0.99)).sum();
    assertThat(ones(lengths)).isBetween(Chance.atLeast(SCANS, one), Chance.atMost(SCANS, one));
  }

  private static long ones(int[] lengths) {
    return IntStream.of(lengths).filter(rows -> rows == 1).count();
  }

  private static int[] lengths(ScanLengths lengths, int most) {
    return IntStream.range(0, SCANS).map(i -> lengths.rows(most, Seeds.derive(1, i))).toArray();
  }
}
