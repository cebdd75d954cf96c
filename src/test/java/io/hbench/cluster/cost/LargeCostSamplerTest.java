package io.hbench.cluster.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hbench.cluster.action.Paces;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.time.Pace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.ObjectName;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

/** Counters of the servers of a large cluster, by made pages. */
class LargeCostSamplerTest {
  private static final double NANOS = 1e9;

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final Pace pace = Paces.of(time).pages();

  /** When pages were asked for, in seconds. */
  private final List<Double> asked = new ArrayList<>();

  private final Map<String, Long> startCodes = new HashMap<>();

  private boolean masterIsAway;
  private boolean masterFails;

  /** Seconds since which another reader has not read a server's page of RPC calls. */
  private double sinceOtherReader = Double.MAX_VALUE;

  private CostSampler sampler(int servers) {
    return new CostSampler(pace, () -> list(servers), this::page);
  }

  private Map<ServerName, Integer> list(int servers) throws IOException {
    if (masterFails) {
      throw new IllegalStateException();
    }
    if (masterIsAway) {
      throw new IOException("no master");
    }
    return IntStream.range(0, servers)
        .mapToObj(i -> "rs" + i)
        .map(host -> ServerName.valueOf(host, 16020, startCodes.getOrDefault(host, 1L)))
        .collect(Collectors.toMap(server -> server, server -> 16030));
  }

  /** A server computes a tenth of the time and answers a hundred calls a second of 7 ms each. */
  private CompletableFuture<String> page(String host, int port, String path) {
    double now = time.nanos() / NANOS;
    asked.add(now);
    String body = "{}";
    if (path.contains("java.lang")) {
      body = "{\"ProcessCpuTime\": %.0f}".formatted(now / 10 * NANOS);
    } else if (path.contains("sub=IPC")) {
      body =
          """
          {"ProcessCallTime_num_ops": %.0f, "ProcessCallTime_mean": 7, "QueueCallTime_max": 1,
           "QueueCallTime_num_ops": %.0f, "QueueCallTime_TimeRangeCount_0-1": %.0f}
          """
              .formatted(100 * now, 100 * now, 100 * Math.min(sinceOtherReader, calm(host, now)));
    }
    return CompletableFuture.completedFuture("{\"beans\": [" + body + "]}");
  }

  private final Map<String, Double> lastRead = new HashMap<>();

  private double calm(String host, double now) {
    Double before = lastRead.put(host, now);
    return before == null ? now : now - before;
  }

  /** Reads for some time, a second or more between rounds. */
  private List<Reading> readFor(CostSampler sampler, Duration length) throws Exception {
    List<Reading> all = new ArrayList<>();
    time.play(
        () -> {
          long end = time.nanos() + length.toNanos();
          while (time.nanos() < end) {
            all.addAll(sampler.read());
            time.sleep(Duration.ofSeconds(1));
          }
          return null;
        });
    return all;
  }

  private static Set<String> servers(List<Reading> readings) {
    Set<String> servers = new HashSet<>();
    readings.forEach(reading -> servers.add(reading.server()));
    return servers;
  }

  @Test
  void ofAThousandServersFiftyPagesASecondAreRead() throws Exception {
    List<Reading> readings = readFor(sampler(1_000), Duration.ofMinutes(10));
    assertThat(asked.size() / 600.0).isBetween(44.0, 50.0);
    assertThat(
            readings.stream().filter(Reading::isOfJvm).filter(r -> r.server().equals("rs7:16020")))
        .as("twice in 133 s")
        .hasSizeBetween(8, 10);
  }

  @Test
  void ofEveryMinuteNoMorePagesAreReadWithTheSnapshotsBeforeAndAfterIt() throws Exception {
    assertThat(busiestMinute(1_000)).isBetween(2_700, 3_000);
    assertThat(busiestMinute(28)).as("the largest cluster that a round reads").isLessThan(3_001);
    assertThat(busiestMinute(3)).isLessThan(3_001);
  }

  /** Most pages of 60 s, of a run with a snapshot before and after it. */
  private int busiestMinute(int servers) throws Exception {
    asked.clear();
    CostSampler sampler = sampler(servers);
    snapshot(servers);
    readFor(sampler, Duration.ofMinutes(5));
    time.play(
        () -> {
          while (!sampler.readLast().isEmpty()) {}
          return null;
        });
    snapshot(servers);
    double[] times = asked.stream().mapToDouble(at -> at).sorted().toArray();
    int most = 0;
    int from = 0;
    for (int to = 0; to < times.length; to++) {
      while (times[to] >= times[from] + 60) {
        from++;
      }
      most = Math.max(most, to - from + 1);
    }
    return most;
  }

  /** Reads a page of each server, as {@code ServerSurvey} does. */
  private void snapshot(int servers) throws Exception {
    time.play(
        () -> {
          for (int server = 0; server < servers; server++) {
            pace.sleep(Duration.ZERO);
            pace.took(1);
            asked.add(time.nanos() / NANOS);
          }
          return null;
        });
  }

  @Test
  void theJvmsOfAllServersAreReadBeforeALoadBegins() throws Exception {
    List<Reading> readings = readFor(sampler(1_000), Duration.ofSeconds(20));
    assertThat(servers(readings)).hasSize(1_000);
    assertThat(readings.subList(0, 1_000)).allMatch(Reading::isOfJvm);
  }

  @Test
  void theJvmsOfAllServersAreReadAfterTheEnd() throws Exception {
    CostSampler sampler = sampler(1_000);
    readFor(sampler, Duration.ofSeconds(100));
    long end = time.nanos();
    masterIsAway = true; // for the moment: the last list is good enough
    List<Reading> last = time.play(() -> last(sampler));
    assertThat(servers(last)).hasSize(1_000);
    assertThat(last).hasSize(1_000).allMatch(reading -> reading.sentNanos() >= end);
    assertThat((time.nanos() - end) / NANOS).as("seconds").isLessThan(25);
  }

  @Test
  void theJvmsOfAllServersAreReadAfterEachOfSeveralLoads() throws Exception {
    CostSampler sampler = sampler(100);
    for (int load = 0; load < 2; load++) {
      readFor(sampler, Duration.ofSeconds(30));
      assertThat(servers(time.play(() -> last(sampler)))).hasSize(100);
    }
  }

  @Test
  void aLastPassThatFailedIsNotThatOfTheNextLoad() throws Exception {
    CostSampler sampler = sampler(100);
    readFor(sampler, Duration.ofSeconds(30));
    masterFails = true;
    assertThatThrownBy(() -> time.play(sampler::readLast)).isInstanceOf(RuntimeException.class);
    masterFails = false;
    readFor(sampler, Duration.ofSeconds(30));
    assertThat(servers(time.play(() -> last(sampler)))).hasSize(100);
  }

  /** What steps of findmax wait for: see metrics-and-verdicts.md. */
  @Test
  void theLastPassOfAHundredServersTakesThreeSeconds() throws Exception {
    CostSampler sampler = sampler(100);
    readFor(sampler, Duration.ofSeconds(30));
    long end = time.nanos();
    time.play(() -> last(sampler));
    assertThat((time.nanos() - end) / NANOS).isBetween(3.0, 4.0);
  }

  private static List<Reading> last(CostSampler sampler) throws IOException {
    List<Reading> last = new ArrayList<>();
    for (List<Reading> some = sampler.readLast(); !some.isEmpty(); some = sampler.readLast()) {
      last.addAll(some);
    }
    return last;
  }

  @Test
  void aSmallClusterIsReadAsOftenAsTheCallerLikes() throws Exception {
    CostSampler sampler = sampler(3);
    List<Reading> readings = readFor(sampler, Duration.ofMinutes(1));
    assertThat(asked).hasSize(60 * 3 * 2 + 3 + 30 * 3 * 4); // no allocations after the first try
    assertThat(readings.stream().filter(Reading::isOfJvm)).hasSize(180);
    assertThat(readings)
        .allMatch(reading -> !reading.counters().containsKey(ServerCounter.START_CODE));
    assertThat(sampler.readLast()).isEmpty();
  }

  @Test
  void timesOfCallsAreWholeWhereNobodyElseReadsThePage() throws Exception {
    Map<String, Double> last = lastOf(readFor(sampler(1_000), Duration.ofMinutes(10)));
    assertThat(last.get(ServerCounter.RPC_CALLS)).isGreaterThan(30_000);
    double sum = 0.007 * (last.get(ServerCounter.RPC_CALLS) - firstCalls);
    assertThat(last.get(ServerCounter.RPC_SECONDS)).isCloseTo(sum, within(1e-6 * sum));
  }

  @Test
  void timesOfCallsAreLeftOutWhereAnotherReaderHasTakenAPart() throws Exception {
    sinceOtherReader = 15;
    assertThat(lastOf(readFor(sampler(1_000), Duration.ofMinutes(10))))
        .containsKey(ServerCounter.RPC_CALLS)
        .doesNotContainKey(ServerCounter.RPC_SECONDS);
    lastRead.clear();
    assertThat(lastOf(readFor(sampler(3), Duration.ofMinutes(1))))
        .as("a page that is read every two seconds")
        .containsKey(ServerCounter.RPC_SECONDS);
  }

  private double firstCalls;

  private Map<String, Double> lastOf(List<Reading> readings) {
    List<Map<String, Double>> pages =
        readings.stream()
            .filter(r -> r.page().equals("RPC") && r.server().equals("rs1:16020"))
            .map(Reading::counters)
            .toList();
    firstCalls = pages.get(0).get(ServerCounter.RPC_CALLS);
    return pages.get(pages.size() - 1);
  }

  @Test
  void aServerThatRestartedHasAnotherStartCode() throws Exception {
    CostSampler sampler = sampler(100);
    List<Reading> before = readFor(sampler, Duration.ofSeconds(30));
    startCodes.put("rs5", 2L);
    List<Reading> after = readFor(sampler, Duration.ofMinutes(2));
    assertThat(startCode(before, "rs5")).isEqualTo(1);
    assertThat(startCode(after, "rs5")).isEqualTo(2);
    assertThat(startCode(after, "rs6")).isEqualTo(1);
  }

  private static double startCode(List<Reading> readings, String server) {
    return readings.stream()
        .filter(Reading::isOfJvm)
        .filter(reading -> reading.server().equals(server + ":16020"))
        .reduce((first, second) -> second)
        .orElseThrow()
        .counters()
        .get(ServerCounter.START_CODE);
  }

  @Test
  void theStartCodesOfALargeClusterAreAskedForBeforeEachPass() throws Exception {
    CostSampler sampler = sampler(100);
    List<Reading> readings = readFor(sampler, Duration.ofSeconds(3));
    startCodes.put("rs5", 2L);
    readings.addAll(readFor(sampler, Duration.ofSeconds(25)));
    assertThat(startCode(readings, "rs5")).isEqualTo(2);
  }

  @Test
  void onePageHasWhatThreePagesOfAJvmHave() throws Exception {
    Set<String> beans = new HashSet<>();
    for (ObjectName name :
        ManagementFactory.getPlatformMBeanServer()
            .queryNames(
                new ObjectName(CounterPage.WHOLE_JVM.path().replace("/jmx?qry=", "")), null)) {
      beans.add(name.getKeyProperty("type"));
    }
    assertThat(beans)
        .contains("OperatingSystem", "Threading", "GarbageCollector")
        .isSubsetOf("OperatingSystem", "Threading", "GarbageCollector", "MemoryManager");
  }

  @Test
  void countersOfOnePageAreThoseOfThree() {
    String page =
        """
        {"beans": [
          {"ProcessCpuTime": 2500000000},
          {"TotalThreadAllocatedBytes": 12},
          {"Name": "CodeCacheManager"},
          {"Name": "G1 Young Generation", "CollectionCount": 7, "CollectionTime": 120},
          {"Name": "ZGC Cycles", "CollectionCount": 9, "CollectionTime": 999}
        ]}
        """;
    assertThat(CounterPage.WHOLE_JVM.counters(page))
        .isEqualTo(
            Map.of(
                ServerCounter.CPU_SECONDS, 2.5,
                ServerCounter.GC_PAUSES, 7.0,
                ServerCounter.GC_SECONDS, 0.12,
                ServerCounter.ALLOCATED_BYTES, 12.0));
  }
}
