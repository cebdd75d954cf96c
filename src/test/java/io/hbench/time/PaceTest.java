package io.hbench.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final Pace pace = new Pace(time, 500, 5_000);

  private void pass(Duration duration) throws Exception {
    time.play(
        () -> {
          time.sleep(duration);
          return null;
        });
  }

  @Test
  void whatIsCheapIsDueAgainAtOnce() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      assertThat(pace.untilDue()).isZero();
      pace.took(5_000);
      pass(Duration.ofSeconds(10));
    }
  }

  @Test
  void whatIsNotIsDueWhenItIsPaidFor() throws Exception {
    pace.took(100_000);
    assertThat(pace.isDue()).isFalse();
    assertThat(pace.untilDue()).isEqualTo(Duration.ofSeconds(190));
    pass(Duration.ofSeconds(190));
    assertThat(pace.isDue()).isTrue();
    pace.took(100_000);
    assertThat(pace.untilDue()).as("in the long run").isEqualTo(Duration.ofSeconds(200));
  }

  @Test
  void aLongPauseIsNoReserve() throws Exception {
    pass(Duration.ofHours(1));
    pace.took(10_000);
    assertThat(pace.untilDue()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void aPauseIsAsLongAsTheCallerWantsAtLeast() throws Exception {
    time.play(
        () -> {
          pace.sleep(Duration.ofMillis(200));
          return null;
        });
    assertThat(time.nanos()).isEqualTo(200_000_000);
  }
}
