package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Chance;
import io.hbench.suite.SimulatedPlans.Kind;
import io.hbench.suite.SimulatedPlans.Law;
import io.hbench.suite.SimulatedPlans.Result;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;

class CapacityLawTest {
  private static final int PLANS = 1_000;

  private static List<Capacity> measured(double... serversAndRates) {
    return IntStream.range(0, serversAndRates.length / 2)
        .mapToObj(
            i ->
                new Capacity(
                    "", (int) serversAndRates[2 * i], serversAndRates[2 * i + 1], 0, 2, 64))
        .toList();
  }

  @Test
  void theIntervalIsThatOfAFurtherMeasurementByLinearRegression() {
    // servers by rate: 0.01, 0.013 and 0.01; the line is flat at 0.011
    CapacityLaw law = new CapacityLaw(measured(1, 100, 2, 2 / 0.013, 3, 300));
    double error =
        new TDistribution(1).inverseCumulativeProbability(0.975)
            * Math.sqrt(6e-6 * (1 + 1.0 / 3 + 4.0 / 2));
    assertThat(law.capacity(4).value()).isCloseTo(4 / 0.011, within(1e-9));
    assertThat(law.capacity(4).low()).isCloseTo(4 / (0.011 + error), within(1e-9));
    assertThat(law.capacity(4).high()).as("no bound").isInfinite();
    assertThat(law.bend()).as("no repeats").isNull();
  }

  @Test
  void aShareOfSerialWorkIsFound() {
    CapacityLaw law =
        new CapacityLaw(
            IntStream.of(1, 2, 3)
                .mapToObj(n -> new Capacity("", n, Law.AMDAHL_5.of(n), 0, 1, 1))
                .toList());
    assertThat(law.capacity(6).value()).isCloseTo(Law.AMDAHL_5.of(6), within(1e-6));
    assertThat(law.capacity(6).low()).isCloseTo(Law.AMDAHL_5.of(6), within(1e-3));
  }

  @Test
  void theBendIsThatOfTheLackOfFitTest() {
    CapacityLaw bent = new CapacityLaw(measured(1, 98, 1, 102, 2, 196, 2, 204, 4, 245, 4, 255));
    assertThat(bent.doubt().orElseThrow()).contains("not those of Amdahl's law");
    CapacityLaw straight = new CapacityLaw(measured(1, 98, 1, 102, 2, 196, 2, 204, 4, 390, 4, 411));
    assertThat(straight.doubt()).isEmpty();
    assertThat(straight.bend()).isBetween(0.9, 1.0);
  }

  @Test
  void twoNumbersOfServersAreNotLeftAndThreeUpwardsByAFactorOfTwo() {
    List<Capacity> two = measured(2, 200, 2, 202, 3, 300, 3, 303);
    CapacityLaw law = new CapacityLaw(two);
    assertThat(law.floor()).isEqualTo(2);
    assertThat(law.ceiling()).isEqualTo(3);
    law = new CapacityLaw(measured(3, 300, 3, 303, 5, 500, 5, 505, 6, 600));
    assertThat(law.floor()).isEqualTo(3);
    assertThat(law.ceiling()).isEqualTo(12);
  }

  @Test
  void aPlanSaysWithinWhichNumbersOfServersTheRateIsReached() {
    List<Capacity> measured = measured(1, 99, 1, 101, 2, 198, 2, 202, 3, 297, 3, 303);
    ServerPlan plan = plan(399, measured);
    assertThat(List.of(plan.leastServers(), plan.servers(), plan.mostServers()))
        .containsExactly(4, 4, 5);
    assertThat(plan.extrapolated()).isTrue();
    assertThat(plan.tasks()).as("a task sends 151.5 a second").isEqualTo(3);
    assertThat(plan.slotsPerTask()).isEqualTo(32);
    assertThat(plan(150, measured).extrapolated()).isFalse();
  }

  private static ServerPlan plan(double rate, List<Capacity> measured) {
    return ServerPlan.of("" + rate, rate, List.of(), measured);
  }

  @Test
  void nothingIsSaidOfTooFewResultsBentOnesAndNumbersOfServersTooFarAway() {
    refused(150, "needs three measured rates or more", 1, 100, 2, 200);
    refused(150, "needs three measured rates or more", 2, 200, 2, 202, 2, 198);
    refused(300, "inconclusive: the measured", 1, 98, 1, 102, 2, 196, 2, 204, 4, 245, 4, 255);
    refused(
        300,
        "inconclusive: each server sustains more",
        1,
        98,
        1,
        102,
        2,
        245,
        2,
        255,
        3,
        420,
        3,
        440);
    double[] line = {2, 198, 2, 202, 3, 297, 3, 303, 4, 396, 4, 404};
    refused(900, "may need more than 8 region servers, and 4 are the most", line);
  }

  @Test
  void theRateThatIsProposedIsAnswered() {
    for (double[] measured :
        List.of(
            new double[] {2, 198, 2, 202, 3, 297, 3, 303, 4, 396, 4, 404},
            new double[] {2, 150, 2, 250, 3, 200, 3, 400, 4, 300, 4, 500},
            new double[] {6, 594, 6, 606, 9, 910})) {
      assertThatThrownBy(() -> plan(9_000, measured(measured)))
          .hasMessageContaining("may need more than")
          .satisfies(
              refused -> {
                String proposed = refused.getMessage().replaceFirst(".*try --rate ", "");
                double rate = Double.parseDouble(proposed);
                assertThat(plan(rate, measured(measured)).mostServers()).isPositive();
                assertThatThrownBy(() -> plan(1.2 * rate, measured(measured)))
                    .hasMessageContaining("may need more than");
              });
    }
  }

  /** A line without an intercept is Amdahl's law, too: with nothing that is not serial. */
  @Test
  void aPlateauIsNoLawOfServers() {
    refused(
        180, "inconclusive: capacity hardly grew", 2, 198, 2, 202, 3, 198, 3, 202, 4, 198, 4, 202);
    refused(180, "inconclusive: capacity hardly grew", 2, 200, 3, 210, 4, 220);
    assertThat(plan(180, measured(2, 200, 3, 260, 4, 320)).servers()).isEqualTo(2);
  }

  @Test
  void fewerServersThanWereMeasuredAreNoAnswer() {
    List<Capacity> measured = measured(2, 198, 2, 202, 3, 297, 3, 303, 4, 396, 4, 404);
    ServerPlan plan = plan(90, measured);
    assertThat(List.of(plan.leastServers(), plan.servers(), plan.mostServers())).containsOnly(2);
    assertThat(plan.orFewer()).isTrue();
    assertThat(plan.extrapolated()).isFalse();
    assertThat(plan(290, measured).orFewer()).isFalse();
  }

  private static void refused(double rate, String why, double... serversAndRates) {
    assertThatThrownBy(() -> plan(rate, measured(serversAndRates)))
        .hasMessageStartingWith("--rate " + rate + ": " + why)
        .hasMessageContaining("; try ");
  }

  /** With the law, and with a little contention: of a further measurement in 95 %. */
  @Test
  void theIntervalHoldsAMeasurementInNinetyThreeToNinetySevenPercent() {
    for (Law law : List.of(Law.LINEAR, Law.AMDAHL_2)) {
      for (double noise : new double[] {0.01, 0.03, 0.1}) {
        Kind kind = new Kind(law, List.of(1, 2, 3), 3, noise, 4);
        Result result = SimulatedPlans.result(kind, PLANS, 1);
        assertThat(result.right()).as("%s", kind).isBetween(0.93, 0.97);
        assertThat(result.refused()).as("%s", kind).isLessThan(0.1);
        assertThat(result.numbers()).as("%s", kind).isGreaterThan(0.93);
      }
    }
  }

  /** Where repeats agree, as they try the same rates, the truth may be up to the next one. */
  @Test
  void searchesThatAgreeByTheirStepsAreNoCertainty() {
    for (double resolution : new double[] {0.02, 0.05}) {
      for (double noise : new double[] {0.001, 0.01, 0.03}) {
        Kind kind = new Kind(Law.AMDAHL_2, List.of(1, 2, 3), 3, noise, resolution, 4);
        Result result = SimulatedPlans.result(kind, PLANS, 1);
        assertThat(result.right()).as("%s", kind).isGreaterThan(0.93);
        assertThat(result.refused()).as("%s", kind).isLessThan(0.1);
      }
    }
  }

  @Property(tries = 3)
  void soItDoesWithAnySeed(@ForAll long seed) {
    Kind kind = new Kind(Law.AMDAHL_2, List.of(1, 2, 3), 3, 0.03, 6);
    double reach = Chance.reach(Chance.EACH_TIME, Math.sqrt(0.05 * 0.95 / PLANS));
    assertThat(SimulatedPlans.result(kind, PLANS, seed).right())
        .isCloseTo(0.95, within(reach + 0.01));
  }

  /** A plateau within what was measured is seen; one beyond can't be. */
  @Test
  void aHotRegionAmongWhatWasMeasuredIsRefused() {
    Kind kind = new Kind(Law.PLATEAU_2, List.of(1, 2, 3), 3, 0.03, 4);
    assertThat(SimulatedPlans.result(kind, PLANS, 1).refused()).isGreaterThan(0.99);
  }

  /** What Javadoc and page say of answers that are wrong. */
  @Test
  void wrongAnswersAreFewWhereTheLimitIsAmongWhatWasMeasured() {
    for (Law law : List.of(Law.LINEAR, Law.USL, Law.PLATEAU_2)) {
      for (int repeats : new int[] {1, 3}) {
        Kind kind = new Kind(law, List.of(2, 3, 4), repeats, 0.03, 6);
        Result result = SimulatedPlans.result(kind, PLANS / 2, 1);
        assertThat(result.wrong()).as("%s", kind).isLessThan(0.01);
        assertThat(result.refused() > 0.99).as("%s", kind).isEqualTo(law == Law.PLATEAU_2);
      }
    }
    Kind usl = new Kind(Law.USL, List.of(2, 4, 8), 3, 0.03, 16);
    assertThat(SimulatedPlans.result(usl, PLANS / 2, 1).wrong()).isBetween(0.02, 0.06);
    Kind beyond = new Kind(Law.PLATEAU_3, List.of(1, 2, 3), 3, 0.03, 4);
    assertThat(SimulatedPlans.result(beyond, PLANS / 2, 1).wrong()).isBetween(0.4, 0.5);
  }
}
