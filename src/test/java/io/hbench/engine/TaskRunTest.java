package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.client.Client;
import io.hbench.client.TableRegions;
import io.hbench.kit.VirtualTime;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/** Start and end of the threads of a task. */
class TaskRunTest extends LoadLoopFixture {
  @Test
  void clientsOfAStartThatFailsByAnErrorAreClosed() {
    AtomicInteger closed = new AtomicInteger();
    Client client =
        (Client)
            Proxy.newProxyInstance(
                Client.class.getClassLoader(),
                new Class<?>[] {Client.class},
                (proxy, method, args) -> {
                  closed.addAndGet(method.getName().equals("close") ? 1 : 0);
                  return method.getName().equals("regions") ? TableRegions.NONE : null;
                });
    Iterator<Client> clients = List.of(client).iterator();
    Supplier<Client> oneOnly =
        () -> {
          if (clients.hasNext()) {
            return clients.next();
          }
          throw new OutOfMemoryError("unable to create native thread");
        };

    assertThatThrownBy(() -> drive(oneOnly, "for=1s", "warmup=0s", "threads=2"))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(closed).hasValue(1);
  }

  /** The second request is due at 50 s. */
  @Test
  void aThreadThatWaitsForADistantRequestSeesAnEarlyEnd() throws Exception {
    endAt = TimeUnit.SECONDS.toNanos(10);
    endKnownAt = TimeUnit.SECONDS.toNanos(9);
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    Client client =
        client("get", (Get get) -> CompletableFuture.completedFuture(Result.EMPTY_RESULT));
    drive(
        time,
        () -> client,
        "until=throughput +- 5%",
        "for=30s..60s",
        "rate=0.02",
        "warmup=0s",
        "threads=1");

    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(1);
    assertThat(Duration.between(Instant.EPOCH, time.instant()).toSeconds()).isBetween(9L, 12L);
  }
}
