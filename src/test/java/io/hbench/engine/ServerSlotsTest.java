package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Slots of a server that has answered quickly, and was not asked for a second. */
class ServerSlotsTest {
  private static final int BOUND = 4;
  private static final String SERVER = "rs1:16020";
  private static final long MILLI = 1_000_000;
  private static final long IDLE_UNTIL = 1_000 * MILLI;

  private final ServerSlots slots = new ServerSlots(BOUND);

  ServerSlotsTest() {
    slots.tryTake(SERVER, 0);
    slots.release(SERVER, 0, MILLI, true);
  }

  private void takeAll(long now) {
    for (int i = 0; i < BOUND; i++) {
      assertThat(slots.tryTake(SERVER, now)).isTrue();
    }
    assertThat(slots.tryTake(SERVER, now)).isFalse();
  }

  @Test
  void aServerThatWasIdleDoesNotHang() {
    takeAll(IDLE_UNTIL);
    assertThat(slots.hangs(SERVER, IDLE_UNTIL)).isFalse();
    assertThat(slots.hangs(SERVER, IDLE_UNTIL + 250 * MILLI)).isFalse();
  }

  @Test
  void aServerHangsThatHasNotAnsweredSinceItWasAsked() {
    takeAll(IDLE_UNTIL);
    assertThat(slots.hangs(SERVER, IDLE_UNTIL + 251 * MILLI)).isTrue();
  }

  @Test
  void anAnswerThatIsSettledLateDoesNotMakeItHang() {
    takeAll(IDLE_UNTIL);
    slots.release(SERVER, 2 * MILLI, 3 * MILLI, true);
    assertThat(slots.hangs(SERVER, IDLE_UNTIL + MILLI)).isFalse();
  }
}
