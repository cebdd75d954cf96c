package io.hbench.trend.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Chance;
import io.hbench.trend.level.ChangeWatch.Figure;
import io.hbench.trend.level.ChangeWatch.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler.NormalizedGaussian;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * Figures that are adjusted by a canary. The probabilities are those of
 * src/docs/decisions/12-trend.md.
 */
class CanaryTest {
  private static final int HISTORIES = 24;

  @Test
  void theSlopeIsThatOfTheResidualsWithinLevels() {
    double[] covariates = {1, 2, 3, 4, 5, 1, 2, 3, 4, 5};
    double[] values = {2, 4, 6, 8, 10, 102, 104, 106, 108, 110};
    Slope slope = Slope.of(values, covariates, List.of(0, 5, 10), 0, 1e-9);
    assertThat(slope.value()).isCloseTo(2, within(1e-6));
    assertThat(Slope.of(values, covariates, List.of(0, 5, 10), 0.5, 1e-9).value())
        .isCloseTo(2, within(1e-6));
    Arrays.fill(covariates, 3, 7, Double.NaN);
    assertThat(Slope.of(values, covariates, List.of(0, 5, 10), 0, 1e-9))
        .as("two levels, six nights")
        .isEqualTo(Slope.NONE);
  }

  @Test
  void aSlopeIsZeroUntilItIsKnown() {
    double[] values = {1, 2, 3, 4, 5, 6};
    assertThat(Slope.of(values, values, List.of(0, 6), 0, 1e-9)).isEqualTo(Slope.NONE);
    double[] more = {1, 2, 3, 4, 5, 6, 7};
    assertThat(Slope.of(more, more, List.of(0, 7), 0, 1e-9).value()).isCloseTo(1, within(1e-6));
  }

  /** Over many histories, and for a slope of 1, whose variance is known. */
  @Test
  void theSlopeIsNearlyUnbiasedWhereItMattersAndSmallWhereItDoesNot() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    NormalizedGaussian normal = NormalizedGaussian.of(random);
    double sum = 0;
    double squares = 0;
    for (int history = 0; history < 1_000; history++) {
      double[] covariates = IntStream.range(0, 30).mapToDouble(t -> normal.sample()).toArray();
      double[] own = IntStream.range(0, 30).mapToDouble(t -> normal.sample() / 2).toArray();
      double[] values = IntStream.range(0, 30).mapToDouble(t -> own[t] + covariates[t]).toArray();
      sum += Slope.of(values, covariates, List.of(0, 30), 0, 0).value();
      double noise = Slope.of(own, covariates, List.of(0, 30), 0, 0).value();
      squares += noise * noise;
    }
    double unshrunk = 0.25 / 27; // variance of the noise over (n − 3) of the covariate
    assertThat(sum / 1_000)
        .as("shrunk by 4 % at most")
        .isCloseTo(1, within(0.04 + Chance.reach(Chance.ONCE, Math.sqrt(unshrunk / 1_000))));
    assertThat(squares / 1_000)
        .as("half of it at most")
        .isLessThan(0.5 * unshrunk * (1 + Chance.reach(Chance.ONCE, Math.sqrt(2.0 / 1_000))));
  }

  @Test
  void aStepIsFoundMoreOftenWhereNightsAreSlowTogether() {
    double more = HISTORIES * (0.8 - 0.23);
    double variance = HISTORIES * (0.8 * 0.2 + 0.23 * 0.77);
    assertThat((double) found(CanaryNights.COMMON, true) - found(CanaryNights.COMMON, false))
        .isGreaterThan(more - Chance.reach(Chance.ONCE, Math.sqrt(variance)));
  }

  @Test
  void aCanaryThatSaysNothingHidesNothing() {
    assertThat(found(CanaryNights.INDEPENDENT, true))
        .isGreaterThanOrEqualTo(Chance.atLeast(HISTORIES, 0.27));
  }

  private static long found(CanaryNights nights, boolean canary) {
    return LongStream.range(0, HISTORIES).filter(seed -> nights.isFound(canary, 12, seed)).count();
  }

  @Test
  void thereAreNoMoreFalseAlarmsWithACanary() {
    for (CanaryNights nights : List.of(CanaryNights.COMMON_AR_6, CanaryNights.INDEPENDENT)) {
      assertThat((long) alarms(nights, true))
          .as("%s", nights)
          .isLessThanOrEqualTo(Chance.atMost(2 * 60, 0.0056));
    }
  }

  private static int alarms(CanaryNights nights, boolean canary) {
    return IntStream.range(0, 2).map(seed -> nights.alarmNights(canary, 60, seed)).sum();
  }

  @Test
  void aNightThatIsSlowInAllIsNoSurprise() {
    long surprised =
        LongStream.range(0, 5)
            .filter(seed -> CanaryNights.COMMON.isAnySurprise(true, 0.25, seed))
            .count();
    assertThat(surprised).isLessThanOrEqualTo(Chance.atMost(5, 0.01));
    assertThat(CanaryNights.COMMON.isAnySurprise(false, 0.25, 1)).isTrue();
  }

  /** As without a canary: so the exit code of a night is the same whenever it is asked for. */
  @Property(tries = 10)
  void whatANightHasFoundLaterNightsFindToo(@ForAll @IntRange(min = 1, max = 1_000_000) int seed) {
    List<Figure> all =
        CanaryNights.COMMON_AR_6.figures(true, 60, seed, 0.01, 0.1, 0.3, 35).subList(0, 5);
    List<Figure> first =
        all.stream()
            .map(
                one ->
                    new Figure(one.values().subList(0, 40), false, one.margin(), one.covariate()))
            .toList();
    assertThat(seen(ChangeWatch.of(all), 40)).isEqualTo(seen(ChangeWatch.of(first), 40));
  }

  private static List<List<Integer>> seen(List<Watched> watched, int before) {
    return watched.stream()
        .map(
            one -> one.changes().stream().map(Found::seen).filter(night -> night < before).toList())
        .toList();
  }

  @Test
  void aCanarysOwnNewLevelIsItsUsualOneAndSoIsThatAfterAnUpgrade() {
    double[] canarys = new double[40];
    for (int t = 0; t < canarys.length; t++) {
      canarys[t] = (t < 20 ? 100 : 130) * (1 + 0.01 * (t * 7 % 5 - 2));
    }
    assertThat(deviations(canarys, List.of(), 21)[20]).isCloseTo(Math.log(1.3), within(0.05));
    assertThat(deviations(canarys, List.of(), 40)[20]).isCloseTo(0, within(0.03));
    assertThat(deviations(canarys, List.of(20), 21)[20]).as("unknown").isNaN();
    assertThat(deviations(canarys, List.of(20), 23)[20]).isCloseTo(0, within(0.03));
    assertThat(deviations(canarys, List.of(20), 21)[19]).isCloseTo(0, within(0.03));
  }

  private static double[] deviations(double[] canarys, List<Integer> upgrades, int nights) {
    List<Instant> times = new ArrayList<>();
    List<Canary.Night> names = new ArrayList<>();
    for (int t = 0; t < canarys.length; t++) {
      times.add(Instant.EPOCH.plus(Duration.ofDays(t)));
      names.add(new Canary.Night("night-" + t, times.get(t)));
    }
    Canary canary = new Canary(names, MadeNights.figure(times, canarys, 0.05), upgrades);
    return Canary.mean(List.of(canary), names).apply(nights);
  }

  @Test
  void aNightWithoutACanaryIsNotAdjusted() {
    List<Instant> times =
        IntStream.range(0, 10).mapToObj(t -> Instant.EPOCH.plus(Duration.ofDays(t))).toList();
    List<Canary.Night> names =
        IntStream.range(0, 10).mapToObj(t -> new Canary.Night("night-" + t, times.get(t))).toList();
    double[] values = IntStream.range(0, 8).mapToDouble(t -> 100 + t % 3).toArray();
    Canary canary =
        new Canary(
            names.subList(2, 10), MadeNights.figure(times.subList(2, 10), values, 0), List.of());
    double[] deviations = Canary.mean(List.of(canary), names).apply(9);
    assertThat(deviations).hasSize(9);
    assertThat(Arrays.copyOf(deviations, 2)).containsOnly(Double.NaN);
    assertThat(Arrays.copyOfRange(deviations, 2, 9)).doesNotContain(Double.NaN);
    assertThat(Canary.mean(List.of(canary), names).apply(1)).containsOnly(Double.NaN);
  }
}
