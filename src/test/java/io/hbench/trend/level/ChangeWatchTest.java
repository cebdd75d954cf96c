package io.hbench.trend.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.compare.RNormals;
import io.hbench.kit.Chance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where a level changes: published examples of change points, and how often it is wrong. The
 * probabilities are those of src/docs/decisions/12-trend.md.
 */
class ChangeWatchTest {
  private static final double RESOLUTION = 0.001;

  @Test
  void theRandomNumbersMatchThoseOfR() {
    assertThat(new RNormals(100).next(3, 0, 1)) // set.seed(100); rnorm(3)
        .containsExactly(new double[] {-0.50219235, 0.13153117, -0.07891709}, within(1e-8));
  }

  /** Manual of R's package ecp, e.divisive: {@code c(rnorm(100),rnorm(100,3),rnorm(100,0,2))}. */
  @Test
  void theExampleInTheManualOfEcp() {
    RNormals r = new RNormals(100);
    assertWithinOne(
        concat(r.next(100, 0, 1), r.next(100, 3, 1), r.next(100, 0, 2)), List.of(100, 200));
  }

  /**
   * Apache Otava, tests: test_single_series, SEQUENCE, and the two of test_change_point_detection.
   */
  @Test
  void theExamplesInTheTestsOfOtava() {
    assertWithinOne(
        new double[] {
          1.02, 0.95, 0.99, 1.00, 1.12, 1.00, 1.01, 0.98, 1.01, 0.96, 0.50, 0.51, 0.48, 0.48, 0.55,
          0.50, 0.49, 0.51, 0.50, 0.49
        },
        List.of(10));
    assertWithinOne(
        new double[] {
          0.3, 2.4, 1.5, -0.9, -0.5, 99.7, 98.3, 99.1, 149.0, 149.7, 149.5, 149.1, 148.8, 150.0
        },
        List.of(5, 8));
    assertWithinOne(
        new double[] {1.02, 0.95, 0.99, 1.00, 1.12, 0.90, 0.50, 0.51, 0.48, 0.48, 0.55},
        List.of(6));
    double[] fourBefore = {2.02, 2.03, 2.01, 2.04, 1.82, 1.85, 1.79, 1.81, 1.80, 1.76, 1.78};
    assertWithinOne(fourBefore, List.of()); // Otava: 4
    assertWithinOne(concat(new double[] {2.03}, fourBefore), List.of(5));
  }

  /**
   * Apache Otava, tests/tigerbeetle_test.py, the first hundred nights: a bad one, and two changes
   * of more than 5 percent.
   */
  @Test
  void theHistoryOfTigerBeetleInTheTestsOfOtava() {
    assertWithinOne(
        new double[] {
          26705, 26475, 26641, 26806, 26835, 26911, 26564, 26812, 26874, 26682, 15672, 26745, 26460,
          26977, 26851, 23412, 23547, 23674, 23519, 23670, 23662, 23462, 23750, 23717, 23524, 23588,
          23687, 23793, 23937, 23715, 23570, 23730, 23690, 23699, 23670, 23860, 23988, 23652, 23681,
          23798, 23728, 23604, 23523, 23412, 23685, 23773, 23771, 23718, 23409, 23739, 23674, 23597,
          23682, 23680, 23711, 23660, 23990, 23938, 23742, 23703, 23536, 24363, 24414, 24483, 24509,
          24944, 24235, 24560, 24236, 24667, 24730, 28346, 28437, 28436, 28057, 28217, 28456, 28427,
          28398, 28250, 28331, 28222, 28726, 28578, 28345, 28274, 28514, 28590, 28449, 28305, 28411,
          28788, 28404, 28821, 28580, 27483, 26805, 27487, 27124, 26898
        },
        List.of(15, 71));
  }

  @Test
  void anOutlierDoesNotMoveAChange() {
    assertWithinOne(levels(2, 50, 1, 100, 12, 50, 15, 100, 2, 50, 1, 100, 12, 50), List.of(15, 30));
  }

  /** MongoDB, signal-processing-algorithms, tests: test_detection.py and test_e_divisive.py. */
  @Test
  void theExamplesInTheTestsOfMongoDb() {
    assertWithinOne(levels(1000, 0, 1000, 1), List.of(1000));
    assertWithinOne(levels(15, 50, 15, 100), List.of(15));
    assertWithinOne(levels(14, 50, 1, 74, 15, 100), List.of(15));
    assertWithinOne(levels(14, 50, 1, 76, 15, 100), List.of(14));
    assertWithinOne(levels(2, 50, 1, 100, 12, 50, 15, 100), List.of(15));
    assertWithinOne(levels(2, 50, 1, 100, 12, 50, 15, 100, 15, 150), List.of(15, 30));
    assertWithinOne(levels(30, 50), List.of());
  }

  /** Of 42 figures, in nights that do not depend on each other, and in nights that do. */
  @ParameterizedTest
  @CsvSource({"INDEPENDENT", "AR_6", "COMMON", "WEEKLY"})
  void aSuiteHasLessThanOneFalseAlarmInAHundredNights(MadeNights nights) {
    int alarms =
        IntStream.range(0, 8).map(seed -> WatchedNights.alarmNights(nights, 100, seed)).sum();
    assertThat((long) alarms).isLessThanOrEqualTo(Chance.atMost(800, 0.003));
  }

  /** A night alone is judged with care: heavy tails are usual. */
  @ParameterizedTest
  @CsvSource({"INDEPENDENT", "AR_6", "STUDENT"})
  void aSingleNightIsRarelyASurprise(MadeNights nights) {
    long surprised =
        IntStream.range(0, 100).filter(seed -> WatchedNights.surprises(nights, seed) > 0).count();
    assertThat(surprised).isLessThanOrEqualTo(Chance.atMost(100, 0.005));
  }

  @Test
  void aStepOfSevenPercentIsFoundInFiveNights() {
    long found =
        IntStream.range(0, 30)
            .filter(seed -> WatchedNights.isFound(MadeNights.INDEPENDENT, 30, seed))
            .count();
    assertThat(found).isGreaterThanOrEqualTo(Chance.atLeast(30, 0.95));
  }

  /** So the exit code of a night is the same whenever it is asked for. */
  @Property(tries = 20)
  void whatANightHasFoundLaterNightsFindToo(@ForAll @IntRange(min = 1, max = 1_000_000) int seed) {
    List<ChangeWatch.Figure> all =
        MadeNights.DRIFT.figures(5, 60, seed, 0.01, 0, 0).stream()
            .map(ChangeWatchTest::withANightOfZeroAndOneOfFewRequests)
            .toList();
    List<ChangeWatch.Figure> first =
        all.stream()
            .map(
                figure ->
                    new ChangeWatch.Figure(
                        figure.values().subList(0, 40), figure.isShare(), figure.margin()))
            .toList();
    for (int i = 0; i < all.size(); i++) {
      List<Integer> then = foundAt(ChangeWatch.of(first).get(i).changes());
      List<Integer> later = foundAt(ChangeWatch.of(all).get(i).changes());
      assertThat(later.stream().filter(night -> night < 40).toList()).isEqualTo(then);
    }
  }

  private static ChangeWatch.Figure withANightOfZeroAndOneOfFewRequests(ChangeWatch.Figure figure) {
    List<ChangeWatch.Value> values = new ArrayList<>(figure.values());
    values.set(50, new ChangeWatch.Value(values.get(50).time(), 0, 0.001));
    values.set(55, new ChangeWatch.Value(values.get(55).time(), 100, 1));
    return new ChangeWatch.Figure(values, figure.isShare(), figure.margin());
  }

  /** A night with few requests knows its share of errors badly; the others still do. */
  @Test
  void errorsThatWereFoundStayFoundAfterANightWithFewRequests() {
    double[] shares = levels(20, 0, 5, 0.0002, 1, 0);
    double[] resolutions = levels(25, 1e-7, 1, 1 / 320.0);
    List<Found> found =
        ChangeWatch.of(List.of(share(shares, resolutions, 0.0001))).get(0).changes();
    assertThat(found).extracting(Found::index).containsExactly(20);
  }

  @Test
  void fewErrorsAreNoSurpriseBelowTheMargin() {
    for (double share : new double[] {0.0009, 0.0011}) {
      double[] shares = levels(20, 0, 1, share);
      Usual usual = ChangeWatch.of(List.of(share(shares, levels(21, 1e-7), 0.001))).get(0).usual();
      assertThat(usual.seen()).isEqualTo(share < 0.001 ? -1 : 20);
      assertThat(usual.low()).isZero();
      assertThat(usual.high()).isCloseTo(0.001, within(1e-9));
    }
  }

  @Test
  void aSurpriseThatLastsStaysOneUntilItIsAChange() {
    for (int more = 1; more <= 6; more++) {
      ChangeWatch.Watched watched =
          ChangeWatch.of(List.of(figure(wiggling(levels(40, 100, more, 130)), 0.001, 0.05))).get(0);
      assertThat(watched.usual().seen() == 40 || !watched.changes().isEmpty())
          .as("%d nights", more)
          .isTrue();
      assertThat(watched.changes()).allMatch(change -> change.seen() == 40);
    }
  }

  private static List<Integer> foundAt(List<Found> changes) {
    return changes.stream().map(Found::seen).toList();
  }

  @Test
  void aChangeOfFourDeviationsIsFoundAfterThreeValues() {
    ZigguratSampler.NormalizedGaussian normal = normal(7);
    int seen = 0;
    for (int i = 0; i < 100; i++) {
      double[] values =
          IntStream.range(0, 33)
              .mapToDouble(at -> (at < 30 ? 1000 : 1080) + 20 * normal.sample())
              .toArray();
      seen += Arrays.stream(found(values)).anyMatch(at -> Math.abs(at - 30) <= 1) ? 1 : 0;
    }
    assertThat((long) seen).isGreaterThanOrEqualTo(Chance.atLeast(100, 0.97));
  }

  @Test
  void oneOrTwoOutliersAreNoChange() {
    assertThat(found(levels(10, 100, 1, 300, 10, 100))).isEmpty();
    assertThat(found(levels(10, 100, 2, 300))).isEmpty();
    assertThat(found(levels(10, 100, 3, 300))).containsExactly(10);
    assertThat(found(levels(3, 100, 2, 300))).isEmpty();
  }

  @Test
  void aTemporaryLevelIsTwoChanges() {
    List<Found> found = watch(wiggling(levels(40, 100, 5, 130, 60, 100)), RESOLUTION, 0.05);
    assertThat(found).extracting(Found::index).containsExactly(40, 45);
    assertThat(found.get(0).before()).isCloseTo(100, within(1.0));
    assertThat(found.get(0).after()).isCloseTo(130, within(1.0));
    assertThat(found.get(1).after()).isCloseTo(100, within(1.0));
    assertThat(found).allMatch(change -> change.p() < 0.001);
  }

  @Test
  void aChangeBelowTheMarginIsIgnored() {
    double[] values = wiggling(levels(20, 100, 20, 104));
    assertThat(watch(values, RESOLUTION, 0.05)).isEmpty();
    assertThat(watch(values, RESOLUTION, 0.03)).hasSize(1);
  }

  @Test
  void constantValuesVaryByTheirResolution() {
    assertThat(watch(levels(20, 0, 3, 1e-6), 1e-6, 0.05)).isEmpty();
    assertThat(watch(levels(20, 0, 3, 1e-4), 1e-6, 0.05)).hasSize(1);
  }

  @Test
  void aYearAndAHalfOfTwentyFiguresTakesSeconds() {
    RNormals r = new RNormals(1);
    Assertions.assertTimeout(
        Duration.ofMinutes(1), // it takes a second or two: another order of growth would not end
        () -> {
          for (int i = 0; i < 20; i++) {
            watch(concat(r.next(250, 100, 2), r.next(250, 110, 2)), RESOLUTION, 0.05);
          }
        });
  }

  /** Microseconds or seconds: what has changed is the same. */
  @Property(tries = 50)
  void theUnitDoesNotMatter(
      @ForAll @IntRange(min = 1, max = 1_000_000) int seed,
      @ForAll @IntRange(min = -6, max = 6) int power) {
    double unit = Math.pow(10, power);
    RNormals r = new RNormals(seed);
    double[] values = concat(r.next(15, 100, 3), r.next(10, 120, 3));
    double[] others = Arrays.stream(values).map(value -> value * unit).toArray();
    List<Found> found = watch(others, RESOLUTION, 0.05);
    assertThat(found)
        .extracting(Found::index)
        .containsExactlyElementsOf(Arrays.stream(found(values)).boxed().toList());
  }

  private static List<Found> watch(double[] values, double resolution, double margin) {
    return ChangeWatch.of(List.of(figure(values, resolution, margin))).get(0).changes();
  }

  /** Values of which some are not positive have no logarithms, like shares of requests. */
  private static ChangeWatch.Figure figure(double[] values, double resolution, double margin) {
    ChangeWatch.Figure share = share(values, levels(values.length, resolution), 0);
    return Arrays.stream(values).anyMatch(value -> value <= 0)
        ? share
        : new ChangeWatch.Figure(share.values(), false, margin);
  }

  private static ChangeWatch.Figure share(double[] values, double[] resolutions, double margin) {
    return new ChangeWatch.Figure(
        IntStream.range(0, values.length)
            .mapToObj(
                day ->
                    new ChangeWatch.Value(
                        Instant.EPOCH.plus(Duration.ofDays(day)), values[day], resolutions[day]))
            .toList(),
        true,
        margin);
  }

  private static void assertWithinOne(double[] values, List<Integer> expected) {
    int[] found = found(values);
    assertThat(found).as(Arrays.toString(found)).hasSize(expected.size());
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i]).isCloseTo(expected.get(i), within(1));
    }
  }

  private static int[] found(double[] values) {
    return watch(values, RESOLUTION, 0.05).stream().mapToInt(Found::index).toArray();
  }

  /** Counts and what is there so many times. */
  private static double[] levels(double... countsAndLevels) {
    return IntStream.range(0, countsAndLevels.length / 2)
        .boxed()
        .flatMapToDouble(
            i ->
                DoubleStream.generate(() -> countsAndLevels[2 * i + 1])
                    .limit((long) countsAndLevels[2 * i]))
        .toArray();
  }

  private static double[] wiggling(double[] levels) {
    return IntStream.range(0, levels.length)
        .mapToDouble(i -> levels[i] * (1 + 0.01 * (i * 7 % 5 - 2)))
        .toArray();
  }

  private static double[] concat(double[]... parts) {
    return Stream.of(parts).flatMapToDouble(Arrays::stream).toArray();
  }

  private static ZigguratSampler.NormalizedGaussian normal(long seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    return ZigguratSampler.NormalizedGaussian.of(random);
  }
}
