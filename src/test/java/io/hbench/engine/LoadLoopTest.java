package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Client;
import io.hbench.client.ClientFactory;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Recording;
import io.hbench.settings.Setting;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The loop with a clock of the test's own and servers that take as long as the test says. */
class LoadLoopTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long SERVICE = MILLI / 10;
  private static final byte[] ROW = {'r'};

  private final Map<String, LatencyRecord> recorded = new TreeMap<>();
  private final FakeClock clock = new FakeClock();
  private final TaskCounters tally = new TaskCounters();
  private final List<String> rows = Collections.synchronizedList(new ArrayList<>());

  @Test
  void responseTimesIncludeAStallThatServiceTimesHide() throws Exception {
    run("rate=1k", "for=20s", "warmup=0s", "threads=1");

    Histogram response = new Histogram(3);
    Histogram service = new Histogram(3);
    long free = 0;
    for (long i = 0; i < 20_000; i++) {
      long intended = i * MILLI;
      long sent = Math.max(intended, free);
      free = done(sent);
      service.recordValue(free - sent);
      response.recordValue(free - intended);
    }
    assertThat(latencies("get response ok")).isEqualTo(response);
    assertThat(latencies("get service ok")).isEqualTo(service);
    assertThat(response.getValueAtPercentile(99) / (double) SECOND).isBetween(0.8, 0.9);
    assertThat(service.getValueAtPercentile(99.9) / (double) MILLI).isLessThan(0.11);
    assertThat(tally.requests()).isEqualTo(20_000);
    assertThat(tally.sendDelay().getMaxValue()).isZero();
  }

  @Test
  void aHiccupOfTheClientIsSendDelayOfAllRequestsThatQueuedUp() throws Exception {
    clock.pauseAt = 5 * SECOND;
    run("rate=1k", "for=10s", "warmup=0s", "threads=1");

    Histogram delays = tally.sendDelay();
    assertThat(delays.getTotalCount()).isEqualTo(10_000);
    assertThat(delays.getMaxValue() / (double) MILLI).isBetween(99.9, 100.1);
    // 100 requests became due in the 100 ms, and eleven more before all were made up for
    assertThat(delays.getTotalCount() - delays.getCountAtValue(0)).isBetween(110L, 113L);
  }

  @Test
  void withoutCatchUpLateRequestsAreDroppedAndHaveResponseTimes() throws Exception {
    run("rate=1k", "for=20s", "warmup=0s", "threads=1", "catchup=none");

    // the stall lasts from 10 s to 11 s: of the requests due in it, the first is under way, and the
    // last is sent
    assertThat(tally.requests()).isEqualTo(20_000 - 999);
    assertThat(tally.dropped()).isEqualTo(999);
    assertThat(latencies("get response Unsent").getTotalCount()).isEqualTo(999);
    assertThat(latencies("get response Unsent").getMaxValue() / (double) SECOND)
        .isBetween(0.99, 1.0);
    assertThat(recorded).doesNotContainKey("get service Unsent");
  }

  @Test
  void aBurstCatchesUpAtItsFactorAndNoFaster() throws Exception {
    List<Long> sent = new ArrayList<>();
    server =
        at -> {
          sent.add(at);
          return done(at);
        };
    run("rate=1k", "for=30s", "warmup=0s", "threads=1", "catchup=burst:1.25");

    // 1,000 requests behind at 11 s, and 250 a second gained: made up for at 15 s
    assertThat(sent.stream().filter(t -> t >= 11 * SECOND && t < 12 * SECOND).count())
        .isBetween(1_249L, 1_251L);
    assertThat(sent.stream().filter(t -> t >= 16 * SECOND && t < 17 * SECOND).count())
        .isBetween(999L, 1_001L);
    assertThat(tally.requests()).isEqualTo(30_000);
  }

  @Test
  void droppedRequestsHaveResponseTimesUntilTheEnd() throws Exception {
    server = at -> at + 2 * MILLI; // half of what the rate asks for
    run("rate=1k", "for=10s", "warmup=0s", "threads=1");

    assertThat(tally.requests() + tally.dropped()).isEqualTo(10_000);
    assertThat(tally.requests()).isEqualTo(5_500); // ten seconds, and the last call's one
    assertThat(latencies("get response Unsent").getTotalCount()).isEqualTo(4_500);
    assertThat(latencies("get response Unsent").getMaxValue() / (double) SECOND)
        .isBetween(5.4, 5.6);
  }

  @Test
  void aLateTaskDropsTheRequestsItMissed() throws Exception {
    clock.now = 5 * SECOND;
    run("rate=1k", "for=20s", "warmup=0s", "threads=1");

    assertThat(tally.requests()).isEqualTo(15_000);
    assertThat(tally.dropped()).isEqualTo(5_000);
    assertThat(recorded).doesNotContainKey("get response Unsent");
  }

  @Test
  void aBacklogOfTheWarmUpStaysOutOfTheWindow() throws Exception {
    server = at -> at < 5 * SECOND ? at + 10 * MILLI : at + SERVICE;
    run("rate=1k", "for=10s", "warmup=5s", "threads=1");

    assertThat(tally.requests()).isEqualTo(10_000);
    assertThat(tally.warmupRequests()).isEqualTo(500);
    assertThat(latencies("get response ok").getMaxValue() / (double) MILLI).isLessThan(11);
  }

  @Test
  void withoutARateNoResponseTimeIsRecorded() throws Exception {
    run("for=20s", "warmup=1s", "threads=1");
    assertThat(recorded.keySet()).noneMatch(name -> name.contains("response"));
    assertThat(tally.warmupRequests()).isEqualTo(10_000);
  }

  @Test
  void failedRequestsHaveResponseTimesInSeriesOfTheirOwn() throws Exception {
    failure = () -> new IOException("Call to address=rs1:16020 failed");
    run("rate=1k", "for=1s", "warmup=0s", "threads=1");

    assertThat(recorded.keySet())
        .contains("get response IOException", "get service IOException")
        .noneMatch(name -> name.contains(" ok"));
    assertThat(tally.errors()).isEqualTo(1_000);
    assertThat(tally.failures().keySet())
        .extracting(TaskCounters.Failed::kind, TaskCounters.Failed::server)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("IOException", "rs1:16020"));
    assertThat(tally.failures().values())
        .containsExactly(new TaskCounters.Occurrences(1_000, SERVICE, 999 * MILLI + SERVICE));
  }

  @Test
  void theSameSeedGivesTheSameRowsInAnyOrderOfCompletion() throws Exception {
    List<List<String>> runs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      rows.clear();
      async("ops=20000", "in-flight=32", "client=async", "warmup=0s", "seed=7");
      // two threads that send at once may do so in either order
      runs.add(rows.stream().sorted().toList());
    }
    assertThat(runs.get(0)).hasSize(20_000).isEqualTo(runs.get(1));
  }

  @Test
  void noMoreRequestsAreUnderWayThanThereAreSlots() throws Exception {
    int most = async("ops=20000", "in-flight=32", "client=async", "warmup=0s");
    assertThat(most).isEqualTo(32);
    assertThat(tally.requests()).isEqualTo(20_000);
    assertThat(latencies("get service ok").getTotalCount()).isEqualTo(20_000);
  }

  @Test
  void aScheduleIsKeptWhenOtherThreadsCompleteRequests() throws Exception {
    async("for=1s", "rate=20k", "in-flight=32", "client=async", "warmup=0s");
    assertThat(tally.requests() + tally.dropped()).isEqualTo(20_000);
    assertThat(tally.sendDelay().getTotalCount()).isEqualTo(tally.requests());
    assertThat(latencies("get response ok").getTotalCount()).isEqualTo(tally.requests());
  }

  @Test
  void aFinishedScanGetsNoMoreRequests() throws Exception {
    // the request behind the end is made before the answer is in that tells
    ShortTable table = new ShortTable(100);
    drive(
        Clock.startingAt(System.nanoTime()),
        client("open", (Scan scan) -> table),
        "assignments=scanAll@1",
        "rows=1000",
        "draws=1000",
        "caching=30",
        "in-flight=1",
        "threads=1",
        "client=async",
        "warmup=0s");
    table.servers.shutdownNow();
    assertThat(table.asked).hasSize(4).containsOnly(30);
    assertThat(tally.requests()).isEqualTo(4);
    assertThat(tally.notFound()).isEqualTo(900);
  }

  /** A scanner that answers a millisecond later, on another thread. */
  private static final class ShortTable implements Client.Scanner {
    private final ScheduledExecutorService servers = Executors.newScheduledThreadPool(1);
    private final List<Integer> asked = Collections.synchronizedList(new ArrayList<>());
    private int left;

    ShortTable(int rows) {
      left = rows;
    }

    @Override
    public CompletableFuture<Client.Scanned> next(int rows) {
      asked.add(rows);
      int given = Math.min(rows, left);
      left -= given;
      Result row = Result.create(List.of(new KeyValue(ROW, ROW, ROW, ROW)));
      CompletableFuture<Client.Scanned> answer = new CompletableFuture<>();
      var unused =
          servers.schedule(
              () -> answer.complete(new Client.Scanned(Collections.nCopies(given, row), null)),
              1,
              TimeUnit.MILLISECONDS);
      return answer;
    }

    @Override
    public void close() {}
  }

  private LongUnaryOperator server = LoadLoopTest::done;
  private Supplier<Throwable> failure;

  /** Each request takes a tenth of a millisecond, but between 10 s and 11 s nothing is answered. */
  private static long done(long sent) {
    return sent >= 10 * SECOND && sent < 11 * SECOND ? 11 * SECOND : sent + SERVICE;
  }

  private void run(String... settings) throws Exception {
    drive(
        clock,
        client(
            "get",
            (Get get) -> {
              clock.now = server.applyAsLong(clock.now);
              return failure == null
                  ? CompletableFuture.completedFuture(Result.EMPTY_RESULT)
                  : CompletableFuture.failedFuture(failure.get());
            }),
        settings);
  }

  /** Answers in any order on another thread; returns how many were under way at most. */
  private int async(String... settings) throws Exception {
    ScheduledExecutorService servers = Executors.newScheduledThreadPool(4);
    int[] inFlight = {0, 0};
    drive(
        Clock.startingAt(System.nanoTime()),
        client(
            "get",
            (Get get) -> {
              rows.add(Bytes.toString(get.getRow()));
              CompletableFuture<Result> answer = new CompletableFuture<>();
              synchronized (inFlight) {
                inFlight[1] = Math.max(inFlight[1], ++inFlight[0]);
              }
              var unused =
                  servers.schedule(
                      () -> {
                        synchronized (inFlight) {
                          inFlight[0]--;
                        }
                        answer.complete(Result.EMPTY_RESULT);
                      },
                      Math.abs(Arrays.hashCode(get.getRow()) % 50),
                      TimeUnit.MICROSECONDS);
              return answer;
            }),
        settings);
    servers.shutdownNow();
    return inFlight[1];
  }

  /** A client of one verb. */
  @SuppressWarnings("unchecked") // the verb's own argument
  private static <Q, A> Client client(String verb, Function<Q, A> server) {
    return (Client)
        Proxy.newProxyInstance(
            Client.class.getClassLoader(),
            new Class<?>[] {Client.class},
            (proxy, method, args) -> {
              if (!method.getName().equals(verb)) {
                return method.getName().equals("finish") ? false : null; // or close
              }
              return server.apply((Q) args[0]);
            });
  }

  private void drive(Clock on, Client client, String... settings) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", "get@1");
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      conf.set(Setting.PREFIX + setting.substring(0, equals), setting.substring(equals + 1));
    }
    RunSpec spec = RunSpec.from(conf);
    Recording recording =
        new Recording(
            spec.window(),
            (series, record) ->
                recorded.computeIfAbsent(series.toString(), s -> new LatencyRecord()).add(record));
    ClientFactory clients =
        new ClientFactory() {
          @Override
          public Client open() {
            return client;
          }

          @Override
          public void close() {}
        };
    try (recording;
        TaskRun run =
            TaskRun.start(
                spec, TaskSpec.plan(spec).get(0), spec.rowRequests(), clients, on, recording, tally)) {
      run.await();
    }
  }

  private Histogram latencies(String series) {
    return recorded.get(series).latencies();
  }

  private static final class FakeClock implements Clock {
    private volatile long now;
    private long pauseAt = Long.MAX_VALUE;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void waitUntil(long nanos) {
      boolean pauses = nanos >= pauseAt;
      now = Math.max(now, nanos) + (pauses ? 100 * MILLI : 0);
      pauseAt = pauses ? Long.MAX_VALUE : pauseAt;
    }
  }
}
