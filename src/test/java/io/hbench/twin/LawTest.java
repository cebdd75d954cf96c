package io.hbench.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LawTest {
  @Test
  void aTwentiethIsTheMeanOfItsLengths() {
    Law law = Law.of(IntStream.rangeClosed(1, 100).map(i -> 101 - i).toArray());
    assertThat(law.count()).isEqualTo(100);
    assertThat(law.mean()).isEqualTo(50.5);
    assertThat(law.twentieths()).hasSize(20).startsWith(3.0, 8.0).endsWith(98.0);
  }

  @Test
  void aLengthCountsInTwoTwentiethsByItsShares() {
    Law law = Law.of(new int[] {10, 20, 60});
    assertThat(law.mean()).isEqualTo(30);
    assertThat(law.twentieths().subList(0, 6)).allMatch(mean -> Math.abs(mean - 10) < 1e-9);
    assertThat(law.twentieths().get(6)).isCloseTo((2 * 10 + 20) / 3.0, within(1e-9));
    assertThat(law.twentieths().stream().mapToDouble(mean -> mean).average().orElse(0))
        .isCloseTo(law.mean(), within(1e-9));
  }

  @Test
  void oneLengthIsAllTwentieths() {
    assertThat(Law.of(new int[] {7})).isEqualTo(new Law(1, 7, Collections.nCopies(20, 7.0)));
    assertThat(Law.of(new int[0])).isNull();
  }
}
