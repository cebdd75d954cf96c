package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DeadlineTest {
  @Test
  void workIsInterruptedAtTheDeadlineAndWhatFollowsIsNot() throws Exception {
    assertThatThrownBy(
            () ->
                Deadline.in(Duration.ofMillis(50))
                    .limit(
                        () -> {
                          Thread.sleep(60_000);
                          return 1;
                        }))
        .isInstanceOf(IOException.class)
        .hasMessage("deadline of 50ms exceeded");
    Thread.sleep(100); // which an interruption that came too late would end
  }

  @Test
  void workThatEndsInTimeIsNotInterrupted() throws Exception {
    assertThat(Deadline.in(Duration.ofMillis(200)).<Integer>limit(() -> 1)).isEqualTo(1);
    Thread.sleep(400);
  }
}
