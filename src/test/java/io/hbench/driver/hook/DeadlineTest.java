package io.hbench.driver.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DeadlineTest {
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofHours(1);

  @AfterEach
  void noTestLeavesAnInterruption() {
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void workIsInterruptedAtTheDeadline() {
    assertThatThrownBy(() -> Deadline.in(SHORT).limit(DeadlineTest::workWithoutEnd))
        .isInstanceOf(IOException.class)
        .hasMessage("deadline of 50ms exceeded");
  }

  /** As HBase's client does, with an exception of its own. */
  @Test
  void workThatFailsBecauseOfTheInterruptionExceedsTheDeadline() {
    assertThatThrownBy(
            () ->
                Deadline.in(SHORT)
                    .limit(
                        () -> {
                          try {
                            return workWithoutEnd();
                          } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                          }
                        }))
        .isInstanceOf(IOException.class)
        .hasMessage("deadline of 50ms exceeded");
  }

  @Test
  void anInterruptionThatTheWorkDoesNotSeeIsNotLeftToWhatFollows() throws Exception {
    int result =
        Deadline.in(SHORT)
            .limit(
                () -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                  }
                  return 1;
                });
    assertThat(result).isEqualTo(1);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void workThatEndsInTimeIsNotInterruptedLater() throws Exception {
    Deadline deadline = Deadline.in(Duration.ofMillis(200));
    assertThat(deadline.<Integer>limit(() -> 1)).isEqualTo(1);
    Thread.sleep(400); // an interruption would end it
    assertThat(deadline.exceeded()).contains("deadline of 200ms exceeded");
  }

  @Test
  void failuresOfTheWorkStayWhatTheyAre() {
    assertThatThrownBy(
            () ->
                Deadline.in(LONG)
                    .limit(
                        () -> {
                          throw new IOException("its own");
                        }))
        .isInstanceOf(IOException.class)
        .hasMessage("its own");
    assertThatThrownBy(
            () ->
                Deadline.in(LONG)
                    .limit(
                        () -> {
                          Thread.currentThread().interrupt(); // as another thread may do
                          return workWithoutEnd();
                        }))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void theDeadlineThatEndsFirstHolds() {
    Deadline later = Deadline.in(LONG);
    Deadline now = Deadline.in(Duration.ZERO);
    assertThat(later.exceeded()).isEmpty();
    assertThat(now.exceeded()).isPresent();
    assertThat(Deadline.first(Optional.of(later), Optional.of(now))).contains(now);
    assertThat(Deadline.first(Optional.of(later), Optional.empty())).contains(later);
    assertThat(Deadline.first(Optional.empty(), Optional.empty())).isEmpty();
  }

  private static int workWithoutEnd() throws InterruptedException {
    new CountDownLatch(1).await();
    return 1;
  }
}
