package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.kit.VirtualTime;
import io.hbench.time.Work;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofHours(1);

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  @AfterEach
  void noTestLeavesAnInterruption() {
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void workIsInterruptedAtTheDeadline() {
    assertThatThrownBy(() -> limit(SHORT, this::workWithoutEnd))
        .isInstanceOf(IOException.class)
        .hasMessage("deadline of 50ms exceeded");
    assertThat(time.nanos()).isEqualTo(SHORT.toNanos());
  }

  /** As HBase's client does, with an exception of its own. */
  @Test
  void workThatFailsBecauseOfTheInterruptionExceedsTheDeadline() {
    assertThatThrownBy(
            () ->
                limit(
                    SHORT,
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
        limit(
            SHORT,
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                time.park(this, Long.MAX_VALUE);
              }
              return 1;
            });
    assertThat(result).isEqualTo(1);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void workThatEndsInTimeIsNotInterruptedLater() throws Exception {
    time.play(
        () -> {
          Deadline deadline = Deadline.in(time, SHORT);
          assertThat(deadline.<Integer>limit(() -> 1)).isEqualTo(1);
          time.sleep(LONG); // an interruption would end it
          assertThat(deadline.exceeded()).contains("deadline of 50ms exceeded");
          return null;
        });
  }

  @Test
  void failuresOfTheWorkStayWhatTheyAre() {
    assertThatThrownBy(
            () ->
                limit(
                    LONG,
                    () -> {
                      throw new IOException("its own");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("its own");
    assertThatThrownBy(
            () ->
                limit(
                    LONG,
                    () -> {
                      Thread.currentThread().interrupt(); // as another thread may do
                      return workWithoutEnd();
                    }))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void theDeadlineThatEndsFirstHolds() {
    Deadline later = Deadline.in(time, LONG);
    Deadline now = Deadline.in(time, Duration.ZERO);
    assertThat(later.exceeded()).isEmpty();
    assertThat(now.exceeded()).isPresent();
    assertThat(Deadline.first(Optional.of(later), Optional.of(now))).contains(now);
    assertThat(Deadline.first(Optional.of(later), Optional.empty())).contains(later);
    assertThat(Deadline.first(Optional.empty(), Optional.empty())).isEmpty();
  }

  /** The suite may have the whole night: a line that hangs would take it from the other steps. */
  @Test
  void aShellStepWithoutALimitHasAnHourThoughTheSuiteHasMore() {
    Optional<Deadline> night = Optional.of(Deadline.in(time, Duration.ofHours(10)));
    Optional<Duration> none = Optional.empty();
    assertThat(ManyRuns.ofShell(time, none, night)).isEqualTo(Deadline.in(time, LONG));
    assertThat(ManyRuns.ofShell(time, none, Optional.empty())).isEqualTo(Deadline.in(time, LONG));
    Optional<Deadline> end = Optional.of(Deadline.in(time, SHORT));
    assertThat(ManyRuns.ofShell(time, none, end)).isEqualTo(end.get());
    Duration own = Duration.ofHours(2);
    assertThat(ManyRuns.ofShell(time, Optional.of(own), night)).isEqualTo(Deadline.in(time, own));
  }

  private int limit(Duration length, Work<Integer> work) throws Exception {
    return time.play(() -> Deadline.in(time, length).limit(work));
  }

  private int workWithoutEnd() throws InterruptedException {
    time.sleep(LONG.multipliedBy(10));
    return 1;
  }
}
