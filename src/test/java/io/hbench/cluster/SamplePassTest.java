package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplePassTest {

  @Test
  void regionsContributeKeysInProportionToTheirSizes() {
    assertThat(SamplePass.shares(List.of(10L, 30L, 60L), 1_000, 1)).containsExactly(100, 300, 600);
    assertThat(SamplePass.shares(List.of(7L, 7L, 7L), 100, 1)).containsExactly(33, 34, 33);
  }

  @Test
  void eachRegionContributesAtLeastOneKey() {
    assertThat(SamplePass.shares(List.of(0L, 1_000_000L, 0L), 100, 1)).containsExactly(1, 100, 1);
    assertThat(SamplePass.shares(List.of(5L, 5L, 5L), 1, 1)).containsExactly(1, 1, 1);
  }

  /** Or a third of a copy could be of half a percent of the bytes. */
  @Test
  void smallRegionsHaveNoMoreThanTheirShareOfACopy() {
    assertThat(SamplePass.shares(List.of(5_000L, 1L, 5_000L, 1L, 1L), 10, 0))
        .containsExactly(5, 0, 5, 0, 0);
  }

  @Test
  void anUnknownSizeIsReplacedByTheMean() {
    assertThat(SamplePass.shares(List.of(20L, -1L, 40L), 90, 1)).containsExactly(20, 30, 40);
    assertThat(SamplePass.shares(List.of(-1L, -1L), 100, 1)).containsExactly(50, 50);
    assertThat(SamplePass.shares(List.of(0L, 0L, 0L, 0L), 100, 1)).containsExactly(25, 25, 25, 25);
  }
}
