package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Chance;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class IndexRangesTest {
  private static final int INDEXES = 200;

  @Property(tries = 100)
  void theLastIndexOutsideIsThatOfANaiveSet(
      @ForAll List<@IntRange(max = INDEXES - 10) Integer> starts, @ForAll long seed) {
    Random random = new Random(seed);
    IndexRanges ranges = new IndexRanges(Integer.MAX_VALUE);
    TreeSet<Long> naive = new TreeSet<>();
    for (long start : starts) {
      long end = start + 1 + random.nextInt(10);
      ranges.add(start, end);
      for (long i = start; i < end; i++) {
        naive.add(i);
      }
      if (random.nextInt(4) == 0) {
        long first = naive.first();
        long after = ranges.remove(first);
        assertThat(after).isEqualTo(outside(naive, first, 1));
        naive.headSet(after).clear();
      }
    }
    for (long i = 0; i < INDEXES + 10; i++) {
      assertThat(ranges.lastOutside(i)).isEqualTo(outside(naive, i, -1));
    }
    assertThat(ranges.size)
        .isEqualTo((int) naive.stream().filter(i -> !naive.contains(i - 1)).count());
  }

  private static long outside(Set<Long> naive, long from, int step) {
    long index = from;
    while (naive.contains(index)) {
      index += step;
    }
    return index;
  }

  @Property(tries = 20)
  void aLimitedSetKeepsAllOfItsIndexesAndTakesInFewOthers(
      @ForAll @IntRange(min = 10, max = 1000) int max, @ForAll long seed) {
    Random random = new Random(seed);
    IndexRanges ranges = new IndexRanges(max);
    TreeSet<Long> naive = new TreeSet<>();
    int indexes = 5_000;
    int mostRanges = 0;
    for (long i = 0; i < indexes; i++) {
      if (random.nextInt(3) == 0) {
        long late = Math.max(0, i - random.nextInt(5));
        ranges.add(late, late + 1);
        naive.add(late);
        mostRanges = Math.max(mostRanges, ranges.size);
      }
    }
    int wrong = 0;
    long farthest = 0;
    for (long i = 0; i < indexes; i++) {
      long outside = ranges.lastOutside(i);
      wrong += naive.contains(outside) || outside > i ? 1 : 0;
      farthest = Math.max(farthest, i - outside);
    }
    assertThat(mostRanges).isLessThanOrEqualTo(max);
    assertThat(wrong).isZero();
    assertThat(farthest).isLessThanOrEqualTo(2L * longestRun(indexes) + 8L * indexes / max);
  }

  /** At both ends of a range that was made of several. An index in three is added, four late. */
  private static int longestRun(int indexes) {
    int length = 1;
    while (indexes
            * (1 - new BinomialDistribution(length + 4, 1 / 3.0).cumulativeProbability(length - 1))
        > Chance.EACH_TIME) {
      length++;
    }
    return length;
  }

  @Test
  void aThreadThatAsksMeanwhileNeverGetsAnIndexOfTheSet() throws Exception {
    IndexRanges ranges = new IndexRanges(50);
    AtomicBoolean wrong = new AtomicBoolean();
    AtomicBoolean ended = new AtomicBoolean();
    ranges.add(1, 1_000);
    Thread reader =
        new Thread(
            () -> {
              for (long i = 1; !ended.get(); i = (i + 2) % 1_000) {
                if (ranges.lastOutside(i) >= i) {
                  wrong.set(true);
                }
              }
            });
    reader.start();
    for (long i = 1_000; i < 1_000_000; i++) {
      if (i < 500_000 || i % 2 == 0) {
        ranges.add(i, i + 1);
      }
    }
    ended.set(true);
    reader.join();
    assertThat(wrong).isFalse();
  }
}
