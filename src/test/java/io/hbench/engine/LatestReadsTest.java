package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Client;
import io.hbench.client.ClientFactory;
import io.hbench.client.TableRegions;
import io.hbench.data.KeyFormat;
import io.hbench.kit.VirtualTime;
import io.hbench.latency.Recording;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import io.hbench.time.Time;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/** Tests reads of the newest rows during inserts that complete in any order; some fail. */
class LatestReadsTest {
  private static final KeyFormat KEYS = KeyFormat.parse("{row:26}");
  private static final long ROWS = 1_000;

  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicLong oldReads = new AtomicLong();
  private final AtomicLong newReads = new AtomicLong();
  private final AtomicLong earlyReads = new AtomicLong();
  private ScheduledExecutorService servers;

  @Test
  void latestReadsAcknowledgedRowsAloneWhenThreadsRace() throws Exception {
    run(Time.real());
    assertThat(earlyReads).hasValue(0);
    assertThat(acknowledged).hasSizeGreaterThan(4_000);
  }

  /** In virtual time: a thread of the machine that stands still would keep back what is new. */
  @Test
  void latestReadsMostlyNewRows() throws Exception {
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    time.play(
        () -> {
          run(time);
          return null;
        });
    assertThat(newReads.get()).isGreaterThan(oldReads.get());
    assertThat(oldReads).hasPositiveValue();
  }

  private CompletableFuture<Void> put(Put put) {
    long row = KEYS.row(put.getRow());
    return later(
        row,
        () -> {
          if (row % 20 == 0) {
            throw new IllegalStateException("not written");
          }
          acknowledged.add(row);
          return null;
        });
  }

  private CompletableFuture<Result> get(Get get) {
    long row = KEYS.row(get.getRow());
    (row < ROWS ? oldReads : newReads).incrementAndGet();
    if (row >= ROWS && !acknowledged.contains(row)) {
      earlyReads.incrementAndGet();
    }
    return later(row, () -> Result.EMPTY_RESULT);
  }

  private interface Answer<T> {
    T get() throws IOException;
  }

  private <T> CompletableFuture<T> later(long row, Answer<T> answer) {
    CompletableFuture<T> future = new CompletableFuture<>();
    var unused =
        servers.schedule(
            () -> {
              try {
                future.complete(answer.get());
              } catch (IOException | RuntimeException e) {
                future.completeExceptionally(e);
              }
            },
            row * 31 % 50,
            TimeUnit.MICROSECONDS);
    return future;
  }

  private void run(Time time) throws Exception {
    servers = time.threads("server", 2);
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", "insert:1,get:1@1");
    conf.set("hbench.keys", "latest");
    conf.set("hbench.rows", Long.toString(ROWS));
    conf.set("hbench.client", "async");
    conf.set("hbench.in-flight", "16");
    conf.set("hbench.threads", "2");
    conf.set("hbench.ops", "10000");
    conf.set("hbench.warmup", "0s");
    RunSpec spec = RunSpec.from(conf);
    Client client =
        (Client)
            Proxy.newProxyInstance(
                Client.class.getClassLoader(),
                new Class<?>[] {Client.class},
                (proxy, method, args) ->
                    switch (method.getName()) {
                      case "get" -> get((Get) args[0]);
                      case "put" -> put((Put) args[0]);
                      case "finish" -> false;
                      case "regions" -> TableRegions.NONE;
                      default -> null; // close
                    });
    ClientFactory clients =
        new ClientFactory() {
          @Override
          public Client open() {
            return client;
          }

          @Override
          public void close() {}
        };
    try (Recording recording = new Recording(spec.window(), (series, record) -> {});
        TaskRun run =
            TaskRun.start(
                List.of(
                    new SideLoad(
                        spec,
                        TaskSpec.plan(spec).get(0),
                        spec.rowRequests(),
                        clients,
                        Optional.empty(),
                        Optional.empty())),
                Clock.startingAt(time, time.nanos()),
                recording,
                new TaskCounters())) {
      run.await();
    }
    servers.shutdownNow();
  }
}
