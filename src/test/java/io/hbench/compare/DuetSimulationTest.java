package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DuetSimulationTest {
  /** Levels vary by a factor of two in some ten seconds, and both sides of a pair meet them. */
  private static final SyntheticDuets NEIGHBOUR = new SyntheticDuets(80, 200, 0.3, 0.9, 0.02, 1);

  @Test
  void equalSidesBesideANoisyNeighbourGiveNoAlarmAndHoldTheTruth() throws IOException {
    DuetSimulation same = DuetSimulation.of(NEIGHBOUR, 6, 1);
    assertThat(same.regressions() + same.improvements()).isZero();
    assertThat(same.missed()).isZero();
    // of single runs it would be 0.4: the neighbour is in the difference
    assertThat(same.width()).isLessThan(0.25);
  }

  @Test
  void aSideThatIsAFifthSlowerIsFoundBesideANoisyNeighbour() throws IOException {
    DuetSimulation slower = DuetSimulation.of(NEIGHBOUR.slower(1.3), 4, 2);
    assertThat(slower.regressions()).isEqualTo(4);
    assertThat(slower.improvements()).isZero();
    assertThat(slower.missed()).isZero();
  }

  @Test
  @Tag("soak")
  void twoPercentOfIntervalsExcludeTheTruthAtMost() throws IOException {
    for (SyntheticDuets kind : DuetSimulation.KINDS.values()) {
      DuetSimulation same = DuetSimulation.of(kind, 200, 3);
      assertThat(same.missed()).as(kind.toString()).isLessThanOrEqualTo(10);
      assertThat(same.regressions() + same.improvements()).isLessThanOrEqualTo(10);
    }
  }
}
