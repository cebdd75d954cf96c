package io.hbench.cluster.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CostSamplerTest {
  private static final String PROCESS =
      "{\"beans\": [{\"name\": \"java.lang:type=OperatingSystem\", \"ProcessCpuTime\": 2500000000}]}";
  private static final String COLLECTIONS =
      """
      {"beans": [
        {"Name": "G1 Young Generation", "CollectionCount": 7, "CollectionTime": 120},
        {"Name": "G1 Old Generation", "CollectionCount": 1, "CollectionTime": 30},
        {"Name": "G1 Concurrent GC", "CollectionCount": 9, "CollectionTime": 999},
        {"Name": "unknown", "CollectionCount": -1, "CollectionTime": -1}
      ]}
      """;
  private static final String IPC =
      """
      {"beans": [{"receivedBytes": 10, "sentBytes": 20, "numActiveHandler": 3,
        "ProcessCallTime_num_ops": %d, "ProcessCallTime_mean": %d}]}
      """;

  private final List<String> asked = new ArrayList<>();
  private int calls = 100;
  private int mean = 5;

  private CompletableFuture<String> page(String host, int port, String path) {
    asked.add(path);
    if (host.equals("closed")) {
      return CompletableFuture.completedFuture("<html>please log in</html>");
    }
    return path.contains("OperatingSystem")
        ? CompletableFuture.completedFuture(PROCESS)
        : path.contains("GarbageCollector")
            ? CompletableFuture.completedFuture(COLLECTIONS)
            : path.contains("sub=IPC")
                ? CompletableFuture.completedFuture(IPC.formatted(calls, mean))
                : CompletableFuture.failedFuture(new IOException("no such page"));
  }

  private CostSampler sampler(String host, int port) {
    return new CostSampler(
        () -> List.of(new CostSampler.Address(host + ":16020", host, port)), this::page);
  }

  private static Map<String, Double> of(List<Reading> readings, String page) {
    return readings.stream()
        .filter(r -> r.page().equals(page))
        .findFirst()
        .orElseThrow()
        .counters();
  }

  @Test
  void theCountersOfTheJvmAreReadEveryTimeAndThoseOfHBaseEverySecondTime() throws IOException {
    CostSampler sampler = sampler("a", 16030);
    List<Reading> first = sampler.read();
    assertThat(of(first, ServerSamples.JVM))
        .isEqualTo(
            Map.of(
                ServerCounter.CPU_SECONDS, 2.5,
                ServerCounter.GC_PAUSES, 8.0,
                ServerCounter.GC_SECONDS, 0.15));
    assertThat(of(first, "RPC"))
        .containsEntry(ServerCounter.RPC_BYTES_IN, 10.0)
        .containsEntry(ServerCounter.BUSY_HANDLERS, 3.0);
    assertThat(first.get(0).server()).isEqualTo("a:16020");
    assertThat(first.get(0).receivedNanos()).isGreaterThan(first.get(0).sentNanos());
    assertThat(sampler.read()).extracting(Reading::page).containsExactly(ServerSamples.JVM);
    assertThat(sampler.read())
        .extracting(Reading::page)
        .containsExactly(ServerSamples.JVM, "RPC", "SERVER", "WAL", "IO");
  }

  @Test
  void meansOfHBaseBecomeASumThatGrowsOncePerRefresh() throws IOException {
    CostSampler sampler = sampler("a", 16030);
    assertThat(timeInHandlers(sampler)).isZero();
    assertThat(timeInHandlers(sampler)).isZero(); // the page was not refreshed
    calls = 300;
    mean = 4;
    assertThat(timeInHandlers(sampler)).isEqualTo(200 * 0.004);
    assertThat(timeInHandlers(sampler)).isEqualTo(200 * 0.004);
  }

  /** After two rounds, of which one reads HBase's pages. */
  private static double timeInHandlers(CostSampler sampler) throws IOException {
    double seconds = of(sampler.read(), "RPC").get(ServerCounter.RPC_SECONDS);
    sampler.read();
    return seconds;
  }

  @Test
  void whatTheJvmDoesNotCountIsAskedOnce() throws IOException {
    CostSampler sampler = sampler("a", 16030);
    sampler.read();
    sampler.read();
    sampler.read();
    assertThat(asked.stream().filter(path -> path.contains("Threading"))).hasSize(1);
  }

  @Test
  void aServerWhoseAddressIsRefusedDoesNotEndTheRound() throws IOException {
    CostSampler sampler =
        new CostSampler(
            () -> List.of(address("a_b"), address("a")),
            (host, port, path) -> {
              if (host.contains("_")) {
                throw new IllegalArgumentException("unsupported URI");
              }
              return page(host, port, path);
            });
    assertThat(sampler.read())
        .filteredOn(reading -> !reading.counters().isEmpty())
        .extracting(Reading::server)
        .containsOnly("a:16020")
        .hasSize(2);
  }

  @Test
  void ofManyServersAFewAreAskedAtOnce() throws IOException {
    AtomicInteger open = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Executor slow = CompletableFuture.delayedExecutor(2, TimeUnit.MILLISECONDS);
    CostSampler sampler =
        new CostSampler(
            () -> IntStream.range(0, 100).mapToObj(i -> address("a" + i)).toList(),
            (host, port, path) -> {
              most.accumulateAndGet(open.incrementAndGet(), Math::max);
              return CompletableFuture.supplyAsync(
                  () -> {
                    open.decrementAndGet();
                    return PROCESS;
                  },
                  slow);
            });
    assertThat(sampler.read()).hasSize(500);
    assertThat(most).hasValueLessThanOrEqualTo(64).hasPositiveValue();
  }

  private static CostSampler.Address address(String host) {
    return new CostSampler.Address(host + ":16020", host, 16030);
  }

  @Test
  void aServerWithoutPagesHasNoCounters() throws IOException {
    assertThat(sampler("closed", 16030).read()).allMatch(r -> r.counters().isEmpty()).hasSize(5);
    asked.clear();
    assertThat(sampler("a", -1).read()).allMatch(r -> r.counters().isEmpty()).hasSize(5);
    assertThat(asked).isEmpty();
  }
}
