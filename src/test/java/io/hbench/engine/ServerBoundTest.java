package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Client;
import io.hbench.client.MadeRegions;
import io.hbench.client.TableRegions;
import io.hbench.data.KeyFormat;
import io.hbench.kit.TestServer;
import io.hbench.kit.VirtualTime;
import io.hbench.latency.LatencyRecord;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/** A load loop with a bound for each of two servers, of which one does not answer for a while. */
class ServerBoundTest extends LoadLoopFixture {
  private static final byte[] BOUNDARY = KeyFormat.parse("{row:26}").key(500);
  private static final int BOUND = 4;
  private static final long QUICK_NANOS = 100_000;
  private static final String[] ASYNC = {
    "rows=1000", "threads=2", "client=async", "in-flight=16", "warmup=0s"
  };

  private final TableRegions regions = MadeRegions.of(List.of(BOUNDARY), 2);
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger mostWaiting = new AtomicInteger();

  /** When the second server begins to answer, in nanoseconds. */
  private long until;

  /** Time in which it answers from then on; 0 as quickly as the first. */
  private long secondTakesNanos;

  private boolean bothHang;

  private final Client client =
      LoadLoopFixture.<Get, CompletableFuture<Result>>client("get", this::get, () -> {}, regions);

  private CompletableFuture<Result> get(Get get) {
    boolean second = Arrays.compareUnsigned(get.getRow(), BOUNDARY) >= 0;
    long left = until - VirtualTime.current().nanos();
    if (second && left <= 0 && secondTakesNanos > 0) {
      return answer(secondTakesNanos);
    }
    if (left <= 0 || !(second || bothHang)) {
      return answer(QUICK_NANOS);
    }
    mostWaiting.accumulateAndGet(waiting.incrementAndGet(), Math::max);
    return answer(left);
  }

  private static CompletableFuture<Result> answer(long nanos) {
    return TestServer.current().answer(Result.EMPTY_RESULT, nanos);
  }

  private void drive(long hangsMillis, String... more) throws Exception {
    until = TimeUnit.MILLISECONDS.toNanos(hangsMillis);
    String[] settings = Arrays.copyOf(ASYNC, ASYNC.length + more.length);
    System.arraycopy(more, 0, settings, ASYNC.length, more.length);
    drive(client, settings);
  }

  @Test
  void aHungServerTakesAllSlotsOfAClosedLoopWithoutABound() throws Exception {
    drive(700, "for=500ms");
    assertThat(mostWaiting).hasValue(32);
    assertThat(counters.get(Counter.REQUESTS)).isLessThan(200);
    assertThat(withheld).isEmpty();
  }

  @Test
  void withABoundTheOtherServerIsMeasured() throws Exception {
    drive(700, "for=500ms", "in-flight-per-server=" + BOUND);
    assertThat(mostWaiting).as("of all threads together").hasValue(BOUND);
    long ok = recorded.get("get service ok @rs0:16020").count();
    assertThat(ok).isGreaterThan(1_000);
    assertThat(withheld.getOrDefault("rs0:16020", 0L)).as("pauses of this JVM").isLessThan(ok / 10);
    assertThat(withheld.get("rs1:16020")).as("as many as for the other").isBetween(ok / 2, 2 * ok);
    assertThat(counters.get(Counter.DROPPED)).as("a closed loop schedules nothing").isZero();
  }

  /** Users would have waited: withheld requests must not have short response times, or none. */
  @Test
  void atARateWhatIsNotSentCountsInTheResponseTimes() throws Exception {
    drive(600, "for=1s", "rate=4000", "in-flight-per-server=" + BOUND);
    assertThat(mostWaiting).hasValue(BOUND);
    LatencyRecord dropped = recorded.get("get response Dropped");
    LatencyRecord ok = recorded.get("get response ok");
    assertThat(dropped.count() + ok.count()).isEqualTo(4_000);
    assertThat(withheld.values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(dropped.count())
        .isEqualTo(counters.get(Counter.DROPPED));
    assertThat(withheld.get("rs1:16020"))
        .isBetween(500L, 1_300L)
        .as("in the response times of their server, too")
        .isEqualTo(recorded.get("get response Dropped @rs1:16020").count());
    assertThat(dropped.latencies().getValueAtPercentile(50) / 1e9).isBetween(0.1, 0.5);
    assertThat(ok.count()).isEqualTo(recorded.get("get service ok").count());
  }

  @Test
  void requestsWithheldUntilTheEndCountAsWell() throws Exception {
    drive(700, "for=500ms", "rate=4000", "in-flight-per-server=1");
    long dropped = recorded.get("get response Dropped").count();
    assertThat(dropped + recorded.get("get response ok").count()).isEqualTo(2_000);
    assertThat(latencies("get response Dropped").getMaxValue() / 1e9).isBetween(0.4, 0.8);
  }

  /** Otherwise it would draw for nothing, and count millions of requests. */
  @Test
  void aClosedLoopWaitsIfAllServersAreAtTheirBounds() throws Exception {
    bothHang = true;
    drive(600, "for=500ms", "in-flight-per-server=" + BOUND);
    assertThat(mostWaiting).hasValue(2 * BOUND);
    assertThat(withheld.values().stream().mapToLong(Long::longValue).sum()).isBetween(1L, 200L);
  }

  @Test
  void waitingForAServerThatAnswersIsNoDelayOfTheClient() throws Exception {
    secondTakesNanos = TimeUnit.MILLISECONDS.toNanos(20);
    drive(0, "for=500ms", "rate=1000", "in-flight-per-server=1");
    assertThat(withheld).isEmpty();
    double delayMs = counters.sendDelay().getValueAtPercentile(75) / 1e6;
    assertThat(delayMs).as("of the requests that waited, and of those behind them").isLessThan(10);
  }

  @Test
  void theBlockingClientHasTheSameBound() throws Exception {
    until = TimeUnit.MILLISECONDS.toNanos(1_000);
    Client blocking =
        LoadLoopFixture.<Get, CompletableFuture<Result>>client(
            "get",
            get -> {
              CompletableFuture<Result> answer = get(get);
              await(answer);
              return answer;
            },
            () -> {},
            regions);
    drive(
        blocking,
        "rows=1000",
        "threads=8",
        "warmup=0s",
        "for=800ms",
        "in-flight-per-server=" + BOUND);
    assertThat(mostWaiting).hasValue(BOUND);
    assertThat(recorded.get("get service ok @rs0:16020").count())
        .as("without a bound, all eight threads wait after about eight answers")
        .isGreaterThan(50);
  }

  private static void await(CompletableFuture<Result> answer) {
    try {
      VirtualTime.current().get(answer, Long.MAX_VALUE);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
