package io.hbench.length;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Chance;
import io.hbench.length.LengthFacts.Outcome;
import io.hbench.length.SimulatedLengths.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Seeded runs of simulated loads; {@code bin/dev bench statistics length} makes many more. The
 * probabilities are those of src/docs/decisions/17-length.md.
 */
class LengthDecisionTest {
  private static final int RUNS = 10;

  @ParameterizedTest
  @EnumSource(names = {"INDEPENDENT", "CORRELATED", "STRONGLY_CORRELATED", "DECAY", "STEP"})
  void aSteadyLoadEndsEarlyAndItsIntervalsContainTheTruth(SimulatedLoad load) {
    List<Result> results = SimulatedLengths.repeat(load, 0.05, RUNS);
    assertThat(results.stream().filter(r -> r.is(Outcome.PRECISE)).count())
        .isGreaterThanOrEqualTo(Chance.atLeast(RUNS, 0.99));
    assertThat(results.stream().filter(r -> !r.covers()).count())
        .isLessThanOrEqualTo(Chance.atMost(RUNS, 0.01));
    assertThat(results).allMatch(r -> r.length().to() - r.length().from() >= 30);
  }

  @Test
  void aWarmupIsCutOff() {
    assertThat(SimulatedLengths.repeat(SimulatedLoad.STEP, 0.05, RUNS))
        .allMatch(r -> r.length().from() >= 35);
  }

  @ParameterizedTest
  @EnumSource(names = {"DRIFT", "SLOW_DRIFT"})
  void aDriftIsNeverSteady(SimulatedLoad load) {
    assertThat(SimulatedLengths.repeat(load, 0.02, 3))
        .allMatch(r -> r.is(Outcome.NOT_STEADY))
        .allMatch(r -> r.length().to() == 1_800);
  }
}
