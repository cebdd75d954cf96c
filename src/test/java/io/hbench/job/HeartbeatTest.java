package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.time.Time;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HeartbeatTest {
  @Test
  void periodicWorkThatFailsEndsTheLoadAtOnceWithTheCause() throws Exception {
    CompletableFuture<String> failed = new CompletableFuture<>();
    Heartbeat heartbeat = new Heartbeat(Time.real(), () -> {});
    heartbeat.started(
        () -> {
          throw new IllegalStateException("no counters");
        },
        (what, cause) -> failed.complete(what + ": " + cause.getMessage()));
    assertThat(failed.get()).isEqualTo("the heartbeat stopped: no counters");
    assertThatThrownBy(heartbeat::close)
        .isInstanceOf(IOException.class)
        .hasMessage("the heartbeat stopped");
  }

  @Test
  void aTaskIsAliveWhileItsPeriodicWorkHangs() throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    CountDownLatch beats = new CountDownLatch(3);
    Heartbeat heartbeat = new Heartbeat(Time.real(), beats::countDown);
    heartbeat.started(
        () -> {
          try {
            hanging.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        },
        (what, cause) -> {});
    assertThat(beats.await(20, TimeUnit.SECONDS)).isTrue();
    hanging.countDown();
    heartbeat.close();
  }

  @Test
  void thePeriodicWorkIsDoneOnceMoreAtTheEnd() throws Exception {
    AtomicInteger done = new AtomicInteger();
    Heartbeat heartbeat = new Heartbeat(Time.real(), () -> {});
    AtomicInteger beats = new AtomicInteger();
    heartbeat.started(
        () -> {
          beats.incrementAndGet();
          done.set(beats.get());
        },
        (what, cause) -> {});
    while (done.get() == 0) {
      Thread.sleep(10);
    }
    int before = done.get();
    heartbeat.close(); // right after a beat: the next one would come in a second
    assertThat(done.get()).isGreaterThan(before);
  }
}
