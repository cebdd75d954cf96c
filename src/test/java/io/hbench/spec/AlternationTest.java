package io.hbench.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Chance;
import io.hbench.latency.Side;
import io.hbench.latency.Window;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class AlternationTest {
  private static final long START = 7_000;
  private static final long INTERVAL = 1_000;
  private static final Window WINDOW = new Window(START, START + 600 * INTERVAL, INTERVAL);

  @Property
  void eachPairHasOneIntervalOfEachSide(
      @ForAll long seed, @ForAll @IntRange(min = -3, max = 1_000_000) int pair) {
    long first = START + 2L * pair * INTERVAL;
    Alternation baseline = of(Side.BASELINE, seed);
    assertThat(baseline.includes(first)).isNotEqualTo(baseline.includes(first + INTERVAL));
  }

  @Property
  void eachTimeBelongsToOneSide(@ForAll long seed, @ForAll @LongRange(min = 0) long nanos) {
    assertThat(of(Side.BASELINE, seed).includes(nanos))
        .isNotEqualTo(of(Side.CANDIDATE, seed).includes(nanos));
  }

  @Property
  void theNextTimeIsTheFirstThatTheSideHas(
      @ForAll long seed,
      @ForAll Side side,
      @ForAll @LongRange(min = 0, max = 1_000_000_000) long nanos) {
    Alternation alternation = of(side, seed);
    long next = alternation.next(nanos);
    assertThat(alternation.includes(next)).isTrue();
    assertThat(next).isBetween(nanos, nanos + 3 * INTERVAL);
    assertThat(LongStream.range(nanos, next).noneMatch(alternation::includes)).isTrue();
  }

  @Test
  void eitherSideIsFirstInHalfOfThePairs() {
    Alternation baseline = of(Side.BASELINE, 1);
    long first =
        LongStream.range(0, 1_000)
            .filter(pair -> baseline.includes(START + 2L * pair * INTERVAL))
            .count();
    assertThat(first).isBetween(Chance.atLeast(1_000, 0.5), Chance.atMost(1_000, 0.5));
  }

  @Test
  void theOrderDependsOnTheSeed() {
    assertThat(firsts(1)).isEqualTo(firsts(1)).isNotEqualTo(firsts(2));
  }

  @Test
  void theGuardIsTheFirstTenthOfAnInterval() {
    Alternation alternation = of(Side.BASELINE, 1);
    for (long start : new long[] {0, START - INTERVAL, START, START + 5 * INTERVAL}) {
      assertThat(alternation.isGuard(start)).isOne();
      assertThat(alternation.isGuard(start + 99)).isOne();
      assertThat(alternation.isGuard(start + 100)).isZero();
      assertThat(alternation.isGuard(start + 999)).isZero();
    }
    assertThat(alternation.measuredSeconds()).isEqualTo(900e-9);
  }

  /** Caches that the neighbours have filled outlast their requests. */
  @Test
  void theGuardOfTenantsIsTheFirstThird() {
    Alternation alternation = new Alternation(Side.BASELINE, WINDOW, 1, Alternation.OF_TENANTS);
    assertThat(alternation.isGuard(START + 332)).isOne();
    assertThat(alternation.isGuard(START + 333)).isZero();
    assertThat(alternation.measuredSeconds()).isEqualTo(667e-9);
  }

  private static boolean[] firsts(long seed) {
    Alternation baseline = of(Side.BASELINE, seed);
    boolean[] firsts = new boolean[64];
    for (int pair = 0; pair < firsts.length; pair++) {
      firsts[pair] = baseline.includes(START + 2L * pair * INTERVAL);
    }
    return firsts;
  }

  private static Alternation of(Side side, long seed) {
    return new Alternation(side, WINDOW, seed, Alternation.OF_A_DUET);
  }
}
