package io.hbench.report.slow;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.rundir.SlowRequest;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples;
import io.hbench.rundir.server.ServerSamples.Series;
import io.hbench.rundir.server.SlowLog;
import io.hbench.rundir.server.SlowLog.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A request that was sent ten seconds after the start, and took 200 ms. */
class SlowReaderTest {
  private static final long START_MS = 1_767_225_600_000L;
  private static final long MILLI = 1_000_000;
  private static final long SENT = 10_000 * MILLI;
  private static final String SERVER = "rs1:16020";
  private static final String ROW = "user0042";

  private static ExplainedRequest explained(long hiccupMs, Entry... entries) {
    return read(hiccupMs, entries).list().get(0);
  }

  private static SlowRequests read(long hiccupMs, Entry... entries) {
    SlowRequest request = request(SENT).withHiccups(hiccupMs * MILLI);
    return reader(4, entries).read(List.of(task(request)), intended -> true);
  }

  private static SlowReader reader(double windowStart, Entry... entries) {
    return reader(windowStart, Optional.of(new SlowLog(List.of(entries), null)), Optional.empty());
  }

  private static SlowReader reader(
      double windowStart, Optional<SlowLog> log, Optional<ServerSamples> samples) {
    return new SlowReader(windowStart, log, samples, Optional.empty(), Map.of(), false);
  }

  private static SlowRequest request(long sent) {
    return new SlowRequest(
        "get", SERVER, "abc", ROW, null, sent - 5 * MILLI, sent, sent + 200 * MILLI, 0);
  }

  private static TaskFacts task(SlowRequest... requests) {
    return new TaskFacts(
        3,
        new TaskFacts.TaskProcess("host", 1, null, null),
        "get",
        new TaskFacts.Start(START_MS, 1, 0),
        List.of(),
        null,
        null,
        new TaskFacts.Result(
            new TaskFacts.Times(0, 0, 1, List.of()),
            new TaskFacts.Requests(0, 0, 1, 0, 0, 0),
            new TaskFacts.Rows(1, 0, 0, null),
            new TaskFacts.Client(1, 0, 1, 0, null, null, null, null, null),
            null,
            null,
            null,
            null,
            null,
            null,
            List.of(requests)));
  }

  /** A call that a handler took some time after the request was sent. */
  private static Entry entry(
      String row, long afterMs, long queueMs, long processingMs, Long fileSystemMs) {
    return new Entry(
        SERVER,
        "t,,1.abc.",
        "Get region= t,,1.abc., row= " + row,
        START_MS + 10_000 + afterMs,
        queueMs,
        processingMs,
        fileSystemMs,
        null,
        100);
  }

  @Test
  void withoutAnEntryOnlyTheClientIsKnown() {
    assertThat(explained(150).cause()).isEqualTo(Cause.CLIENT);
    ExplainedRequest unknown = explained(99);
    assertThat(unknown.cause()).isNull();
    assertThat(unknown.t()).isEqualTo(6);
    assertThat(unknown.waited()).isEqualTo(5_000);
    assertThat(unknown.service()).isEqualTo(200_000);
    assertThat(unknown.network()).isNull();
    assertThat(read(99).causes()).containsOnlyKeys("unknown");
  }

  @Test
  void whatTookHalfOfTheTimeIsTheCause() {
    assertThat(explained(0, entry(ROW, 160, 150, 20, 0L)).cause()).isEqualTo(Cause.QUEUE);
    assertThat(explained(0, entry(ROW, 10, 5, 180, 170L)).cause()).isEqualTo(Cause.FILE_SYSTEM);
    assertThat(explained(0, entry(ROW, 10, 5, 180, 0L)).cause()).isEqualTo(Cause.HANDLER);
    assertThat(explained(0, entry(ROW, 10, 5, 180, null)).cause()).isNull();
    assertThat(explained(0, entry(ROW, 10, 5, 20, 0L)).cause()).isEqualTo(Cause.NETWORK);
    assertThat(explained(120, entry(ROW, 10, 5, 20, 0L)).cause()).isEqualTo(Cause.CLIENT);
    assertThat(explained(150, entry(ROW, 10, 5, 180, 0L)).cause()).isEqualTo(Cause.HANDLER);
    ExplainedRequest mixed = explained(30, entry(ROW, 10, 80, 70, 0L));
    assertThat(mixed.cause()).isNull();
    assertThat(mixed.network()).isEqualTo(20_000);
    assertThat(mixed.queue()).isEqualTo(80_000);
  }

  @Test
  void aCauseByASlowLogIsNotCountedAsOneByAPage() {
    for (Entry entry :
        List.of(
            entry(ROW, 160, 150, 20, 0L),
            entry(ROW, 10, 5, 180, 170L),
            entry(ROW, 10, 5, 180, 0L),
            entry(ROW, 10, 5, 20, 0L))) {
      SlowRequests slow = read(0, entry);
      assertThat(slow.list().get(0).knownFrom()).isEqualTo(KnownFrom.SLOW_LOG);
      assertThat(slow.byPage()).isZero();
    }
    assertThat(explained(120, entry(ROW, 10, 5, 20, 0L)).knownFrom()).isEqualTo(KnownFrom.HICCUPS);
  }

  @Test
  void entriesOfOtherCallsAreNotTaken() {
    assertThat(explained(0, entry("user0043", 160, 150, 20, 0L)).cause()).isNull();
    assertThat(explained(0, entry(ROW, 30_000, 150, 20, 0L)).cause()).isNull();
    assertThat(explained(0, entry(ROW, -30_000, 150, 20, 0L)).cause()).isNull();
    assertThat(explained(0, entry(ROW, 160, 150, 300, 0L)).cause()).isNull();
  }

  @Test
  void aServerOnABusyMachineMaySayThatItTookAPercentMoreThanTheServiceTime() {
    assertThat(explained(0, entry(ROW, 0, 0, 207, 0L)).cause()).isEqualTo(Cause.HANDLER);
    assertThat(explained(0, entry(ROW, 0, 0, 208, 0L)).cause()).isNull();
  }

  @Test
  void ofTwoEntriesThatFitNoneIsTaken() {
    assertThat(explained(0, entry(ROW, 160, 150, 20, 0L), entry(ROW, 170, 150, 20, 0L)).cause())
        .isNull();
  }

  @Test
  void anEntryThatMayBeThatOfTwoRequestsIsThatOfNone() {
    Entry entry = entry(ROW, 160, 150, 20, 0L);
    SlowRequest first = request(SENT);
    SlowRequest second = request(SENT + 100 * MILLI);
    SlowReader reader = reader(4, entry);
    SlowRequests both = reader.read(List.of(task(first), task(second)), intended -> true);
    assertThat(both.logged()).isZero();
    assertThat(both.causes()).containsOnlyKeys("unknown");
    assertThat(reader.read(List.of(task(first)), intended -> true).logged()).isOne();
  }

  @Test
  void aLongerRowIsAnotherRow() {
    assertThat(explained(0, entry(ROW + "7", 160, 150, 20, 0L)).cause()).isNull();
    assertThat(explained(0, entry("7" + ROW, 160, 150, 20, 0L)).cause()).isNull();
    Entry multi = entry("", 160, 150, 20, 0L);
    assertThat(explained(0, called(multi, "for 3 action(s) and 1st row key=" + ROW)).cause())
        .isEqualTo(Cause.QUEUE);
    assertThat(explained(0, called(multi, "scan { start_row: \"" + ROW + "\" }")).cause())
        .isEqualTo(Cause.QUEUE);
    assertThat(explained(0, called(multi, "scan { start_row: \"" + ROW + "7\" }")).cause())
        .isNull();
  }

  private static Entry called(Entry entry, String call) {
    return new Entry(
        entry.server(),
        entry.region(),
        call,
        entry.startMs(),
        entry.queueMs(),
        entry.processingMs(),
        entry.fileSystemMs(),
        entry.blockBytes(),
        entry.responseBytes());
  }

  @Test
  void theSlowestOfAllTasksComeFirst() {
    SlowRequest fast = new SlowRequest("get", null, null, null, null, 0, 0, 20 * MILLI, 0);
    SlowRequest slow =
        new SlowRequest("put", null, null, null, "E", 0, 0, 900 * MILLI, 800 * MILLI);
    SlowReader reader = reader(0, Optional.empty(), Optional.empty());
    SlowRequests all = reader.read(List.of(task(fast, fast), task(slow)), intended -> true);
    assertThat(all.list())
        .extracting(ExplainedRequest::operation)
        .containsExactly("put", "get", "get");
    assertThat(all.causes()).containsEntry("client", 1).containsEntry("not-slow", 2);
    assertThat(all.log()).isEqualTo("not read");
    assertThat(reader.read(List.of(task()), intended -> true)).isNull();
  }

  /** Refreshes 5, 15 and 25 s after the start. */
  private static ServerSamples pages(List<Double> queues, List<Double> longQueues) {
    double at = START_MS + 5_000;
    Series rpc =
        new Series(
            List.of(at, at + 10_000, at + 20_000),
            1,
            Map.of(
                ServerCounter.LONGEST_QUEUE, queues,
                ServerCounter.LONGEST_CALL, List.of(0.0, 0.002, 0.002),
                ServerCounter.LONG_QUEUES, longQueues,
                ServerCounter.LONG_CALLS, List.of(0.0, 0.0, 0.0),
                ServerCounter.TIMED_CALLS, List.of(0.0, 500.0, 500.0),
                ServerCounter.QUEUED_CALLS, List.of(100.0, 600.0, 1_100.0),
                ServerCounter.AGE, List.of(0.0, 2.0, 2.0)));
    Series jvm =
        new Series(rpc.atMs(), 1, Map.of(ServerCounter.GC_SECONDS, List.of(1.0, 1.0, 1.0)));
    return new ServerSamples(
        List.of(new ServerSamples.Server(SERVER, jvm, Map.of("RPC", rpc))), null);
  }

  private static ExplainedRequest withPages(List<Double> queues, List<Double> longQueues) {
    return reader(0, Optional.empty(), Optional.of(pages(queues, longQueues)))
        .read(List.of(task(request(SENT))), intended -> true)
        .list()
        .get(0);
  }

  @Test
  void theQueueIsTheCauseIfCallsOfThatTimeWaitedInItAndNoneWasLongInAHandler() {
    ExplainedRequest queued = withPages(List.of(0.0, 0.15, 0.0), List.of(0.0, 20.0, 0.0));
    assertThat(queued.cause()).isEqualTo(Cause.QUEUE);
    assertThat(queued.knownFrom()).isEqualTo(KnownFrom.METRICS_PAGE);
    assertThat(queued.queue()).isNull();
  }

  @Test
  void callsOfAnotherTimeSayNothing() {
    assertThat(withPages(List.of(0.15, 0.0, 0.0), List.of(20.0, 0.0, 0.0)).cause())
        .isEqualTo(Cause.NETWORK);
    assertThat(withPages(List.of(0.0, 0.0, 0.15), List.of(0.0, 0.0, 20.0)).cause())
        .isEqualTo(Cause.NETWORK);
  }

  @Test
  void theWayIsNotTheCauseOfARequestWithoutAnAnswerAsItsCallMayStillBeAtTheServer() {
    List<Double> none = List.of(0.0, 0.0, 0.0);
    SlowReader reader = reader(0, Optional.empty(), Optional.of(pages(none, none)));
    SlowRequest answered = request(SENT);
    SlowRequest failed =
        new SlowRequest("get", SERVER, "abc", ROW, "timeout", SENT, SENT, answered.done(), 0);
    assertThat(reader.read(List.of(task(answered)), intended -> true).causes())
        .containsOnlyKeys("network");
    assertThat(reader.read(List.of(task(failed)), intended -> true).causes())
        .containsOnlyKeys("unknown");
  }

  @Test
  void callsThatAreFewerThanTheSlowRequestsDoNotExplainThem() {
    SlowReader reader =
        reader(
            0,
            Optional.empty(),
            Optional.of(pages(List.of(0.0, 0.15, 0.0), List.of(0.0, 1.0, 0.0))));
    SlowRequest one = request(SENT);
    assertThat(reader.read(List.of(task(one)), intended -> true).causes())
        .containsOnlyKeys("queue");
    assertThat(reader.read(List.of(task(one, one)), intended -> true).causes())
        .containsOnlyKeys("unknown");
    assertThat(
            reader
                .read(List.of(task(one, one.withHiccups(150 * MILLI))), intended -> true)
                .causes())
        .containsOnlyKeys("queue", "client");
  }
}
