package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.kit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  @Test
  void periodicWorkThatFailsEndsTheLoadAtOnceWithTheCause() throws Exception {
    CompletableFuture<String> failed = new CompletableFuture<>();
    time.play(
        () -> {
          Heartbeat heartbeat = new Heartbeat(time, () -> {});
          heartbeat.started(
              () -> {
                throw new IllegalStateException("no counters");
              },
              (what, cause) -> failed.complete(what + ": " + cause.getMessage()));
          assertThat(time.get(failed, Duration.ofSeconds(1).toNanos()))
              .isEqualTo("the heartbeat stopped: no counters");
          return assertThatThrownBy(heartbeat::close)
              .isInstanceOf(IOException.class)
              .hasMessage("the heartbeat stopped");
        });
  }

  @Test
  void aTaskIsAliveWhileItsPeriodicWorkHangs() throws Exception {
    CompletableFuture<Void> hanging = new CompletableFuture<>();
    AtomicInteger alive = new AtomicInteger();
    time.play(
        () -> {
          try (Heartbeat heartbeat = new Heartbeat(time, alive::incrementAndGet)) {
            heartbeat.started(
                () -> {
                  try {
                    time.get(hanging, Long.MAX_VALUE);
                  } catch (InterruptedException | ExecutionException | TimeoutException e) {
                    throw new IOException(e);
                  }
                },
                (what, cause) -> {});
            time.sleep(Duration.ofMinutes(10));
            assertThat(alive).hasValueBetween(600, 601);
            return hanging.complete(null);
          }
        });
  }

  @Test
  void thePeriodicWorkIsDoneEachSecondAndOnceMoreAtTheEnd() throws Exception {
    AtomicInteger beats = new AtomicInteger();
    time.play(
        () -> {
          Heartbeat heartbeat = new Heartbeat(time, () -> {});
          heartbeat.started(beats::incrementAndGet, (what, cause) -> {});
          time.sleep(Duration.ofMillis(2_500));
          int before = beats.get();
          assertThat(before).isBetween(2, 3);
          heartbeat.close(); // right after a beat: the next one would come in half a second
          return assertThat(beats).hasValue(before + 1);
        });
  }
}
