package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Chance;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With the probabilities of src/docs/decisions/18-duet.md. */
class DuetSimulationTest {
  /** Levels vary by a factor of two in some ten seconds, and both sides of a pair meet them. */
  private static final SyntheticDuets NEIGHBOUR = new SyntheticDuets(80, 200, 0.3, 0.9, 0.02, 1);

  private static final SyntheticDuets IDLE = new SyntheticDuets(40, 400, 0.1, 0.6, 0.02, 1);

  @Test
  void equalSidesBesideANoisyNeighbourGiveNoAlarmAndHoldTheTruth() throws IOException {
    DuetSimulation same = DuetSimulation.of(NEIGHBOUR, 6, 1);
    assertThat((long) same.regressions() + same.improvements())
        .isLessThanOrEqualTo(Chance.atMost(6, 0.025));
    assertThat((long) same.missed()).isLessThanOrEqualTo(Chance.atMost(6, 0.022));
    // of single runs it would be 0.4: the neighbour is in the difference
    assertThat(same.width()).isLessThan(0.25);
  }

  @Test
  void aSideThatIsAFifthSlowerIsFoundBesideANoisyNeighbour() throws IOException {
    DuetSimulation slower = DuetSimulation.of(NEIGHBOUR.slower(1.3), 4, 2);
    assertThat((long) slower.regressions()).isGreaterThanOrEqualTo(Chance.atLeast(4, 0.99));
    assertThat(slower.improvements()).isZero();
    assertThat((long) slower.missed()).isLessThanOrEqualTo(Chance.atMost(4, 0.022));
  }

  @Test
  @Tag("soak")
  void twoPercentOfIntervalsExcludeTheTruthAtMost() throws IOException {
    for (SyntheticDuets kind : DuetSimulation.KINDS.values()) {
      DuetSimulation same = DuetSimulation.of(kind, 200, 3);
      long most = Chance.atMost(200, 0.02);
      assertThat((long) same.missed()).as(kind.toString()).isLessThanOrEqualTo(most);
      assertThat((long) same.regressions() + same.improvements()).isLessThanOrEqualTo(most);
    }
  }

  /** Twenty pairs of 30 s are the least that {@code --alternate} is meant for. */
  @Test
  @Tag("soak")
  void nineteenOfTwentyIdleNeighboursHaveAnIntervalWithOne() throws IOException {
    DuetSimulation idle = DuetSimulation.of(IDLE, 1_000, 4, 0.95);
    assertThat(1_000 - idle.missed()).isBetween(930, 970);
  }
}
