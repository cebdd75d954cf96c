package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.client.Client;
import io.hbench.kit.Pause;
import io.hbench.kit.TestServer;
import io.hbench.kit.VirtualTime;
import io.hbench.latency.Series;
import io.hbench.rundir.TaskFacts;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Load loop with a fake clock and fake servers of a given service time. */
class LoadLoopTest extends LoadLoopFixture {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long SERVICE = MILLI / 10;
  private static final int SLOTS = 32;

  private final FakeClock clock = new FakeClock();
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
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(20_000);
    assertThat(counters.sendDelay().getMaxValue()).isZero();
  }

  @Test
  void aHiccupOfTheClientIsSendDelayOfAllRequestsThatQueuedUp() throws Exception {
    clock.pauseAt = 5 * SECOND;
    run("rate=1k", "for=10s", "warmup=0s", "threads=1");

    Histogram delays = counters.sendDelay();
    assertThat(delays.getTotalCount()).isEqualTo(10_000);
    assertThat(delays.getMaxValue() / (double) MILLI).isBetween(99.9, 100.1);
    // 100 requests became due in the 100 ms, and eleven more before the loop caught up
    assertThat(delays.getTotalCount() - delays.getCountAtValue(0)).isBetween(110L, 113L);
  }

  @Test
  void withoutCatchUpLateRequestsAreDroppedAndHaveResponseTimes() throws Exception {
    run("rate=1k", "for=20s", "warmup=0s", "threads=1", "catchup=none");

    // the stall lasts from 10 s to 11 s: of the requests due in it, the first is in flight and the
    // last is sent
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(20_000 - 999);
    assertThat(counters.get(Counter.DROPPED)).isEqualTo(999);
    assertThat(latencies("get response Dropped").getTotalCount()).isEqualTo(999);
    assertThat(latencies("get response Dropped").getMaxValue() / (double) SECOND)
        .isBetween(0.99, 1.0);
    assertThat(recorded).doesNotContainKey("get service Dropped");
  }

  /** Each wakes up later than the next one is due: a delay of the client, not of the slots. */
  @Test
  void withoutCatchUpNoRequestIsDroppedWhileASlotIsFree() throws Exception {
    EventClock late = new EventClock(70_000);
    drive(
        late,
        client(
            "get",
            (Get get) -> {
              CompletableFuture<Result> answer = new CompletableFuture<>();
              late.at(late.nanos() + MILLI, () -> answer.complete(Result.EMPTY_RESULT));
              return answer;
            }),
        withFreeSlots("arrival=poisson"));

    assertThat(counters.get(Counter.DROPPED)).isZero();
    assertThat(counters.get(Counter.REQUESTS)).isBetween(49_000L, 51_000L);
    assertThat(counters.sendDelay().getTotalCount()).isEqualTo(counters.get(Counter.REQUESTS));
    assertThat(counters.sendDelay().getValueAtPercentile(50) / 1e3).isBetween(30.0, 71.0);
    assertThat(counters.sendDelay().getMaxValue() / 1e3).isBetween(69.9, 71.0);
  }

  /** 5,000 requests a second without catch-up, and 64 slots of which few are in use. */
  private static String[] withFreeSlots(String arrival) {
    return new String[] {
      arrival,
      "rate=5k",
      "for=10s",
      "warmup=0s",
      "threads=1",
      "client=async",
      "in-flight=64",
      "catchup=none"
    };
  }

  @Test
  void withoutCatchUpAHiccupOfTheClientDropsNothing() throws Exception {
    clock.pauseAt = 5 * SECOND;
    run("rate=1k", "for=10s", "warmup=0s", "threads=1", "catchup=none");

    assertThat(counters.get(Counter.DROPPED)).isZero();
    assertThat(counters.sendDelay().getTotalCount()).isEqualTo(10_000);
    assertThat(counters.sendDelay().getMaxValue() / (double) MILLI).isBetween(99.9, 100.1);
  }

  /** One of 64 slots is busy for 40 ms, and is the one that has been free for longest later. */
  @Test
  void withoutCatchUpAPauseInASendingDropsNothing() throws Exception {
    server = at -> at >= 5 * SECOND && at < 5 * SECOND + MILLI / 5 ? at + 40 * MILLI : at + 10_000;
    run(withFreeSlots("arrival=constant"));

    assertThat(counters.get(Counter.DROPPED)).isZero();
    assertThat(counters.sendDelay().getMaxValue() / (double) MILLI).isBetween(39.0, 41.0);
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

    // a backlog of 1,000 requests at 11 s, reduced by 250 each second, is gone at 15 s
    assertThat(sent.stream().filter(t -> t >= 11 * SECOND && t < 12 * SECOND).count())
        .isBetween(1_249L, 1_251L);
    assertThat(sent.stream().filter(t -> t >= 16 * SECOND && t < 17 * SECOND).count())
        .isBetween(999L, 1_001L);
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(30_000);
  }

  @Test
  void droppedRequestsHaveResponseTimesUntilTheEnd() throws Exception {
    server = at -> at + 2 * MILLI; // allows half of the rate
    run("rate=1k", "for=10s", "warmup=0s", "threads=1");

    assertThat(counters.get(Counter.REQUESTS) + counters.get(Counter.DROPPED)).isEqualTo(10_000);
    assertThat(counters.get(Counter.REQUESTS))
        .isEqualTo(5_500); // ten seconds of the window, and one after it
    assertThat(latencies("get response Dropped").getTotalCount()).isEqualTo(4_500);
    assertThat(latencies("get response Dropped").getMaxValue() / (double) SECOND)
        .isBetween(5.4, 5.6);
  }

  @Test
  void theLastAnswerProlongsNoResponseTimesOfDroppedRequests() throws Exception {
    server = at -> at < 5 * SECOND ? at + SERVICE : 40 * SECOND;
    run("rate=10", "for=10s", "warmup=0s", "threads=1");
    assertThat(counters.get(Counter.DROPPED)).isEqualTo(49);
    assertThat(latencies("get response Dropped").getMaxValue() / (double) SECOND)
        .isBetween(5.8, 6.0);
  }

  @Test
  void anEarlyEndOfAClosedLoopIsTheEndOfItsRequests() throws Exception {
    endAt = 5 * SECOND;
    drive(sleeping(2 * MILLI), "until=throughput +- 5%", "for=30s..60s", "warmup=1s", "threads=2");

    assertThat(counters.get(Counter.REQUESTS)).isBetween(3_900L, 4_001L);
    assertThat(counters.ofWarmup(Counter.REQUESTS)).isBetween(980L, 1_002L);
    assertThat(counters.times().lastDoneNanos()).isBetween(endAt, endAt + 3 * MILLI);
  }

  @Test
  void anEarlyEndDropsWhatWaitsASecondAfterIt() throws Exception {
    endAt = 5 * SECOND;
    drive(
        sleeping(2 * MILLI), // allows half of the rate
        "until=throughput +- 5%",
        "for=30s..60s",
        "rate=1k",
        "warmup=0s",
        "threads=1");

    assertThat(counters.get(Counter.REQUESTS)).isBetween(2_950L, 3_001L);
    assertThat(counters.get(Counter.REQUESTS) + counters.get(Counter.DROPPED)).isEqualTo(5_000);
    assertThat(counters.times().lastDoneNanos())
        .isBetween(endAt + SECOND, endAt + SECOND + 3 * MILLI);
  }

  private static Client sleeping(long nanos) {
    return client(
        "get",
        (Get get) -> {
          Pause.nanos(nanos);
          return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
        });
  }

  @Test
  void whatALateTaskMissesIsNotDropped() throws Exception {
    clock.now = 5 * SECOND;
    run("rate=1k", "for=20s", "warmup=0s", "threads=1");

    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(15_000);
    assertThat(counters.get(Counter.MISSED)).isEqualTo(5_000);
    assertThat(counters.get(Counter.DROPPED)).isZero();
    assertThat(recorded).doesNotContainKey("get response Dropped");
  }

  @ParameterizedTest
  @ValueSource(strings = {"unbounded", "burst:1.25", "none"})
  void aBacklogOfTheWarmUpStaysOutOfTheWindow(String catchUp) throws Exception {
    server = at -> at < 5 * SECOND ? at + 10 * MILLI : at + SERVICE;
    run("rate=1k", "for=10s", "warmup=5s", "threads=1", "catchup=" + catchUp);

    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(10_000);
    assertThat(counters.ofWarmup(Counter.REQUESTS)).isEqualTo(500);
    assertThat(latencies("get response ok").getMaxValue() / (double) MILLI).isLessThan(11);
  }

  @Test
  void poissonArrivalsOfTheWarmUpDoNotCountForTheNumberOfRequests() throws Exception {
    run("rate=1k", "arrival=poisson", "ops=2000", "warmup=3s", "threads=1");
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(2_000);
    assertThat(counters.ofWarmup(Counter.REQUESTS)).isBetween(2_700L, 3_300L);
  }

  @Test
  void aNumberOfRequestsIsSentWhateverIsDropped() throws Exception {
    drive(sleeping(20 * MILLI), "rate=1k", "ops=1000", "warmup=0s", "threads=8", "catchup=none");
    assertThat(counters.get(Counter.DROPPED)).isGreaterThan(1_000);
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(1_000);
  }

  @Test
  void aWarmUpByRowsHasItsRowsInEachThread() throws Exception {
    drive(
        LoadLoopFixture.<Get, CompletableFuture<Result>>client(
            "get", get -> CompletableFuture.completedFuture(Result.EMPTY_RESULT)),
        "ops=1000",
        "warmup=0s",
        "warmup-rows=100",
        "threads=2");
    assertThat(counters.ofWarmup(Counter.REQUESTS)).isEqualTo(200);
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(1_000);
  }

  @Test
  void aRequestWithRowsBeforeAndAfterThoseThatALoadSkipsIsLoggedWhole() throws Exception {
    drive(
        LoadLoopFixture.<List<Put>, CompletableFuture<Void>>client(
            "put", puts -> CompletableFuture.completedFuture(null)),
        "command=load",
        "assignments=",
        "tasks=1",
        "threads=1",
        "rows=1000",
        "batch=100",
        "acknowledged=50-149");
    assertThat(counters.get(Counter.ROWS)).isEqualTo(900);
    assertThat(counters.acknowledged().toString()).isEqualTo("0-49,150-999");
  }

  @Test
  void withoutARateNoResponseTimeIsRecorded() throws Exception {
    run("for=20s", "warmup=1s", "threads=1");
    assertThat(recorded.keySet()).noneMatch(name -> name.contains("response"));
    assertThat(counters.ofWarmup(Counter.REQUESTS)).isEqualTo(10_000);
  }

  @Test
  void failedRequestsHaveResponseTimesInSeriesOfTheirOwn() throws Exception {
    failure = () -> new IOException("Call to address=rs1:16020 failed");
    run("rate=1k", "for=1s", "warmup=0s", "threads=1");

    assertThat(recorded.keySet())
        .contains("get response IOException", "get service IOException")
        .noneMatch(name -> name.contains(" ok"));
    assertThat(counters.get(Counter.ERRORS)).isEqualTo(1_000);
    assertThat(counters.failures())
        .containsExactly(
            new TaskFacts.Failures(
                "get",
                "IOException",
                "rs1:16020",
                1_000,
                SERVICE,
                999 * MILLI + SERVICE,
                "Call to address=rs1:16020 failed"));
  }

  @Test
  void theSameSeedGivesTheSameRowsInAnyOrderOfCompletion() throws Exception {
    List<List<String>> runs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      rows.clear();
      async("ops=20000", "in-flight=" + SLOTS, "client=async", "warmup=0s", "seed=7");
      // two threads that send at once may do so in either order
      runs.add(rows.stream().sorted().toList());
    }
    assertThat(runs.get(0)).hasSize(20_000).isEqualTo(runs.get(1));
  }

  @Test
  void aThreadThatDiesEndsTheTaskAtOnce() {
    AtomicBoolean dies = new AtomicBoolean(true);
    Client client =
        client(
            "get",
            (Get get) -> {
              if (dies.getAndSet(false)) {
                throw new IllegalStateException("broken");
              }
              Pause.nanos(MILLI);
              return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
            });
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    assertThatThrownBy(() -> drive(time, () -> client, "for=100s", "warmup=0s", "threads=2"))
        .hasMessage("a load thread died: java.lang.IllegalStateException: broken");
    assertThat(time.nanos()).isLessThan(10 * MILLI);
  }

  @Test
  void aThreadThatDiesLeavesTheRecordsOfTheOthers() {
    AtomicInteger sent = new AtomicInteger();
    Client client =
        client(
            "get",
            (Get get) -> {
              if (sent.incrementAndGet() == 21) {
                throw new IllegalStateException("broken");
              }
              return TestServer.current().answer(Result.EMPTY_RESULT, MILLI);
            });
    assertThatThrownBy(() -> drive(client, "for=100s", "warmup=0s", "threads=2"))
        .hasMessageContaining("broken");
    long wholes =
        recorded.entrySet().stream()
            .filter(e -> Series.parse(e.getKey()).isWhole())
            .mapToLong(e -> e.getValue().count())
            .sum();
    assertThat(wholes).isEqualTo(counters.get(Counter.REQUESTS)).isBetween(19L, 21L);
  }

  @Test
  void anErrorOnAThreadOfTheClientEndsTheTaskWithItsReason() {
    AtomicInteger sent = new AtomicInteger();
    Client client =
        client(
            "get",
            (Get get) -> {
              if (sent.incrementAndGet() == 3) {
                throw new NoClassDefFoundError("broken");
              }
              return TestServer.current().answer(Result.EMPTY_RESULT, MILLI);
            });
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    assertThatThrownBy(
            () -> drive(time, () -> client, "for=10s", "warmup=0s", "client=async", "in-flight=1"))
        .hasMessage("a load thread died: java.lang.NoClassDefFoundError: broken");
    assertThat(time.nanos()).isLessThan(10 * MILLI);
  }

  @Test
  void requestsInFlightNeverExceedTheSlots() throws Exception {
    int most = async("ops=20000", "in-flight=" + SLOTS, "client=async", "warmup=0s");
    assertThat(most).isEqualTo(SLOTS);
    assertThat(counters.get(Counter.REQUESTS)).isEqualTo(20_000);
    assertThat(latencies("get service ok").getTotalCount()).isEqualTo(20_000);
  }

  @Test
  void aScheduleIsKeptWhenOtherThreadsCompleteRequests() throws Exception {
    drive(
        client(
            "get",
            (Get get) -> TestServer.current().answer(Result.EMPTY_RESULT, hash(get) * MILLI / 400)),
        "for=1s",
        "rate=20k",
        "in-flight=" + SLOTS,
        "client=async",
        "warmup=0s");
    assertThat(counters.get(Counter.REQUESTS) + counters.get(Counter.DROPPED)).isEqualTo(20_000);
    assertThat(counters.sendDelay().getTotalCount()).isEqualTo(counters.get(Counter.REQUESTS));
    assertThat(latencies("get response ok").getTotalCount())
        .isEqualTo(counters.get(Counter.REQUESTS));
  }

  private LongUnaryOperator server = LoadLoopTest::done;
  private Supplier<Throwable> failure;

  /** Each request takes 0.1 ms; between 10 s and 11 s the servers stall. */
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

  /**
   * Completes requests in any order on other threads of the machine, which race for the slots;
   * returns the maximum in flight.
   */
  private int async(String... settings) throws Exception {
    ScheduledExecutorService servers = Executors.newScheduledThreadPool(4);
    int[] inFlight = {0, 0};
    List<Runnable> held = new ArrayList<>();
    drive(
        Clock.startingAt(Time.real(), System.nanoTime()),
        client(
            "get",
            (Get get) -> {
              rows.add(Bytes.toString(get.getRow()));
              CompletableFuture<Result> answer = new CompletableFuture<>();
              Runnable complete =
                  () -> {
                    synchronized (inFlight) {
                      inFlight[0]--;
                    }
                    answer.complete(Result.EMPTY_RESULT);
                  };
              synchronized (inFlight) {
                inFlight[1] = Math.max(inFlight[1], ++inFlight[0]);
                held.add(complete);
                if (inFlight[1] < SLOTS) {
                  return answer; // no answer before all slots are in use, however slow the machine
                }
                for (Runnable one : held) {
                  var unused = servers.schedule(one, hash(get) / 20, TimeUnit.MICROSECONDS);
                }
                held.clear();
              }
              return answer;
            }),
        settings);
    servers.shutdownNow();
    return inFlight[1];
  }

  /** Below 1,000. */
  private static int hash(Get get) {
    return Math.floorMod(Arrays.hashCode(get.getRow()), 1_000);
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
