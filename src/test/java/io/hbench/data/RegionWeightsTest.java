package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionWeightsTest {

  @Test
  void regionsDivideTheRowsByTheirWeights() {
    RegionWeights weights = RegionWeights.parse("rows reads writes\n60 1 1\n0 1 1\n30 1 1\n10 1 1");
    assertThat(weights.ranges(new KeyRange(1_000, 2_004)))
        .containsExactly(
            new KeyRange(1_000, 1_601), // a row and 60 % of 1,000
            new KeyRange(1_601, 1_602), // a region has a row, whatever its weight
            new KeyRange(1_602, 1_903),
            new KeyRange(1_903, 2_004));
    assertThat(weights.ranges(KeyRange.ofRows(4))).allMatch(range -> range.size() == 1);
    KeyRange all = KeyRange.ofRows(Long.MAX_VALUE);
    List<KeyRange> ranges = weights.ranges(all);
    assertThat(ranges.stream().mapToLong(KeyRange::size).sum()).isEqualTo(all.size());
  }

  @Test
  void weightsOfOneKindHoldForTheOtherIfThatHasNone() {
    RegionWeights read = RegionWeights.parse("rows reads writes\n1 9 0\n1 1 0\n");
    assertThat(read.writes()).containsExactly(9L, 1L);
    RegionWeights written = RegionWeights.parse("rows reads writes\n1 0 9\n1 0 1\n");
    assertThat(written.reads()).containsExactly(9L, 1L);
  }

  @Test
  void theTextIsReadBack() {
    RegionWeights weights = RegionWeights.parse("rows reads writes\r\n\r\n 1\t9 2\r\n1 1 3\r\n");
    assertThat(weights.toString()).isEqualTo("rows reads writes\n1 9 2\n1 1 3");
    assertThat(RegionWeights.parse(weights.toString())).isEqualTo(weights);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "rows reads writes",
        "reads writes rows\n1 1 1",
        "rows reads writes\n1 1",
        "rows reads writes\n1 1 1 1",
        "rows reads writes\n1 x 1",
        "rows reads writes\n1 0 0",
        "rows reads writes\n0 1 1",
        "rows reads writes\n1 -1 1\n1 5 5",
        "rows reads writes\n-1 1 1\n5 1 1",
        "rows reads writes\n1 1 -1\n1 1 5",
        "rows reads writes\n9223372036854775807 1 1\n1 1 1"
      })
  void invalidWeightsAreRefused(String text) {
    assertThatThrownBy(() -> RegionWeights.parse(text))
        .isInstanceOfAny(IllegalArgumentException.class, ArithmeticException.class);
  }
}
