package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TimeLimitTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  @Test
  void aServiceThatDoesNotAnswerIsGivenUp() {
    CountDownLatch never = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                TimeLimit.call(
                    Duration.ofSeconds(1),
                    "can't reach YARN",
                    () -> {
                      never.await();
                      return 1;
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("can't reach YARN: no answer in 1 s");
  }

  @Test
  void aFailureHasTheReasonOfItsRootCauseInOneLine() {
    assertThatThrownBy(
            () ->
                TimeLimit.call(
                    LONG,
                    "can't reach HBase",
                    () -> {
                      throw new IOException(
                          "35 attempts", new IllegalStateException("in safe mode\nattempt 1"));
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("can't reach HBase: IllegalStateException in safe mode");
  }

  @Test
  void answersAndErrorsOfTheUserAreWhatTheServiceSaid() throws Exception {
    assertThat(TimeLimit.<Integer>call(LONG, "x", () -> 7)).isEqualTo(7);
    assertThatThrownBy(
            () ->
                TimeLimit.call(
                    LONG,
                    "x",
                    () -> {
                      throw new UsageException("--table t: is disabled");
                    }))
        .isInstanceOf(UsageException.class)
        .hasMessage("--table t: is disabled");
  }
}
