package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyOrderTest {
  private static final KeyRange RANGE = new KeyRange(1_000, 1_010);

  @ParameterizedTest
  @EnumSource
  void everyKeyIsInTheTasksRange(KeyOrder order) {
    for (int thread = 0; thread < 3; thread++) {
      assertThat(take(order.sequence(RANGE, thread, 3, 42), 1_000))
          .allMatch(row -> row >= RANGE.first() && row < RANGE.end());
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSameSeedGivesTheSameKeys(KeyOrder order) {
    assertThat(take(order.sequence(RANGE, 1, 3, 42), 100))
        .isEqualTo(take(order.sequence(RANGE, 1, 3, 42), 100));
  }

  @ParameterizedTest
  @EnumSource
  void moreThreadsThanRowsStillHaveKeys(KeyOrder order) {
    assertThat(take(order.sequence(new KeyRange(7, 8), 3, 4, 42), 3)).containsExactly(7L, 7L, 7L);
  }

  @Test
  void sequentialThreadsWalkTheWholeRangeBeforeTheyRepeat() {
    List<Long> all = new ArrayList<>();
    for (int thread = 0; thread < 3; thread++) {
      int share = (int) RANGE.part(thread, 3).size();
      List<Long> walked = take(KeyOrder.SEQUENTIAL.sequence(RANGE, thread, 3, 42), share + 1);
      assertThat(walked.get(share)).isEqualTo(walked.get(0));
      all.addAll(walked.subList(0, share));
    }
    assertThat(all).containsExactlyElementsOf(LongStream.range(1_000, 1_010).boxed().toList());
  }

  @Test
  void uniformThreadsDrawEveryRowAboutAsOften() {
    Map<Long, Integer> drawn = new HashMap<>();
    for (int thread = 0; thread < 4; thread++) {
      take(KeyOrder.UNIFORM.sequence(RANGE, thread, 4, 42), 25_000)
          .forEach(row -> drawn.merge(row, 1, Integer::sum));
    }
    // chi-square with 9 degrees of freedom: 33.7 is exceeded once in 10,000 seeds
    double expected = 100_000 / 10.0;
    double chiSquare =
        drawn.values().stream().mapToDouble(n -> (n - expected) * (n - expected) / expected).sum();
    assertThat(drawn).hasSize(10);
    assertThat(chiSquare).isLessThan(33.7);
  }

  @Test
  void uniformThreadsOfATaskDrawDifferentKeys() {
    assertThat(take(KeyOrder.UNIFORM.sequence(KeyRange.ofRows(1 << 30), 0, 2, 42), 10))
        .doesNotContainAnyElementsOf(
            take(KeyOrder.UNIFORM.sequence(KeyRange.ofRows(1 << 30), 1, 2, 42), 10));
  }

  private static List<Long> take(KeySequence keys, int count) {
    return LongStream.generate(keys::next).limit(count).boxed().toList();
  }
}
