package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class KeyRangeTest {

  @Property
  void partsCoverEveryRowExactlyOnce(
      @ForAll @LongRange(min = 0) long a,
      @ForAll @LongRange(min = 0) long b,
      @ForAll @IntRange(min = 1, max = 300) int parts) {
    KeyRange range = new KeyRange(Math.min(a, b), Math.max(a, b));
    List<KeyRange> split = split(range, parts);
    assertThat(split).hasSize(parts);
    assertThat(split.get(0).first()).isEqualTo(range.first());
    assertThat(split.get(parts - 1).end()).isEqualTo(range.end());
    for (int i = 1; i < parts; i++) {
      assertThat(split.get(i).first()).isEqualTo(split.get(i - 1).end());
    }
  }

  @Property
  void partsDifferByAtMostOneRow(
      @ForAll @LongRange(min = 0) long rows, @ForAll @IntRange(min = 1, max = 300) int parts) {
    List<Long> sizes = split(KeyRange.ofRows(rows), parts).stream().map(KeyRange::size).toList();
    assertThat(sizes.get(0) - sizes.get(parts - 1)).isBetween(0L, 1L);
    assertThat(sizes).isSortedAccordingTo((x, y) -> Long.compare(y, x));
  }

  @Test
  void theLargestRangeIsSplitWithoutOverflow() {
    List<KeyRange> split = split(KeyRange.ofRows(Long.MAX_VALUE), 7);
    assertThat(split.get(6).end()).isEqualTo(Long.MAX_VALUE);
    assertThat(split.stream().mapToLong(KeyRange::size).sum()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aRangeThatEndsBeforeItStartsIsRefused() {
    assertThatThrownBy(() -> new KeyRange(10, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a key range: 10 to 5");
  }

  private static List<KeyRange> split(KeyRange range, int parts) {
    return IntStream.range(0, parts).mapToObj(i -> range.part(i, parts)).toList();
  }
}
