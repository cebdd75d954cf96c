package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.hbench.figure.Figure;
import io.hbench.latency.LatencySummary;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.cost.Limit;
import io.hbench.report.cost.Limit.Kind;
import io.hbench.report.cost.Machines.Host;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.cost.OperationCost.Cost;
import io.hbench.report.cost.OperationCost.Server;
import io.hbench.report.server.ByServer.Region;
import io.hbench.report.stage.ScheduleFacts;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.Setup;
import io.hbench.rundir.SetupItem;
import io.hbench.rundir.TaskFacts.Machine;
import io.hbench.rundir.server.ServerCounter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Runs of a second of 1,000 requests, each of which took 20 ms, on servers of 4 processors. */
class LimitRulesTest {
  private static final long REQUESTS = 1_000;
  private static final double SERVICE = 20_000;

  private final Map<Figure, Double> times = new EnumMap<>(Figure.class);
  private final List<Server> servers = new ArrayList<>();
  private final List<Host> hosts = new ArrayList<>();
  private final List<Region> regions = new ArrayList<>();
  private final List<Verdict.Reason> reasons = new ArrayList<>();
  private Setups setups = new Setups(List.of(), List.of());
  private ScheduleFacts pace;
  private String operation = "put";
  private boolean isSynced = true;
  private double service = SERVICE;
  private long errors;
  private double response;

  private static LatencySummary latency(double micros) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount((long) (1e3 * micros), REQUESTS);
    return LatencySummary.of(histogram);
  }

  private void server(String name, long requests, double processors) {
    servers.add(
        new Server(
            name, requests, processors, List.of(), Map.of(ServerCounter.HOST_PROCESSORS, 4.0)));
  }

  private void host(String name, boolean clients, double cpu) {
    MachineUse use =
        new MachineUse(
            1, cpu, null, null, null, null, null, null, null, null, null, null, 9e6, 9e6, null,
            null, 10e6);
    hosts.add(new Host(name, clients, true, null, new Machine(null, 4, null, use)));
  }

  /** A request by what it spent; most of it outside of the servers. */
  private void request(double queue, double handler, double syncs) {
    times.put(Figure.QUEUE_TIME, queue);
    times.put(Figure.RPC_TIME, handler);
    times.put(Figure.WAL_APPENDS, 1.0);
    times.put(Figure.WAL_SYNCS, 0.5);
    times.put(Figure.WAL_SYNC_TIME, syncs / 2);
  }

  private Limit limit() {
    LatencySummary latency = latency(service);
    OperationReport all =
        new OperationReport(
            operation,
            REQUESTS,
            errors,
            0,
            null,
            0,
            0,
            0,
            REQUESTS,
            0,
            0,
            latency,
            pace == null ? null : latency(response),
            null,
            null,
            Map.of(),
            null,
            null);
    List<Cost> figures = new ArrayList<>();
    times.forEach((f, value) -> figures.add(new Cost(f.toString(), "us", value, 0, null)));
    OperationCost cost =
        new OperationCost(
            REQUESTS, figures, null, 1.0, 1.0, servers, List.of(), List.of(), List.of());
    Optional<RequestTime> time = RequestTime.of(all, List.of(operation), cost, isSynced);
    return new LimitRules(all, pace, Verdict.of(reasons), cost, hosts, regions, setups, time)
        .limit();
  }

  private void is(Kind kind, String... words) {
    assertThat(limit().kind()).isEqualTo(kind);
    for (String some : words) {
      assertThat(limit().text()).contains(some);
    }
  }

  /** 20 threads whose requests spend most of their time on no resource that is used up. */
  private void idle() {
    server("a:1", 500, 1);
    server("b:1", 500, 0.5);
    request(100, 17_000, 1_000);
    times.put(Figure.SERVER_CPU, 15_000.0);
  }

  @Test
  void theRateIsTheLimitIfItWasServed() {
    idle();
    pace = new ScheduleFacts(REQUESTS, 0, REQUESTS, REQUESTS);
    response = SERVICE;
    is(Kind.RATE, "the rate, which was served; most used: CPU of a:1 with 25.0 %");
    errors = REQUESTS / 10;
    is(Kind.CONCURRENCY);
  }

  @Test
  void noRateIsTheLimitOfAServerWithoutIdleProcessors() {
    idle();
    server("c:1", 500, 3.7);
    pace = new ScheduleFacts(REQUESTS, 0, REQUESTS, REQUESTS);
    response = SERVICE;
    is(Kind.SERVER_CPU);
  }

  @Test
  void aRateThatRequestsWaitForIsNotServed() {
    idle();
    pace = new ScheduleFacts(REQUESTS, 0, REQUESTS, REQUESTS);
    response = 3 * SERVICE;
    is(Kind.CONCURRENCY);
    pace = new ScheduleFacts(2 * REQUESTS, REQUESTS, 2 * REQUESTS, REQUESTS);
    response = SERVICE;
    is(Kind.CONCURRENCY);
  }

  @Test
  void whatTheVerdictSaysOfTheClientsIsTheLimit() {
    idle();
    reasons.add(new Verdict.Reason(ReasonCode.CLIENT_CPU, "busy", Verdict.Status.DEGRADED));
    is(Kind.CLIENTS, "the clients, by the verdict's client-cpu");
    server("c:1", 500, 4);
    is(Kind.SERVER_CPU);
  }

  /** "May have been the limit" became "were the limit", for certain. */
  @Test
  void clientsThatMayHaveBeenTheLimitOfATenantAreProbablyIt() {
    idle();
    reasons.add(new Verdict.Reason(ReasonCode.CLIENT_CPU_SHARED, "busy", Verdict.Status.DEGRADED));
    is(Kind.CLIENTS, "probably the clients, by the verdict's client-cpu-shared");
    assertThat(limit().sure()).isFalse();
  }

  /** They may delay each request a little. */
  @Test
  void delaysByTheClientsAreTheLimitIfNothingElseIs() {
    idle();
    reasons.add(new Verdict.Reason(ReasonCode.CLIENT_HICCUPS, "late", Verdict.Status.DEGRADED));
    is(Kind.CLIENTS, "probably the clients");
    times.put(Figure.FILE_READ_TIME, 15_000.0);
    is(Kind.FILE_READS);
  }

  @Test
  void theConcurrencyIsTheLimitIfNothingIsUsedUp() {
    idle();
    is(
        Kind.CONCURRENCY,
        "probably the concurrency (--threads, --in-flight): 20.0 requests under way",
        "most used: CPU of a:1 with 25.0 %");
  }

  @Test
  void nothingIsNamedWhereAResourceIsNearlyUsedUp() {
    idle();
    host("a", false, 0.85);
    is(Kind.NONE, "not found; most used: network in of a with 90.0 %");
  }

  @Test
  void nothingIsNamedWithoutFigures() {
    request(100, 17_000, 1_000);
    is(Kind.UNKNOWN);
    server("a:1", 500, 1);
    times.clear();
    is(Kind.UNKNOWN, "unknown: the servers' times");
    assertThat(limit().isKnown()).isFalse();
  }

  @Test
  void aServerWithoutIdleProcessorsIsNamed() {
    idle();
    server("c:1", 500, 3.7);
    is(Kind.SERVER_CPU, "1 of 3 region servers; c:1 used 92.5 % of its 4 processors");
  }

  @Test
  void aServerWithMoreRequestsThanTheOthersIsNamedWithItsRegion() {
    idle();
    server("c:1", 1_000, 3.7);
    is(Kind.HOT_SERVER, "region server c:1, one of 3, with 50.0 % of the requests: its CPU 92.5 %");
    regions.add(new Region("a1", "", "a:1", 500, 0.2, 0, 0));
    regions.add(new Region("c1", "", "c:1", 800, 0.4, 0, 0));
    is(Kind.HOT_SERVER, "(40.0 % in its region c1)");
    assertThat(limit().where()).isEqualTo("c1");
  }

  @Test
  void aHostWithoutIdleProcessorsIsNamed() {
    idle();
    host("a", true, 0.95);
    is(Kind.HOST_CPU, "host a, 95.0 % used: 25.0 % by region servers, 70.0 % by others; tasks ran");
  }

  @Test
  void requestsThatWaitForHandlersAreNamed() {
    idle();
    request(12_000, 7_000, 1_000);
    is(
        Kind.HANDLERS,
        "probably too few handlers: a request waited 12.0 ms, 60.0 % of the time of a request");
    setups =
        new Setups(
            List.of(new Setup(List.of("a:1", "b:1"), Map.of(SetupItem.HANDLERS.key(), "30"))),
            List.of());
    Cost queue = new Cost(Figure.QUEUE_TIME.toString(), "us", null, 1e6, null);
    servers.set(0, new Server("a:1", 500L, 1.0, List.of(queue), Map.of()));
    is(Kind.HANDLERS, "too few handlers (30 a server): a request");
    servers.set(0, new Server("a:1", 2_000L, 1.0, List.of(queue), Map.of()));
    is(Kind.HOT_SERVER, "probably region server a:1", "too few handlers (30 a server)");
    servers.set(1, new Server("b:1", 100L, 1.0, List.of(queue, queue), Map.of()));
    is(Kind.HANDLERS);
  }

  /** Also if handlers are short because they wait for it. */
  @Test
  void aSlowWalIsNamed() {
    idle();
    request(1_000, 18_000, 10_000);
    is(Kind.WAL, "probably syncs of the WAL, 10.0 ms, 50.0 % of the time of a request");
    request(12_000, 7_000, 6_000);
    is(Kind.WAL, "85.7 % of the time in handlers");
    assertThat(limit().sure()).isTrue();
  }

  @Test
  void shortSyncsAreNoLimit() {
    idle();
    request(16_000, 3_000, 2_500);
    is(Kind.HANDLERS);
  }

  @Test
  void slowReadsOfFilesAreNamed() {
    idle();
    times.put(Figure.FILE_READ_TIME, 15_000.0);
    is(Kind.FILE_READS, "reads of files, 15.0 ms, 75.0 % of the time of a request");
  }

  @Test
  void theWayBetweenClientAndServerIsNamed() {
    idle();
    request(100, 1_000, 100);
    is(
        Kind.NETWORK,
        "the way between clients and servers, 16.9 ms or more, 84.5 % of the time of a request");
  }

  /** HBase tells a mean of 0.9 ms in queues as 0, and one of 9.9 ms in handlers as 9. */
  @Test
  void whatIsRoundedAwayIsNoTimeOnTheWay() {
    idle();
    request(0, 10_500, 100);
    is(Kind.CONCURRENCY);
  }

  @Test
  void handlersThatWaitForFractionsOfAMillisecondWaitForNothing() {
    service = 1_800;
    idle();
    request(0, 1_000, 0);
    times.put(Figure.SERVER_CPU, 100.0);
    is(Kind.CONCURRENCY);
  }

  /** Threads that wait for a processor look like that. */
  @Test
  void theNetworkIsNotNamedBesideABusyProcessor() {
    idle();
    request(100, 1_000, 100);
    host("a", false, 0.85);
    is(Kind.NONE, "not found");
  }

  /** They go to several servers at a time, or are those of other users. */
  @Test
  void timesOfMoreCallsThanRequestsSayNothing() {
    idle();
    request(12_000, 7_000, 1_000);
    times.put(Figure.RPC_CALLS, 3.0);
    is(Kind.UNKNOWN);
    operation = "scan";
    is(Kind.HANDLERS);
    request(14_000, 9_000, 1_000);
    is(Kind.UNKNOWN);
  }

  @Test
  void writesThatDoNotWaitForTheWalAreNotLimitedByIt() {
    idle();
    request(1_000, 18_000, 10_000);
    isSynced = false;
    is(Kind.CONCURRENCY);
  }

  @Test
  void serversWithoutRequestsAreNoLimit() {
    idle();
    server("c:1", 0, 4);
    host("c", false, 0.95);
    is(Kind.NONE);
    server("d:1", 900, 3.8); // 0.47 of the requests of three servers
    is(Kind.SERVER_CPU);
  }

  /** A quota of a container is no whole number of processors. */
  @Test
  void moreThanAllProcessorsIsUnknown() {
    idle();
    server("c:1", 500, 19);
    is(Kind.CONCURRENCY);
  }

  /** A quota, or a region whose memstore is full: HBase's client waits, and sends them again. */
  @Test
  void waitsForRefusedCallsAreNotOfTheNetwork() {
    idle();
    request(100, 1_000, 100);
    times.put(Figure.FAILED_CALLS, 0.02);
    is(Kind.NONE, "not found; servers refused calls, and requests waited for their next try");
  }

  /** More concurrency would not help where all wait for one row. */
  @Test
  void handlersThatWaitForLocksAreNotCalledFree() {
    idle();
    times.put(Figure.SERVER_CPU, 500.0);
    is(Kind.NONE, "not found; handlers waited 15.5 ms, and not for files or the WAL");
  }

  /** Or all of the time would have passed elsewhere. */
  @Test
  void nothingIsSaidOfTimesThatTheServersDoNotTell() {
    idle();
    times.remove(Figure.RPC_TIME);
    is(Kind.UNKNOWN);
  }

  /** HBase counts whole milliseconds: all of the time would be outside of the servers. */
  @Test
  void noPartsAreShownOfShortRequests() {
    assertThat(new RequestTime(2_900, 2_900, 0, 0, 0, 0, 100).parts()).isEmpty();
    assertThat(new RequestTime(3_100, 3_100, 0, 0, 0, 0, 100).parts()).isNotEmpty();
  }

  @Test
  void partsOfTheTimeOfARequestAddUp() {
    idle();
    times.put(Figure.FILE_READ_TIME, 5_000.0);
    assertThat(limit().times().stream().mapToDouble(Limit.Part::share).sum())
        .isCloseTo(1, offset(1e-3));
    assertThat(limit().times()).hasSize(5);
  }
}
