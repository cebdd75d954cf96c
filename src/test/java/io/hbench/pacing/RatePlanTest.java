package io.hbench.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Chance;
import io.hbench.settings.Arrival;
import io.hbench.settings.Rate;
import io.hbench.settings.SettingType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RatePlanTest {
  private static final long SECOND = 1_000_000_000L;

  private static RatePlan plan(String rate, int warmupSeconds, Integer seconds) {
    return new RatePlan(
        Rate.parse(rate),
        Duration.ofSeconds(warmupSeconds),
        Optional.ofNullable(seconds).map(Duration::ofSeconds));
  }

  @Test
  void aBillionRequestsDoNotDriftByANanosecond() {
    for (String rate : new String[] {"5k", "1k", "999983", "12345.678", "10M"}) {
      RatePlan plan = plan(rate, 0, null);
      BigDecimal perSecond = SettingType.perSecond(rate);
      for (long i = 0; i <= 1_000_000_000L; i += 9_999_991) {
        BigDecimal exact =
            BigDecimal.valueOf(i)
                .multiply(BigDecimal.valueOf(SECOND))
                .divide(perSecond, 6, RoundingMode.HALF_UP);
        assertThat(BigDecimal.valueOf(plan.nanosOf((double) i)).subtract(exact).abs())
            .as("request %d at %s", i, rate)
            .isLessThanOrEqualTo(BigDecimal.ONE);
      }
    }
  }

  @Property
  void aRampHasAsManyRequestsAsTheAreaUnderIt(
      @ForAll @LongRange(min = 1, max = 100_000) long from,
      @ForAll @LongRange(min = 1, max = 100_000) long to,
      @ForAll @LongRange(min = 0, max = 999) long permille) {
    RatePlan plan = plan(from + ".." + to, 0, 100);
    double all = (from + to) / 2.0 * 100;
    double index = all * permille / 1000;
    double t = plan.nanosOf(index) / 1e9;
    assertThat(from * t + (to - from) * t * t / 200).isCloseTo(index, within(1e-3 + all * 1e-9));
  }

  @Test
  void theWarmUpRunsAtTheFirstLevelAndStagesDivideTheWindow() {
    RatePlan plan = plan("10,20,40", 5, 30);
    assertThat(plan.nanosOf(0)).isZero();
    assertThat(plan.nanosOf(49)).isEqualTo(4_900_000_000L);
    assertThat(plan.nanosOf(50)).isEqualTo(5 * SECOND);
    assertThat(plan.nanosOf(150)).isEqualTo(15 * SECOND);
    assertThat(plan.nanosOf(150 + 200)).isEqualTo(25 * SECOND);
    assertThat(plan.nanosOf(150 + 200 + 40)).isEqualTo(26 * SECOND);
  }

  @Test
  void theThreadsHaveEachIndexOnce() {
    BigInteger seen = BigInteger.ZERO;
    for (int thread = 0; thread < 7; thread++) {
      var indexes = RatePlan.indexes(Arrival.CONSTANT, thread, 7, 0);
      for (int i = 0; i < 10; i++) {
        int index = (int) indexes.getAsDouble();
        assertThat(seen.testBit(index)).isFalse();
        seen = seen.setBit(index);
      }
    }
    assertThat(seen).isEqualTo(BigInteger.ONE.shiftLeft(70).subtract(BigInteger.ONE));
  }

  @Test
  void poissonArrivalsHaveRateAndVarianceOfAPoissonProcess() {
    int threads = 5;
    int seconds = 2_000;
    int[] counts = new int[seconds];
    RatePlan plan = plan("50", 0, null);
    for (int thread = 0; thread < threads; thread++) {
      var indexes = RatePlan.indexes(Arrival.POISSON, thread, threads, thread);
      for (long t = plan.nanosOf(indexes.getAsDouble());
          t < seconds * SECOND;
          t = plan.nanosOf(indexes.getAsDouble())) {
        counts[(int) (t / SECOND)]++;
      }
    }
    double mean = 0;
    for (int count : counts) {
      mean += count / (double) seconds;
    }
    double variance = 0;
    for (int count : counts) {
      variance += (count - mean) * (count - mean) / seconds;
    }
    assertThat(mean).isCloseTo(50, within(Chance.reach(Chance.ONCE, Math.sqrt(50.0 / seconds))));
    assertThat(variance / mean)
        .isCloseTo(1, within(Chance.reach(Chance.ONCE, Math.sqrt(2.0 / seconds))));
  }

  @Test
  void theSameSeedGivesTheSameSchedule() {
    var one = RatePlan.indexes(Arrival.POISSON, 1, 4, 42);
    var two = RatePlan.indexes(Arrival.POISSON, 1, 4, 42);
    var other = RatePlan.indexes(Arrival.POISSON, 1, 4, 43);
    for (int i = 0; i < 100; i++) {
      double index = one.getAsDouble();
      assertThat(two.getAsDouble()).isEqualTo(index);
      assertThat(other.getAsDouble()).isNotEqualTo(index);
    }
  }
}
