package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.findmax.FindmaxRecord.Result;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FindmaxStepsTest {
  /** Its steps were invalid or inconclusive, or at the limit of the clients: no rate is missed. */
  @ParameterizedTest
  @EnumSource(names = {"CLIENTS", "NONE"})
  void aSearchThatTellsNothingOfTheServersHasFailed(Limit limit) {
    assertThat(exitCode(null, limit)).isEqualTo(ExitCode.FAILED);
  }

  @ParameterizedTest
  @EnumSource(names = {"SERVERS", "SLOTS"})
  void aSearchWhoseLowestRateIsTooHighHasMissed(Limit limit) {
    assertThat(exitCode(null, limit)).isEqualTo(ExitCode.MISSED);
  }

  @ParameterizedTest
  @EnumSource
  void aSearchWithARateHasSucceededWhateverItsLimit(Limit limit) {
    assertThat(exitCode(1e3, limit)).isEqualTo(ExitCode.OK);
  }

  private static int exitCode(Double rate, Limit limit) {
    return FindmaxSteps.exitCode(new Result(rate, 2e3, rate, null, null, limit, 1, 8, null));
  }
}
