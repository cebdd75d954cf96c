package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Chance;
import io.hbench.suite.Scaling.Knee;
import io.hbench.suite.Scaling.Rung;
import io.hbench.suite.SimulatedLadders.Kind;
import io.hbench.suite.SimulatedLadders.Law;
import io.hbench.suite.SimulatedLadders.Result;
import io.hbench.suite.SuiteRecord.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;

class ScalingTest {
  private static final int TRIALS = 2_000;

  /** Half of the error of the intervals: the knee needs one end of each. */
  private static final double ERROR = (1 - Scaling.CONFIDENCE) / 2;

  private final List<Run> runs = new ArrayList<>();

  @Test
  void speedUpAndEfficiencyAreThoseOfTheFewestClients() {
    Scaling scaling = ladder("threads", Map.of("8", List.of(600.0), "2", List.of(200.0)));
    assertThat(scaling.rungs()).extracting(Rung::value).containsExactly("2", "8");
    assertThat(scaling.speedUp(scaling.last()).value()).isCloseTo(3, within(1e-9));
    assertThat(scaling.efficiency(scaling.last())).isCloseTo(0.75, within(1e-9));
  }

  @Test
  void theIntervalOfASpeedUpIsThatOfStudentAndDunn() {
    Scaling scaling =
        ladder(
            "tasks",
            Map.of("1", List.of(100.0, 110.0), "2", List.of(210.0, 190.0), "4", List.of(350.0)));
    double deviation =
        Math.sqrt((Math.pow(Math.log(1.1), 2) + Math.pow(Math.log(210 / 190.0), 2)) / 4);
    double reach =
        new TDistribution(2).inverseCumulativeProbability(1 - 0.05 / 2 / 2)
            * deviation
            * Math.sqrt(1 + 0.5);
    Rung last = scaling.last();
    assertThat(scaling.speedUp(last).high())
        .isCloseTo(scaling.speedUp(last).value() * Math.exp(reach), within(1e-9));
    assertThat(scaling.speedUp(scaling.rungs().get(0))).isEqualTo(new Scaling.Ratio(1, 1, 1));
  }

  @Test
  void theKneeIsTheFirstRungThatNoLaterOneExceeds() {
    Map<String, List<Double>> plateau = new LinkedHashMap<>();
    for (int clients : List.of(1, 2, 4, 8, 16)) {
      double most = 100.0 * Math.min(clients, 4);
      plateau.put("" + clients, List.of(most, 1.01 * most, 0.99 * most));
    }
    assertThat(knee(plateau)).extracting(Rung::value).containsExactly("4", "4");
    plateau.put("32", List.of(450.0, 452.0, 455.0));
    assertThat(knee(plateau)).as("it grows again").extracting(Rung::value).startsWith("32");
  }

  @Test
  void repeatsThatDifferWidenTheRangeOfTheKnee() {
    Map<String, List<Double>> noisy = new LinkedHashMap<>();
    for (int clients : List.of(1, 2, 4, 8, 16)) {
      double most = 100.0 * Math.min(clients, 4);
      noisy.put("" + clients, List.of(most, 1.06 * most, 0.94 * most));
    }
    assertThat(knee(noisy)).extracting(Rung::value).containsExactly("4", "16");
  }

  @Test
  void thereIsNoKneeOfThreeRungsAndNoneWithoutRepeats() {
    Map<String, List<Double>> rungs = new LinkedHashMap<>();
    IntStream.of(1, 2, 4).forEach(n -> rungs.put("" + n, List.of(100.0, 101.0)));
    assertThat(ladder("threads", rungs).knee()).isEmpty();
    IntStream.of(1, 2, 4, 8).forEach(n -> rungs.put("" + n, List.of(100.0)));
    assertThat(ladder("threads", rungs).knee()).isEmpty();
    assertThat(ladder("threads", rungs).speedUp(ladder("threads", rungs).last()).low()).isNaN();
  }

  @Test
  void hostsAreCounted() {
    Scaling scaling =
        ladder(
            "place",
            Map.of("hosts:5", List.of(4.0), "hosts:1", List.of(1.0), "apart", List.of(1.0)));
    assertThat(scaling.rungs()).extracting(Rung::clients).containsExactly(1.0, 5.0);
  }

  @Test
  void laddersOfStepsAndOtherSettingsAreApartAndThroughputOfAMixIsThatOfAllItsOperations() {
    for (String batch : List.of("1", "100")) {
      for (String threads : List.of("4", "8")) {
        run(rung("threads", threads, "batch", batch), true, Map.of("get", 1.0, "total", 50.0));
      }
    }
    List<Scaling> all = Scaling.of(record());
    assertThat(all).extracting(Scaling::load).containsExactly("read batch=1", "read batch=100");
    assertThat(all.get(0).last().throughput()).isCloseTo(50, within(1e-9));
  }

  @Test
  void runsThatAreNotCompleteLaddersOfOtherSettingsAndLoadsWithARateDoNotScale() {
    run(Map.of("threads", "4"), true, Map.of("get", 1.0));
    run(Map.of("threads", "8"), false, Map.of("get", 1.0));
    run(Map.of("batch", "1"), true, Map.of("get", 1.0));
    run(Map.of("batch", "2"), true, Map.of("get", 1.0));
    assertThat(Scaling.of(record())).isEmpty();
    run(Map.of("threads", "16"), true, true, Map.of("get", 1.0));
    assertThat(Scaling.of(record())).isEmpty();
    run(Map.of("threads", "16"), true, Map.of("get", 1.0));
    assertThat(Scaling.of(record())).hasSize(1);
  }

  /** With the same noise on all rungs, whatever the law is: also where a gain is on the edge. */
  @Test
  void theRangeOfTheKneeIsSeldomWrong() {
    for (Law law : Law.values()) {
      for (List<Integer> rungs : List.of(SimulatedLadders.FIVE, SimulatedLadders.SEVEN)) {
        for (double noise : new double[] {0.01, 0.03, 0.2}) {
          Result result = SimulatedLadders.result(new Kind(law, rungs, 3, noise, noise), TRIALS, 1);
          assertThat(Math.round(result.wrong() * TRIALS))
              .as("%s %s %s", law, rungs.size(), noise)
              .isLessThanOrEqualTo(Chance.atMost(TRIALS, ERROR));
        }
      }
    }
  }

  @Test
  void threeRepeatsOfAQuietClusterShowTheKneeAlone() {
    Result result =
        SimulatedLadders.result(
            new Kind(Law.PLATEAU, SimulatedLadders.SEVEN, 3, 0.01, 0.01), TRIALS, 1);
    assertThat(Math.round(result.exact() * TRIALS))
        .isGreaterThanOrEqualTo(Chance.atLeast(TRIALS, 0.98));
  }

  /** Why there is no fit: it has a maximum on a plateau, and is sure of it. */
  @Test
  void theUniversalScalabilityLawIsRightOfItselfAlone() {
    Kind own = new Kind(Law.USL, SimulatedLadders.FIVE, 3, 0.03, 0.03);
    assertThat(SimulatedLadders.result(own, TRIALS, 1).misfit()).isLessThan(0.08);
    for (Law law : List.of(Law.PLATEAU, Law.FALLING)) {
      Kind other = new Kind(law, SimulatedLadders.FIVE, 3, 0.03, 0.03);
      assertThat(SimulatedLadders.result(other, TRIALS, 1).misfit()).isGreaterThan(0.99);
    }
  }

  private static List<Rung> knee(Map<String, List<Double>> throughputs) {
    Knee knee = ladder("threads", throughputs).knee().orElseThrow();
    return List.of(knee.from(), knee.to());
  }

  private static Scaling ladder(String setting, Map<String, List<Double>> throughputs) {
    return Scaling.of("", setting, throughputs).orElseThrow();
  }

  private static Map<String, String> rung(String... words) {
    Map<String, String> rung = new LinkedHashMap<>();
    IntStream.range(0, words.length / 2).forEach(i -> rung.put(words[2 * i], words[2 * i + 1]));
    return rung;
  }

  private void run(Map<String, String> rung, boolean complete, Map<String, Double> throughput) {
    run(rung, complete, false, throughput);
  }

  private void run(
      Map<String, String> rung, boolean complete, boolean hasRate, Map<String, Double> throughput) {
    Map<String, Map<String, Double>> figures = new LinkedHashMap<>();
    throughput.forEach(
        (operation, perSecond) -> figures.put(operation, Map.of("ops/s", perSecond)));
    runs.add(
        new Run(
            "read", rung, 1, true, "d", 0, null, complete, "valid", figures, false, hasRate,
            false));
  }

  private SuiteRecord record() {
    return new SuiteRecord(
        SuiteRecord.SCHEMA, "s", "1", false, Map.of(), List.of(), List.copyOf(runs), List.of());
  }
}
