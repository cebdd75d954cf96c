package io.hbench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;
import org.assertj.core.data.Offset;

class TimeBlocksTest {
  private static final long DAY = 86_400_000_000_000L;

  @Property(tries = 200)
  void everyLatencyIsInTheBlockOfItsTimeHoweverLongTheRunIs(
      @ForAll @NotEmpty List<@LongRange(min = 0, max = DAY) Long> times) {
    TimeBlocks blocks = new TimeBlocks();
    times.forEach(time -> blocks.add(time, time % 7 + 1));
    long last = times.stream().mapToLong(Long::longValue).max().orElseThrow();
    assertThat(last >> blocks.power()).isLessThan(TimeBlocks.MAX);
    for (int i = 0; i < TimeBlocks.MAX; i++) {
      int block = i;
      List<Long> in = times.stream().filter(time -> time >> blocks.power() == block).toList();
      assertThat(blocks.counts()[i]).isEqualTo(in.size());
      assertThat(blocks.sums()[i])
          .isCloseTo(
              in.stream().mapToDouble(time -> Math.log(time % 7 + 1.0)).sum(), Offset.offset(1e-9));
    }
  }

  @Property(tries = 50)
  void theLogarithmsOfManyLongLatenciesAreAdded(
      @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long latency) {
    TimeBlocks blocks = new TimeBlocks();
    for (int i = 0; i < 1_000; i++) {
      blocks.add(0, latency);
    }
    double expected = 1_000 * Math.log((double) latency);
    assertThat(blocks.sums()[0]).isCloseTo(expected, Offset.offset(1e-9 * Math.max(1, expected)));
  }

  @Property(tries = 50)
  void aLongRunHasMoreThanHalfOfTheBlocks(@ForAll @LongRange(min = 0, max = DAY) long last) {
    TimeBlocks blocks = new TimeBlocks();
    for (int i = 0; i <= 1_000; i++) {
      blocks.add(last / 1_000 * i, 1);
    }
    long used = Arrays.stream(blocks.counts()).filter(count -> count > 0).count();
    if (last > 1L << (TimeBlocks.SHORTEST + 6)) {
      assertThat(used).isBetween(TimeBlocks.MAX / 2L, (long) TimeBlocks.MAX);
    }
  }
}
