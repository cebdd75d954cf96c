package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.latency.Window;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Two stages of ten units of time each, after a warm-up of five. */
class StageCallsTest {
  private final Queue<OptionalLong> totals = new ArrayDeque<>();
  private final StageCalls calls = new StageCalls(2, new Window(5, 25, 5), totals::remove);

  private void sample(long now, long total) {
    totals.add(OptionalLong.of(total));
    calls.sample(now);
  }

  @Test
  void theCallsSinceTheLastSampleAreThoseOfTheStage() {
    sample(0, 100); // of connections that were there before
    sample(4, 103);
    sample(6, 104);
    sample(14, 110);
    sample(16, 111);
    sample(30, 120); // after the window: its last requests
    assertThat(calls.failed()).containsExactly(7L, 10L);
  }

  @Test
  void withoutMetricsTheyAreUnknown() {
    totals.addAll(List.of(OptionalLong.empty(), OptionalLong.empty()));
    calls.sample(6);
    calls.sample(7);
    assertThat(calls.failed()).isNull();
  }

  @Test
  void aRunWithoutStagesAsksForNothing() {
    StageCalls none = new StageCalls(0, new Window(5, 25, 5), totals::remove);
    none.sample(6);
    assertThat(none.failed()).isNull();
  }
}
