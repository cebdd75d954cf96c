package io.hbench.findmax;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.findmax.RateSearch.Probe;
import io.hbench.findmax.RateSearch.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The search on servers whose load is noisy: a step measures the load of its rate with an error
 * that is normally distributed, and is inconclusive near the limit. The probability of each
 * judgement is known, so those of all searches are computed, and none is drawn.
 */
class NoisySearchTest {
  private static final double CAPACITY = 12_345;
  private static final double NOISE = 0.004;
  private static final NormalDistribution NORMAL = new NormalDistribution();

  /** Searches that are less likely are left out, about one in a hundred thousand in all. */
  private static final double MIN_PROBABILITY = 1e-7;

  private static final RateSearch SEARCH =
      new RateSearch(1_000, 0.02, 25, RateSearch.MAX_RATE, false);

  private record Search(double probability, double found, int steps) {}

  private final List<Search> searches = new ArrayList<>();

  @BeforeEach
  void enumerate() {
    enumerate(new ArrayList<>(), 1);
    assertThat(probability(search -> true)).isGreaterThan(1 - 1e-5);
  }

  @Test
  void theResultIsUpToTwoPercentBelowTheLimitInAllOfAThousandSearches() {
    assertThat(probability(s -> s.found() >= 0.98 * CAPACITY && s.found() <= CAPACITY))
        .isGreaterThan(0.999);
    assertThat(probability(s -> s.found() >= 0.97 * CAPACITY && s.found() <= 1.015 * CAPACITY))
        .isGreaterThan(1 - 1e-5);
  }

  @Test
  void threeInFourSearchesTakeFewerThanFifteenStepsAndAllOfAThousandFewerThanTwenty() {
    assertThat(probability(s -> s.steps() < 15)).isGreaterThan(0.75);
    assertThat(probability(s -> s.steps() < 20)).isGreaterThan(0.999);
  }

  private double probability(Predicate<Search> kind) {
    return searches.stream().filter(kind).mapToDouble(Search::probability).sum();
  }

  private void enumerate(List<Trial> steps, double probability) {
    if (probability < MIN_PROBABILITY) {
      return;
    }
    Optional<Probe> next = SEARCH.next(steps);
    if (next.isEmpty()) {
      double found = RateSearch.bracket(steps).highestPassing().orElseThrow();
      searches.add(new Search(probability, found, steps.size()));
      return;
    }
    Probe probe = next.get();
    double met = below(1 - NOISE, probe.rate());
    double missed = 1 - below(1 + NOISE, probe.rate());
    with(steps, new Trial(probe, Judgement.MET, Judgement.MET), probability * met);
    with(steps, new Trial(probe, Judgement.MISSED, Judgement.MISSED), probability * missed);
    with(
        steps,
        new Trial(probe, Judgement.INCONCLUSIVE, Judgement.MISSED),
        probability * (1 - met - missed));
  }

  private void with(List<Trial> steps, Trial trial, double probability) {
    steps.add(trial);
    enumerate(steps, probability);
    steps.remove(steps.size() - 1);
  }

  /** Probability that a step at a rate measures a load below this one. */
  private static double below(double load, double rate) {
    return NORMAL.cumulativeProbability((load * CAPACITY / rate - 1) / NOISE);
  }
}
