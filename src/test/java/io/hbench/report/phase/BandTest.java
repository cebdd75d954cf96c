package io.hbench.report.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Chance;
import io.hbench.report.phase.SimulatedPhases.Kind;
import io.hbench.report.phase.SimulatedPhases.Wrong;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BandTest {
  private static final int RUNS = 200;

  /** With the probabilities of src/docs/decisions/21-faults-as-steps.md. */
  @Test
  void theReturnIsSeldomFoundFarFromWhereItIs() {
    for (double effect : new double[] {1, 2, 5}) {
      Wrong wrong = SimulatedPhases.wrong(new Kind(30, 0.15, 0.5, effect), RUNS, 1);
      assertThat(Math.round(RUNS * wrong.early()))
          .as("early, effect %s", effect)
          .isLessThanOrEqualTo(Chance.atMost(RUNS, 0.001));
      assertThat(Math.round(RUNS * wrong.late()))
          .as("late, effect %s", effect)
          .isLessThanOrEqualTo(Chance.atMost(RUNS, 0.022));
    }
  }

  @Test
  void aHiccupBeforeTheEventDoesNotWidenTheBand() {
    List<IntervalLevel> calm = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      calm.add(SimulatedPhases.level(1_000 + i % 7 * 10));
    }
    double limit = Band.of(calm).orElseThrow().maxLatencyUs();
    calm.set(11, SimulatedPhases.level(50_000));
    assertThat(Band.of(calm).orElseThrow().maxLatencyUs()).isLessThan(1.1 * limit);
  }

  @Test
  void aFewIntervalsInTheBandAreNoReturn() {
    List<IntervalLevel> levels = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      boolean slow = i >= 20 && i < 40 && i % 3 != 0;
      levels.add(SimulatedPhases.level((slow ? 10_000 : 1_000) + i % 3));
    }
    Band band = Band.of(levels.subList(0, 20)).orElseThrow();
    assertThat(band.back(levels, 21)).hasValue(39); // in the band, like the rest
  }
}
