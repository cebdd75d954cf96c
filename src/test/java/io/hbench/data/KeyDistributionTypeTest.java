package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyDistributionTypeTest {
  /** The rows that come next were carried over the end: those of the second time were others. */
  @Test
  void aStrideHasTheSameRowsEachTime() {
    KeySequence rows = KeySequence.cycle(new KeyRange(10, 20), 4);
    assertThat(LongStream.generate(rows::next).limit(7))
        .containsExactly(10L, 14L, 18L, 10L, 14L, 18L, 10L);
  }

  private static final KeyRange RANGE = new KeyRange(1_000, 1_010);

  @ParameterizedTest
  @EnumSource
  void everyKeyIsInTheRange(KeyDistributionType type) {
    for (int thread = 0; thread < 3; thread++) {
      assertThat(take(type, RANGE, thread, 3, 1_000))
          .allMatch(row -> row >= RANGE.first() && row < RANGE.end());
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSameSeedGivesTheSameKeys(KeyDistributionType type) {
    assertThat(take(type, RANGE, 1, 3, 100)).isEqualTo(take(type, RANGE, 1, 3, 100));
  }

  @ParameterizedTest
  @EnumSource
  void moreThreadsThanRowsStillHaveKeys(KeyDistributionType type) {
    assertThat(take(type, new KeyRange(7, 8), 3, 4, 3)).containsExactly(7L, 7L, 7L);
  }

  @Test
  void sequentialThreadsWalkTheWholeRangeBeforeTheyRepeat() {
    List<Long> all = new ArrayList<>();
    for (int thread = 0; thread < 3; thread++) {
      int share = (int) RANGE.part(thread, 3).size();
      List<Long> walked = take(KeyDistributionType.SEQUENTIAL, RANGE, thread, 3, share + 1);
      assertThat(walked.get(share)).isEqualTo(walked.get(0));
      all.addAll(walked.subList(0, share));
    }
    assertThat(all).containsExactlyElementsOf(LongStream.range(1_000, 1_010).boxed().toList());
  }

  @Test
  void uniformThreadsOfATaskDrawDifferentKeys() {
    KeyRange rows = KeyRange.ofRows(1 << 30);
    assertThat(take(KeyDistributionType.UNIFORM, rows, 0, 2, 10))
        .doesNotContainAnyElementsOf(take(KeyDistributionType.UNIFORM, rows, 1, 2, 10));
  }

  @ParameterizedTest
  @EnumSource
  void moreRowsThanAnIntCanCountAreSupported(KeyDistributionType type) {
    KeyRange rows = KeyRange.ofRows(Math.min(type.maxRows(), 1L << 60));
    assertThat(take(type, rows, 0, 1, 1_000))
        .allMatch(row -> row >= 0 && row < rows.end())
        .anyMatch(row -> row > rows.end() / 2 || type == KeyDistributionType.SEQUENTIAL);
  }

  private static List<Long> take(
      KeyDistributionType type, KeyRange rows, int thread, int threads, int n) {
    KeySequence keys =
        KeyDistribution.parse(type.toString())
            .sequence(
                new KeySpace(rows, rows.part(thread, threads), 42, thread, new FixedRows(rows)));
    return LongStream.generate(keys::next).limit(n).boxed().toList();
  }
}
