package io.hbench.cluster.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Pause;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.time.Pace;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class CostSamplerTest {
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final Pace pace = new Pace(time, 50, 100);
  private static final String PROCESS =
      "{\"beans\": [{\"name\": \"java.lang:type=OperatingSystem\", \"ProcessCpuTime\": 2500000000}]}";
  private static final String COLLECTIONS =
      """
      {"beans": [
        {"Name": "G1 Young Generation", "CollectionCount": 7, "CollectionTime": 120},
        {"Name": "G1 Old Generation", "CollectionCount": 1, "CollectionTime": 30},
        {"Name": "G1 Concurrent GC", "CollectionCount": 2, "CollectionTime": 10},
        {"Name": "ZGC Cycles", "CollectionCount": 9, "CollectionTime": 999},
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

  /** Time that a page takes. */
  private long pageNanos;

  private CompletableFuture<String> page(String host, int port, String path) {
    asked.add(path);
    Pause.nanos(pageNanos);
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
        pace, () -> Map.of(ServerName.valueOf(host, 16020, 1), port), this::page);
  }

  private static Map<String, Double> of(List<Reading> readings, String page) {
    return readings.stream()
        .filter(r -> r.page().equals(page))
        .findFirst()
        .orElseThrow()
        .counters();
  }

  @Test
  void theCountersOfTheJvmAreReadEveryTimeAndThoseOfHBaseEverySecondTime() throws Exception {
    CostSampler sampler = sampler("a", 16030);
    pageNanos = 2_000_000;
    List<Reading> first = time.play(sampler::read);
    assertThat(of(first, ServerSamples.JVM))
        .isEqualTo(
            Map.of(
                ServerCounter.CPU_SECONDS, 2.5,
                ServerCounter.GC_PAUSES, 10.0,
                ServerCounter.GC_SECONDS, 0.16));
    assertThat(of(first, "RPC"))
        .containsEntry(ServerCounter.RPC_BYTES_IN, 10.0)
        .containsEntry(ServerCounter.BUSY_HANDLERS, 3.0);
    assertThat(first.get(0).server()).isEqualTo("a:16020");
    assertThat(first.get(0).receivedNanos() - first.get(0).sentNanos()).isEqualTo(pageNanos);
    pageNanos = 0;
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

  @Test
  void theLongestReadIsThatByPositionOrAsAStream() {
    String page = "{\"beans\": [{\"FsReadTime_max\": %d, \"FsPReadTime_max\": %d}]}";
    assertThat(CounterPage.IO.counters(page.formatted(400, 20)))
        .containsEntry(ServerCounter.LONGEST_READ, 0.4);
    assertThat(CounterPage.IO.counters(page.formatted(0, 20)))
        .containsEntry(ServerCounter.LONGEST_READ, 0.02);
  }

  @Test
  void blocksOfDataFromTheCacheCountEncodedOrNot() {
    String page =
        """
        {"beans": [{"blockCacheHitCount": 9, "blockCacheDataHitCount": 4%s}]}
        """;
    assertThat(
            CounterPage.SERVER.counters(page.formatted(", \"blockCacheEncodedDataHitCount\": 3")))
        .containsEntry(ServerCounter.DATA_HITS, 7.0)
        .containsEntry(ServerCounter.CACHE_HITS, 9.0);
    assertThat(CounterPage.SERVER.counters(page.formatted("")))
        .containsEntry(ServerCounter.DATA_HITS, 4.0);
  }

  @Test
  void aRefreshHasTheMaximaSinceTheOneBefore() {
    String page =
        """
        {"beans": [{"QueueCallTime_num_ops": 500, "QueueCallTime_max": 3210,
          "ProcessCallTime_max": 40,
          "exceptions": 20, "exceptions.callQueueTooBig": 3, "exceptions.rpcThrottling": 4,
          "exceptions.RegionTooBusyException": 5,
          "exceptions.NotServingRegionException": 2, "exceptions.RegionMovedException": 1,
          "QueueCallTime_TimeRangeCount_0-1": 90, "QueueCallTime_TimeRangeCount_10-30": 5,
          "QueueCallTime_TimeRangeCount_30-100": 4, "QueueCallTime_TimeRangeCount_600000-inf": 1,
          "ProcessCallTime_TimeRangeCount_0-1": 99, "ProcessCallTime_TimeRangeCount_30-100": 1,
          "TotalCallTime_TimeRangeCount_30-100": 50}]}
        """;
    assertThat(CounterPage.RPC.counters(page))
        .containsEntry(ServerCounter.LONGEST_QUEUE, 3.21)
        .containsEntry(ServerCounter.LONGEST_CALL, 0.04)
        .containsEntry(ServerCounter.FAILED_CALLS, 20.0)
        .containsEntry(ServerCounter.REFUSED_CALLS, 3.0)
        .containsEntry(ServerCounter.THROTTLED_CALLS, 4.0)
        .containsEntry(ServerCounter.BUSY_CALLS, 5.0)
        .containsEntry(ServerCounter.MOVED_CALLS, 3.0)
        .containsEntry(ServerCounter.TIMED_CALLS, 100.0)
        .containsEntry(ServerCounter.LONG_QUEUES, 5.0)
        .containsEntry(ServerCounter.LONG_CALLS, 1.0);
    assertThat(CounterPage.RPC.counters("{\"beans\": [{}]}")).isEmpty();
  }

  @Test
  void aRefreshIsNoOlderThanTheLastReadBefore() throws Exception {
    CostSampler sampler = sampler("a", 16030);
    assertThat(age(sampler)).isZero();
    time.play(() -> sleep(20));
    assertThat(age(sampler)).isZero(); // the same refresh
    time.play(() -> sleep(5));
    calls = 300;
    assertThat(age(sampler)).isEqualTo(5);
  }

  private Void sleep(int seconds) throws InterruptedException {
    time.sleep(Duration.ofSeconds(seconds));
    return null;
  }

  private static double age(CostSampler sampler) throws IOException {
    double age = of(sampler.read(), "RPC").get(ServerCounter.AGE);
    sampler.read();
    return age;
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
            pace,
            () -> ports(Stream.of("a_b", "a")),
            (host, port, path) ->
                host.contains("_")
                    ? CompletableFuture.failedFuture(
                        new IllegalArgumentException("unsupported URI"))
                    : page(host, port, path));
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
    ExecutorService slow = Executors.newSingleThreadExecutor();
    CostSampler sampler =
        new CostSampler(
            pace,
            () -> ports(IntStream.range(0, 100).mapToObj(i -> "a" + i)),
            (host, port, path) -> {
              most.accumulateAndGet(open.incrementAndGet(), Math::max);
              return CompletableFuture.supplyAsync(
                  () -> {
                    open.decrementAndGet();
                    return PROCESS;
                  },
                  slow);
            });
    assertThat(sampler.read()).as("their JVMs at first").hasSize(100);
    slow.shutdown();
    assertThat(most).hasValueLessThanOrEqualTo(64).hasPositiveValue();
  }

  private static Map<ServerName, Integer> ports(Stream<String> hosts) {
    return hosts.collect(
        Collectors.toMap(host -> ServerName.valueOf(host, 16020, 1), host -> 16030));
  }

  @Test
  void aServerWithoutPagesHasNoCounters() throws IOException {
    assertThat(sampler("closed", 16030).read()).allMatch(r -> r.counters().isEmpty()).hasSize(5);
    asked.clear();
    assertThat(sampler("a", -1).read()).allMatch(r -> r.counters().isEmpty()).hasSize(5);
    assertThat(asked).isEmpty();
  }

  @Test
  void cpuOfAHostIsByTheFirstOfTheTwoNamesThatAPageHasForIt() {
    // reading the one resets the other
    String page =
        """
        {"beans": [{"CpuLoad": 0.4, "TotalPhysicalMemorySize": 64, "SystemCpuLoad": 1.0,
          "SystemLoadAverage": -1, "AvailableProcessors": 16}]}
        """;
    assertThat(CounterPage.PROCESS.counters(page))
        .isEqualTo(CounterPage.WHOLE_JVM.counters(page))
        .isEqualTo(
            Map.of(
                ServerCounter.HOST_CPU, 0.4,
                ServerCounter.HOST_MEMORY, 64.0,
                ServerCounter.HOST_PROCESSORS, 16.0));
    String other = "{\"beans\": [{\"SystemCpuLoad\": 0.3, \"CpuLoad\": 1.0}]}";
    assertThat(CounterPage.PROCESS.counters(other)).containsEntry(ServerCounter.HOST_CPU, 0.3);
    assertThat(CounterPage.WHOLE_JVM.counters(other)).containsEntry(ServerCounter.HOST_CPU, 0.3);
  }
}
