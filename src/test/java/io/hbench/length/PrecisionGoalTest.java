package io.hbench.length;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrecisionGoalTest {
  private static final Series SERVICE = Series.of("get", Timing.SERVICE, Series.OK);
  private static final Series RESPONSE = Series.of("get", Timing.RESPONSE, Series.OK);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get.p99.9 ± 2.5%",
        "get.p99.9+-2.5%",
        "get.p99.90 ± 2.50%",
        " get.p99.9  +/- 2.5 %"
      })
  void aGoalHasSeveralNotations(String text) {
    PrecisionGoal goal = PrecisionGoal.parse(text);
    assertThat(goal.operation()).contains("get");
    assertThat(goal.timing()).isEmpty();
    assertThat(goal.percentile()).isEqualTo(99.9);
    assertThat(goal.width()).isEqualTo(0.025);
    assertThat(goal).isEqualTo(PrecisionGoal.parse("get.p99.9 ± 2.5%")); // trend compares them
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "p99",
        "p99 ± 2",
        "p99 ± 0%",
        "p99 ± 100%",
        "p100 ± 2%",
        "p0 ± 2%",
        "max ± 2%",
        "get.service.throughput ± 2%",
        "p99 < 2%",
        "get p99 ± 2%"
      })
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> PrecisionGoal.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPercentileIsThatOfResponseTimesIfThereIsARate() {
    PrecisionGoal goal = PrecisionGoal.parse("p99 ± 2%");
    assertThat(goal.covers(SERVICE, false)).isTrue();
    assertThat(goal.covers(RESPONSE, true)).isTrue();
    assertThat(goal.covers(SERVICE, true)).isFalse();
    PrecisionGoal service = PrecisionGoal.parse("get.service.p99 ± 2%");
    assertThat(service.timing()).isEqualTo(Optional.of(Timing.SERVICE));
    assertThat(service.covers(SERVICE, true)).isTrue();
    assertThat(service.covers(RESPONSE, true)).isFalse();
  }

  @Test
  void throughputCountsRequestsThatSucceeded() {
    PrecisionGoal goal = PrecisionGoal.parse("get.throughput ± 2%");
    assertThat(goal.covers(SERVICE, true)).isTrue();
    assertThat(goal.covers(RESPONSE, true)).isFalse();
    assertThat(goal.covers(Series.of("get", Timing.SERVICE, "Timeout"), true)).isFalse();
    assertThat(goal.covers(Series.of("put", Timing.SERVICE, Series.OK), true)).isFalse();
  }
}
