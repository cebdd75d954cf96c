package io.hbench.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EndingPacerTest {
  private static final long LAST_CALL = 1_000;

  private final EarlyEnd end = new EarlyEnd();
  private final Pacer closed = end.limit(Pacer.unpaced(), LAST_CALL);
  private final Pacer open = end.limit(new EverySecondNanosecond(), LAST_CALL);

  /** Requests at 0, 2, 4, …: they are behind the clock, as in a backlog. */
  private static final class EverySecondNanosecond implements Pacer {
    private long intended;

    @Override
    public boolean hasSchedule() {
      return true;
    }

    @Override
    public long intended(long now) {
      return intended;
    }

    @Override
    public long earliest(long now) {
      return intended + 100;
    }

    @Override
    public void advance(long sent) {
      intended += 2;
    }
  }

  @Test
  void withoutAnEndNothingChanges() {
    assertThat(closed.intended(77)).isEqualTo(77);
    open.advance(0);
    assertThat(open.intended(1_000_000)).isEqualTo(2);
    assertThat(open.earliest(1_000_000)).isEqualTo(102);
    assertThat(open.isDropped(1_000_000)).isFalse();
  }

  @Test
  void aClosedLoopHasNoRequestFromTheEndOn() {
    end.set(500);
    assertThat(closed.intended(499)).isEqualTo(499);
    assertThat(closed.intended(500)).isEqualTo(Long.MAX_VALUE);
    assertThat(closed.isDropped(10_000)).isFalse();
  }

  @Test
  void requestsBeforeTheEndAreStillSentAndThenDropped() {
    end.set(3);
    assertThat(open.intended(900)).isZero();
    assertThat(open.isDropped(900)).isFalse();
    assertThat(open.isDropped(3 + LAST_CALL)).isTrue();
    assertThat(open.earliest(3 + LAST_CALL)).as("without a wait").isEqualTo(3 + LAST_CALL);
    open.advance(0);
    assertThat(open.intended(3 + LAST_CALL)).isEqualTo(2);
    open.advance(0);
    assertThat(open.intended(3 + LAST_CALL)).as("after the end").isEqualTo(Long.MAX_VALUE);
  }
}
