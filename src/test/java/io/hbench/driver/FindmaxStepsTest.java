package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.findmax.Judgement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FindmaxStepsTest {
  /** No objective was missed by servers: the trend calls such a search invalid. */
  @ParameterizedTest
  @EnumSource(names = {"CLIENT_LIMITED", "INVALID"})
  void aSearchThatTellsNothingOfTheServersHasFailed(Judgement last) {
    assertThat(FindmaxSteps.exitCode(null, last)).isEqualTo(ExitCode.FAILED);
  }

  @ParameterizedTest
  @EnumSource(names = {"MISSED", "INCONCLUSIVE"})
  void aSearchWhoseLowestRateIsTooHighHasMissed(Judgement last) {
    assertThat(FindmaxSteps.exitCode(null, last)).isEqualTo(ExitCode.MISSED);
  }

  @Test
  void aSearchWithARateHasSucceededWhateverItsLastStep() {
    assertThat(FindmaxSteps.exitCode(1e3, Judgement.CLIENT_LIMITED)).isEqualTo(ExitCode.OK);
  }
}
