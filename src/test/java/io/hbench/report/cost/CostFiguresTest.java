package io.hbench.report.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.figure.Figure;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CostFiguresTest {
  private static final double START = 1e12;
  private static final int SECONDS = 30;

  /** 1,000 requests a second. */
  private static final CostWindow WINDOW =
      new CostWindow(
          START,
          SECONDS,
          START - 5_000,
          START + 30_000,
          1,
          0,
          Collections.nCopies(SECONDS, 1_000L));

  /** Samples every second from 5 s before the window to 3 s after it, with 1 % of jitter. */
  private static Series jvm(double cpuPerSecond) {
    List<Double> times = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    for (int t = -6; t <= SECONDS + 3; t++) {
      double at = t + 0.3;
      times.add(START + 1_000 * at);
      cpu.add(100 + cpuPerSecond * (Math.max(-5, Math.min(SECONDS, at)) + 5));
    }
    return new Series(times, 2, Map.of(ServerCounter.CPU_SECONDS, cpu));
  }

  /** Refreshed every 10 s: at 2, 12 and 22 s of the window. */
  private static Series hbase(double bytesPerSecond) {
    List<Double> times = new ArrayList<>();
    List<Double> bytes = new ArrayList<>();
    List<Double> busy = new ArrayList<>();
    for (int t = -8; t <= 22; t += 10) {
      times.add(START + 1_000.0 * t);
      bytes.add(bytesPerSecond * (t + 8));
      busy.add((double) t);
    }
    return new Series(
        times, 2, Map.of(ServerCounter.RPC_BYTES_OUT, bytes, ServerCounter.BUSY_HANDLERS, busy));
  }

  private static ServerSamples samples(Series... ofTwo) {
    return new ServerSamples(
        List.of(
            new ServerSamples.Server("a:1", ofTwo[0], Map.of("RPC", hbase(1_000))),
            new ServerSamples.Server("b:1", ofTwo[1], Map.of("RPC", hbase(3_000)))),
        null);
  }

  private static OperationCost cost(ServerSamples samples) {
    return CostFigures.of(
        samples,
        WINDOW,
        Map.of("a:1", 10_000L, "b:1", 20_000L),
        Optional.of(0.6),
        Optional.of("no"));
  }

  @Test
  void cpuIsThatOfTheWindowAndDividedByItsOperations() {
    OperationCost cost = cost(samples(jvm(0.05), jvm(0.15)));
    assertThat(cost.operations()).isEqualTo(30_000);
    assertThat(cost.perOperation(Figure.SERVER_CPU).orElseThrow()).isCloseTo(200, within(1e-6));
    assertThat(cost.perOperation(Figure.CLIENT_CPU).orElseThrow()).isCloseTo(20, within(1e-6));
    assertThat(cost.servers().get(0).cpuShare()).isCloseTo(0.05, within(1e-9));
    assertThat(cost.servers().get(0).cost(Figure.SERVER_CPU).orElseThrow().perOperation())
        .isCloseTo(150, within(1e-6));
    assertThat(cost.servers().get(1).cost(Figure.SERVER_CPU).orElseThrow().perOperation())
        .isCloseTo(225, within(1e-6));
    assertThat(cost.missing()).isEmpty();
    assertThat(cost.figures())
        .filteredOn(figure -> figure.error() == null)
        .extracting(OperationCost.Cost::figure)
        .containsExactly("client-cpu", "rpc-out");
  }

  @Test
  void theBusiestServerIsThatWithTheLargestShareOfItsOwnProcessors() {
    List<OperationCost.Server> servers = List.of(server(1.2, 4.0), server(0.9, 2.0));
    assertThat(of(servers).hottest()).isEqualTo(0.45);
    assertThat(of(List.of(servers.get(0), server(null, 2.0))).hottest()).as("unknown").isNull();
    assertThat(of(List.of(servers.get(0), server(2.2, 2.0))).hottest())
        .as("more than all of its processors, whose number is wrong")
        .isNull();
    assertThat(of(List.of()).hottest()).isNull();
  }

  private static OperationCost.Server server(Double cpuShare, double processors) {
    return new OperationCost.Server(
        "a:1", 1L, cpuShare, List.of(), Map.of(ServerCounter.HOST_PROCESSORS, processors));
  }

  private static OperationCost of(List<OperationCost.Server> servers) {
    return new OperationCost(1, null, null, null, null, servers, null, null, null);
  }

  @Test
  void theSamplesOfAPartAreThoseThatCoverIt() {
    ServerSamples all = samples(jvm(0.05), jvm(0.15));
    ServerSamples part = all.from(START);
    assertThat(part.servers().get(0).jvm().atMs()).startsWith(START - 700, START + 300);
    assertThat(part.servers().get(0).hbase().get("RPC").atMs()).startsWith(START - 8_000);
    assertThat(cost(part)).isEqualTo(cost(all));
    assertThat(all.from(START - 60_000)).isEqualTo(all);
    assertThat(new ServerSamples(List.of(server()), null).from(START).servers())
        .containsOnly(server());
  }

  private static ServerSamples.Server server() {
    return new ServerSamples.Server("c:1", Series.NONE, Map.of());
  }

  @Test
  void theIntervalsTogetherHaveTheCpuOfTheWindow() {
    OperationCost cost = cost(samples(jvm(0.05), jvm(0.15)));
    assertThat(cost.serverCpu()).hasSize(SECONDS);
    assertThat(cost.serverCpu().stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(6, within(1e-9));
  }

  @Test
  void hbasesCountersAreTakenBetweenTheirRefreshesInTheWindow() {
    OperationCost cost = cost(samples(jvm(0.05), jvm(0.15)));
    assertThat(cost.hbaseSeconds()).isEqualTo(20);
    assertThat(cost.perOperation(Figure.RPC_OUT).orElseThrow()).isCloseTo(4, within(1e-9));
    assertThat(cost.busyHandlers()).isEqualTo(2 * 12.0);
  }

  @Test
  void l1AndL2AreApartOverTheWindowWithTheirSizesAndLocalFiles() {
    List<Double> times = List.of(START - 8_000, START + 2_000, START + 12_000, START + 22_000);
    Series page =
        new Series(
            times,
            2,
            Map.of(
                ServerCounter.L1_HITS, List.of(1e6, 1e6, 1_000_400.0, 1_000_900.0),
                ServerCounter.L1_MISSES, List.of(9e6, 9e6, 9_000_050.0, 9_000_100.0),
                ServerCounter.L2_HITS, List.of(0.0, 0.0, 0.0, 300.0),
                ServerCounter.L2_MISSES, List.of(0.0, 500.0, 500.0, 600.0),
                ServerCounter.EVICTIONS, List.of(0.0, 70.0, 70.0, 90.0),
                ServerCounter.L1_BYTES, List.of(0.0, 1e9, 2e9, 3e9),
                ServerCounter.FILES_LOCAL, List.of(0.0, 0.8, 0.8, 0.8),
                ServerCounter.STORE_FILE_BYTES, List.of(5e9, 5e9, 5e9, 5e9)));
    OperationCost cost =
        cost(
            new ServerSamples(
                List.of(new ServerSamples.Server("a:1", jvm(0.05), Map.of("SERVER", page))), null));
    assertThat(cost.l1HitRatio()).isCloseTo(0.9, within(1e-9));
    assertThat(cost.l2HitRatio()).isCloseTo(0.75, within(1e-9));
    assertThat(cost.perOperation(Figure.EVICTIONS).orElseThrow()).isCloseTo(1e-3, within(1e-9));
    assertThat(cost.filesLocal()).isCloseTo(0.8, within(1e-9));
    assertThat(cost.servers().get(0).level(ServerCounter.L1_BYTES)).isEqualTo(2e9);
  }

  private static ServerSamples.Server withFiles(String name, double local, double bytes) {
    Series page =
        new Series(
            List.of(START + 2_000, START + 28_000),
            2,
            Map.of(
                ServerCounter.FILES_LOCAL, List.of(local, local),
                ServerCounter.STORE_FILE_BYTES, List.of(bytes, bytes)));
    return new ServerSamples.Server(name, jvm(0.05), Map.of("SERVER", page));
  }

  @Test
  void localStoreFilesAreWeighedByTheirBytesAndAServerWithoutAnyDoesNotCount() {
    ServerSamples.Server none = withFiles("c:1", 0, 0);
    List<ServerSamples.Server> servers =
        List.of(withFiles("a:1", 1, 30e9), withFiles("b:1", 0.6, 10e9), none);
    assertThat(cost(new ServerSamples(servers, null)).filesLocal()).isCloseTo(0.9, within(1e-9));
    assertThat(cost(new ServerSamples(List.of(none), null)).filesLocal()).isNull();
    assertThat(cost(new ServerSamples(List.of(), null)).filesLocal()).isNull();
  }

  @Test
  void cachesOfAServerThatDoesNotTellThemApartAreUnknown() {
    OperationCost cost = cost(samples(jvm(0.05), jvm(0.15)));
    assertThat(cost.l1HitRatio()).isNull();
    assertThat(cost.filesLocal()).isNull();
  }

  @Test
  void aServerWithoutAPageIsNamedAndNoSumIsMade() {
    OperationCost cost = cost(samples(jvm(0.05), Series.NONE));
    assertThat(cost.perOperation(Figure.SERVER_CPU)).isEmpty();
    assertThat(cost.servers().get(0).cost(Figure.SERVER_CPU)).isPresent();
    assertThat(cost.serverCpu()).isEmpty();
    assertThat(cost.missing()).singleElement().asString().contains("1 of 2 servers", "b:1");
  }

  @Test
  void hbasesCountersOfAServerThatDiedInTheWindowAreNotExtrapolated() {
    Series whole = jvm(0.15);
    int until = whole.size() - 10;
    Series died =
        new Series(
            whole.atMs().subList(0, until),
            2,
            Map.of(
                ServerCounter.CPU_SECONDS,
                whole.counters().get(ServerCounter.CPU_SECONDS).subList(0, until)));
    OperationCost cost = cost(samples(jvm(0.05), died));
    assertThat(cost.perOperation(Figure.RPC_OUT)).isEmpty();
    assertThat(cost.busyHandlers()).isNull();
    assertThat(cost.servers().get(0).cost(Figure.RPC_OUT)).isPresent();
    assertThat(cost.servers().get(1).figures()).isEmpty();
    assertThat(cost.missing())
        .singleElement()
        .asString()
        .contains("HBase's counters of 1 of 2 servers unknown, first b:1");
  }

  @Test
  void withoutSamplesTheReasonIsOneLine() {
    OperationCost cost = cost(null);
    assertThat(cost.missing()).containsExactly("no");
    assertThat(cost.perOperation(Figure.CLIENT_CPU)).isPresent();
  }

  @Test
  void shortWindowsLackHbasesCounters() {
    ServerSamples samples = samples(jvm(0.05), jvm(0.15));
    CostWindow tenSeconds =
        new CostWindow(
            START, 10, START - 5_000, START + 10_000, 1, 0, Collections.nCopies(10, 1_000L));
    OperationCost cost =
        CostFigures.of(samples, tenSeconds, Map.of(), Optional.of(1.0), Optional.empty());
    assertThat(cost.perOperation(Figure.RPC_OUT)).isEmpty();
    assertThat(cost.perOperation(Figure.SERVER_CPU)).isPresent();
    assertThat(cost.missing()).singleElement().asString().contains("every 10 s");
  }

  @Test
  void aServerThatHadNoRequestsIsKnownToHaveNone() {
    assertThat(requests(Map.of("a:1", 10_000L))).containsExactly(10_000L, 0L);
    assertThat(requests(Map.of("a:1", 10_000L, "others", 1L))).containsExactly(10_000L, null);
    assertThat(requests(Map.of())).containsExactly(null, null);
  }

  private static List<Long> requests(Map<String, Long> known) {
    ServerSamples two = samples(jvm(0.05), jvm(0.15));
    return CostFigures.of(two, WINDOW, known, Optional.empty(), Optional.empty()).servers().stream()
        .map(OperationCost.Server::requests)
        .toList();
  }

  @Test
  void withoutMeasuredRequestsThereIsNoCost() {
    CostWindow empty = new CostWindow(START, 10, START, START, 1, 0, List.of(0L));
    assertThat(CostFigures.of(null, empty, Map.of(), Optional.empty(), Optional.empty())).isNull();
  }

  /** Samples far apart, each server's at other times: those of a large cluster. */
  private static Series seldom(double cpuPerSecond, double firstAt, double... startCodes) {
    List<Double> times = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    List<Double> codes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      double at = firstAt + 20 * i;
      times.add(START + 1_000 * at);
      cpu.add(100 + cpuPerSecond * (Math.max(-5, Math.min(SECONDS, at)) + 5));
      codes.add(startCodes.length == 0 ? 1 : startCodes[i]);
    }
    return new Series(
        times, 2, Map.of(ServerCounter.CPU_SECONDS, cpu, ServerCounter.START_CODE, codes));
  }

  @Test
  void serversThatAreReadSeldomAndAtOtherTimesEachHaveTheirOwnEdges() {
    OperationCost cost = cost(samples(seldom(0.05, -9), seldom(0.15, -1)));
    assertThat(cost.perOperation(Figure.SERVER_CPU).orElseThrow()).isCloseTo(200, within(1e-6));
    assertThat(cost.servers().get(0).cpuShare()).isCloseTo(0.05, within(1e-9));
    assertThat(cost.servers().get(1).cpuShare()).isCloseTo(0.15, within(1e-9));
    assertThat(cost.sampleSeconds()).isEqualTo(20);
    // a: 5 of 16 s with load and 11 of 19 s; b: 4 of 5 s of the warm-up, and 19 of 20 at the end
    assertThat(cost.error(Figure.SERVER_CPU).orElseThrow()).isBetween(0.3, 1.0);
  }

  @Test
  void aServerThatRestartedBetweenTwoSamplesIsUnknownThoughItsCountersGrew() {
    OperationCost cost = cost(samples(jvm(0.05), seldom(0.15, -1, 1, 2, 2)));
    assertThat(cost.perOperation(Figure.SERVER_CPU)).isEmpty();
    assertThat(cost.servers().get(1).figures()).isEmpty();
    assertThat(cost.missing()).singleElement().asString().contains("1 of 2 servers", "restarted");
  }

  /** Its CPU time fell, and its pauses since the start were more than those before. */
  @Test
  void noCounterOfAServerThatRestartedIsKnownThoughSomeGrew() {
    Series fell = jvm(-0.15);
    List<Double> pauses =
        IntStream.range(0, fell.size()).mapToObj(i -> i < fell.size() / 2 ? 3.0 : 4.0).toList();
    Series restarted =
        new Series(
            fell.atMs(),
            2,
            Map.of(
                ServerCounter.CPU_SECONDS,
                fell.counters().get(ServerCounter.CPU_SECONDS),
                ServerCounter.GC_PAUSES,
                pauses));
    assertThat(cost(samples(jvm(0.05), restarted)).servers().get(1).figures()).isEmpty();
  }

  @Test
  void theTimeBetweenSamplesIsKnown() {
    OperationCost cost = cost(samples(jvm(0.05), jvm(0.15)));
    assertThat(cost.sampleSeconds()).isCloseTo(1, within(1e-9));
  }
}
