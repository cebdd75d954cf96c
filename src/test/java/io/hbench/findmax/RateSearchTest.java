package io.hbench.findmax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.findmax.RateSearch.Bracket;
import io.hbench.findmax.RateSearch.Probe;
import io.hbench.findmax.RateSearch.Trial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class RateSearchTest {
  private static final RateSearch USUAL = search(1_000);
  private static final RateSearch CONFIRMED =
      new RateSearch(1_000, 0.02, 40, RateSearch.MAX_RATE, true);

  @Property
  void aSharpLimitIsFoundWithinThePrecision(
      @ForAll @DoubleRange(min = 20, max = 1e7) double capacity) {
    List<Trial> steps = drive(USUAL, rate -> rate <= capacity ? Judgement.MET : Judgement.MISSED);
    Bracket found = RateSearch.bracket(steps);
    assertThat(found.highestPassing().orElseThrow()).isBetween(capacity / 1.0201, capacity);
    assertThat(found.lowestFailing().orElseThrow()).isBetween(capacity, capacity * 1.0201);
    assertThat(steps).hasSizeLessThanOrEqualTo(23);
  }

  @Property
  void sixteenStepsAreEnoughIfTheStartIsNear(
      @ForAll @DoubleRange(min = 500, max = 100_000) double capacity) {
    assertThat(drive(USUAL, rate -> rate <= capacity ? Judgement.MET : Judgement.MISSED))
        .hasSizeLessThan(17);
    assertThat(
            drive(
                search(capacity / 12.345),
                rate -> rate <= capacity ? Judgement.MET : Judgement.MISSED))
        .hasSizeLessThan(16);
  }

  @Property
  void theSearchEndsWithAnyJudgements(@ForAll long seed) {
    RandomGenerator random = new java.util.Random(seed);
    List<Judgement> any =
        List.of(Judgement.MET, Judgement.MISSED, Judgement.INCONCLUSIVE, Judgement.INVALID);
    List<Trial> steps = drive(USUAL, rate -> any.get(random.nextInt(any.size())));
    assertThat(steps).hasSizeLessThanOrEqualTo(25);
    assertThat(steps.stream().map(Trial::rate))
        .allSatisfy(
            rate ->
                assertThat(steps.stream().filter(s -> s.rate() == rate).count())
                    .isLessThanOrEqualTo(3));
    Bracket found = RateSearch.bracket(steps);
    if (found.highestPassing().isPresent()) {
      double passing = found.highestPassing().get();
      assertThat(found.lowestNotPassing().orElse(Double.POSITIVE_INFINITY)).isGreaterThan(passing);
      // without further steps, no failing rate may be known
      assertThat(found.lowestNotPassing().isPresent() || steps.size() == 25).isTrue();
    }
    for (int i = 1; i < steps.size(); i++) {
      if (steps.get(i - 1).judgement() == Judgement.INVALID) {
        assertThat(steps.get(i).rate()).isEqualTo(steps.get(i - 1).rate());
      }
    }
  }

  @Test
  void oneStallDoesNotDecide() {
    double[] stalled = {0};
    List<Trial> steps =
        drive(
            USUAL,
            rate -> {
              if (rate == 4_000 && stalled[0]++ == 0) {
                return Judgement.MISSED;
              }
              return rate <= 12_345 ? Judgement.MET : Judgement.MISSED;
            });
    assertThat(RateSearch.bracket(steps).highestPassing().orElseThrow())
        .isBetween(12_100.0, 12_345.0);
  }

  @Test
  void anInconclusiveRateIsTriedThreeTimesAndDoesNotBoundTheResult() {
    List<Trial> steps =
        drive(
            USUAL,
            rate ->
                rate < 11_000
                    ? Judgement.MET
                    : rate < 14_000 ? Judgement.INCONCLUSIVE : Judgement.MISSED);
    assertThat(steps.stream().filter(s -> s.judgement() == Judgement.INCONCLUSIVE))
        .hasSizeGreaterThanOrEqualTo(3);
    Bracket found = RateSearch.bracket(steps);
    assertThat(found.highestPassing().orElseThrow()).isCloseTo(11_000, within(220.0));
    assertThat(found.lowestFailing().orElseThrow()).isGreaterThanOrEqualTo(14_000);
  }

  /** Too few requests, or a stall: at a higher rate there are more requests. */
  @Test
  void anInconclusiveRateDoesNotEndTheClimb() {
    List<Trial> steps =
        drive(
            USUAL,
            rate ->
                rate == 4_000
                    ? Judgement.INCONCLUSIVE
                    : rate <= 12_345 ? Judgement.MET : Judgement.MISSED);
    assertThat(RateSearch.bracket(steps).highestPassing().orElseThrow())
        .isBetween(12_100.0, 12_345.0);
  }

  @Test
  void twoClientLimitedTrialsEndTheSearch() {
    List<Trial> steps =
        drive(USUAL, rate -> rate < 7_000 ? Judgement.MET : Judgement.CLIENT_LIMITED);
    assertThat(steps.stream().map(Trial::rate))
        .containsExactly(1_000.0, 2_000.0, 4_000.0, 8_000.0, 8_000.0);
  }

  /** It ended the search, as any trial of the rate counted. */
  @Test
  void aRateThatWasTriedHasASecondTrialAtTheLimitOfTheClients() {
    Iterator<Judgement> start =
        List.of(Judgement.MISSED, Judgement.CLIENT_LIMITED, Judgement.MISSED).iterator();
    List<Trial> steps = drive(USUAL, rate -> rate == 1_000 ? start.next() : Judgement.MET);
    assertThat(steps.stream().limit(4).map(Trial::rate))
        .containsExactly(1_000.0, 1_000.0, 1_000.0, 250.0);
  }

  @Test
  void aFailingStartIsTriedTwiceBeforeTheSearchDescends() {
    List<Trial> steps = drive(USUAL, rate -> rate <= 100 ? Judgement.MET : Judgement.MISSED);
    assertThat(steps.stream().limit(5).map(Trial::rate))
        .containsExactly(1_000.0, 1_000.0, 250.0, 62.5, 125.0);
    assertThat(RateSearch.bracket(steps).highestPassing().orElseThrow()).isBetween(98.0, 100.0);
  }

  /** Below its first rate, which is not the one that it was asked to begin with. */
  @Test
  void aSearchThatBeginsAtTheRateOfTheSiteDescendsFromIt() {
    List<Trial> steps =
        drive(
            new RateSearch(100_000, 0.02, 40, 1_000, false),
            rate -> rate <= 100 ? Judgement.MET : Judgement.MISSED);
    assertThat(steps.stream().limit(4).map(Trial::rate))
        .containsExactly(1_000.0, 1_000.0, 250.0, 62.5);
  }

  @Test
  void noRateIsFoundIfAllFail() {
    List<Trial> steps = drive(USUAL, rate -> Judgement.MISSED);
    assertThat(steps).hasSizeLessThan(8);
    assertThat(RateSearch.bracket(steps).highestPassing()).isEmpty();
    assertThat(RateSearch.bracket(steps).lowestFailing()).contains(15.63);
  }

  @Property
  void bothRatesThatBoundTheResultAreMeasuredTwice(
      @ForAll @DoubleRange(min = 20, max = 1e7) double capacity) {
    List<Trial> steps = drive(USUAL, rate -> rate <= capacity ? Judgement.MET : Judgement.MISSED);
    Bracket found = RateSearch.bracket(steps);
    assertThat(times(steps, found.highestPassing().orElseThrow())).isGreaterThanOrEqualTo(2);
    assertThat(times(steps, found.lowestNotPassing().orElseThrow())).isGreaterThanOrEqualTo(2);
  }

  @Test
  void aPassingRateThatIsMissedWhenMeasuredAgainIsNotTheResult() {
    Set<Double> lucky = new HashSet<>();
    List<Trial> steps =
        drive(
            USUAL,
            rate ->
                rate <= 9_400 || (rate < 9_700 && lucky.add(rate))
                    ? Judgement.MET
                    : Judgement.MISSED);
    assertThat(lucky).isNotEmpty();
    assertThat(RateSearch.bracket(steps).highestPassing().orElseThrow())
        .isBetween(9_200.0, 9_400.0);
  }

  /** As at low rates, where a step has too few requests for its objective. */
  @Test
  void aRateThatPassesWithoutCertaintyIsMeasuredThriceOnlyIfItBoundsTheResult() {
    List<Trial> steps =
        trials(
            USUAL,
            probe ->
                probe.rate() > 12_345
                    ? new Trial(probe, Judgement.MISSED, Judgement.MISSED)
                    : new Trial(probe, Judgement.INCONCLUSIVE, Judgement.MET));
    Bracket found = RateSearch.bracket(steps);
    assertThat(found.highestPassing().orElseThrow()).isBetween(12_100.0, 12_345.0);
    assertThat(times(steps, found.highestPassing().get())).isEqualTo(3);
    assertThat(times(steps, 2_000)).isEqualTo(1);
  }

  @Test
  void theSearchEndsAtTheHighestRateAndMeasuresItAgain() {
    RateSearch limited = new RateSearch(1_000, 0.02, 25, 3_000, false);
    List<Trial> met = drive(limited, rate -> Judgement.MET);
    assertThat(met.stream().map(Trial::rate)).containsExactly(1_000.0, 2_000.0, 3_000.0, 3_000.0);
    assertThat(RateSearch.bracket(met).lowestNotPassing()).isEmpty();
    List<Trial> open = trials(limited, p -> new Trial(p, Judgement.INCONCLUSIVE, Judgement.MET));
    assertThat(open.stream().map(Trial::rate))
        .containsExactly(1_000.0, 2_000.0, 3_000.0, 3_000.0, 3_000.0);
    assertThat(RateSearch.bracket(open).highestPassing()).contains(3_000.0);
  }

  @Property
  void aConfirmedRateIsTheResult(@ForAll @DoubleRange(min = 0.75, max = 1.1) double sustained) {
    List<Trial> steps =
        drive(
            CONFIRMED,
            rate -> rate <= 12_345 ? Judgement.MET : Judgement.MISSED,
            rate -> rate <= sustained * 12_345 ? Judgement.MET : Judgement.MISSED);
    double usual =
        steps.stream()
            .filter(t -> !t.probe().confirmation())
            .mapToDouble(Trial::rate)
            .filter(rate -> rate <= 12_345)
            .max()
            .orElseThrow();
    double most = Math.min(usual, sustained * 12_345);
    assertThat(RateSearch.bracket(steps).highestPassing().orElseThrow())
        .isBetween(most / 1.0202, most);
    assertThat(steps.stream().filter(t -> t.probe().confirmation()).count()).isBetween(1L, 10L);
  }

  @Test
  void aRateThatIsConfirmedEndsTheSearch() {
    List<Trial> steps = drive(CONFIRMED, rate -> rate <= 12_345 ? Judgement.MET : Judgement.MISSED);
    assertThat(steps.stream().filter(t -> t.probe().confirmation())).hasSize(1);
    assertThat(steps.get(steps.size() - 1).rate())
        .isEqualTo(RateSearch.bracket(steps).highestPassing().orElseThrow());
  }

  @Test
  void withoutAnyConfirmedRateThereIsNoResult() {
    List<Trial> steps =
        drive(
            CONFIRMED,
            rate -> rate <= 12_345 ? Judgement.MET : Judgement.MISSED,
            rate -> Judgement.MISSED);
    assertThat(RateSearch.bracket(steps).highestPassing()).isEmpty();
    assertThat(steps.stream().filter(t -> t.probe().confirmation())).hasSizeBetween(5, 10);
  }

  @Test
  void invalidConfirmationsEndTheSearchAndLeaveItsResult() {
    List<Trial> steps =
        drive(
            CONFIRMED,
            rate -> rate <= 12_345 ? Judgement.MET : Judgement.MISSED,
            rate -> Judgement.INVALID);
    assertThat(steps.stream().filter(t -> t.probe().confirmation())).hasSize(3);
    assertThat(RateSearch.bracket(steps).highestPassing().orElseThrow())
        .isBetween(12_100.0, 12_345.0);
  }

  private static long times(List<Trial> steps, double rate) {
    return steps.stream().filter(step -> step.rate() == rate).count();
  }

  private interface Servers {
    Judgement at(double rate);
  }

  private static RateSearch search(double start) {
    return new RateSearch(start, 0.02, 25, RateSearch.MAX_RATE, false);
  }

  private static List<Trial> drive(RateSearch search, Servers servers) {
    return drive(search, servers, servers);
  }

  /** Inconclusive rates do not pass by their figures either. */
  private static List<Trial> drive(RateSearch search, Servers servers, Servers longer) {
    return trials(
        search,
        probe -> {
          Judgement judgement = (probe.confirmation() ? longer : servers).at(probe.rate());
          boolean open = judgement == Judgement.INCONCLUSIVE;
          return new Trial(probe, judgement, open ? Judgement.MISSED : judgement);
        });
  }

  private static List<Trial> trials(RateSearch search, Function<Probe, Trial> servers) {
    List<Trial> steps = new ArrayList<>();
    Stream.generate(() -> search.next(steps))
        .takeWhile(Optional::isPresent)
        .map(Optional::get)
        .forEach(probe -> steps.add(servers.apply(probe)));
    return steps;
  }
}
