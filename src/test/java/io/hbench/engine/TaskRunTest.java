package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.client.Client;
import io.hbench.client.TableRegions;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
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
}
