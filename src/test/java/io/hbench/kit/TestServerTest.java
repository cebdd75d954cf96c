package io.hbench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

class TestServerTest {
  private static final int REQUESTS = 1_000;

  /** The clock gives the turn to other load threads: none may have a lock for which they wait. */
  @Test
  @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
  void loadThreadsThatSendAtOnceDoNotBlockEachOther() throws Exception {
    AtomicInteger answered = new AtomicInteger();
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    time.play(
        () -> {
          TestServer server = TestServer.current();
          for (int thread = 0; thread < 2; thread++) {
            time.start(
                "load",
                () -> {
                  for (int i = 0; i < REQUESTS; i++) {
                    var unused =
                        server.answerNext(1, 1_000).thenAccept(one -> answered.incrementAndGet());
                  }
                });
          }
          time.sleep(Duration.ofSeconds(1));
          return null;
        });
    assertThat(answered).hasValue(2 * REQUESTS);
  }
}
