package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.client.Client;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Poisson arrivals, eight slots and exponential service times, in virtual time: the figures are
 * those of queueing theory or of an independent simulation, for blocking threads as for requests in
 * flight of one thread.
 *
 * @see <a href="https://en.wikipedia.org/wiki/M/M/c_queue">M/M/c queue</a>
 * @see <a href="https://en.wikipedia.org/wiki/Erlang_(unit)">Erlang's formulas</a>
 */
class OneQueueTest extends LoadLoopFixture {
  private static final int SERVERS = 8;
  private static final double SERVICE_NANOS = 5e6;
  private static final double RATE = 800;
  private static final double SECONDS = 100;
  private static final double BURST = 1.25;

  private final ZigguratSampler.Exponential service = exponential(1, SERVICE_NANOS);

  /** Time to which the answer to a request is put off. */
  private LongUnaryOperator stall = sent -> sent;

  private static ZigguratSampler.Exponential exponential(long seed, double mean) {
    return ZigguratSampler.Exponential.of(RandomSource.XO_RO_SHI_RO_128_PP.create(seed), mean);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withCatchUpThereIsOneQueue(boolean async) throws Exception {
    drive(async, "rate=800", "warmup=2s");
    isOneQueue(latencies("get response ok"));
    assertThat(counters.get(Counter.DROPPED)).isZero();
  }

  /** Twice the rate: the slots would be busy all the time, if there was a queue. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutCatchUpRequestsAreLostAsErlangSays(boolean async) throws Exception {
    drive(async, "rate=1600", "warmup=2s", "catchup=none");
    double offered = 2 * RATE * SERVICE_NANOS / 1e9;
    double lost = 1; // Erlang's B
    for (int i = 1; i <= SERVERS; i++) {
      lost = offered * lost / (i + offered * lost);
    }
    long dropped = counters.get(Counter.DROPPED);
    isAbout("scheduled", dropped + counters.get(Counter.REQUESTS), 2 * RATE * SECONDS);
    isAbout("dropped", dropped, lost * 2 * RATE * SECONDS);
    Histogram response = latencies("get response ok");
    isAbout("p50", response.getValueAtPercentile(50), Math.log(2) * SERVICE_NANOS);
    isAbout("p99", response.getValueAtPercentile(99), Math.log(100) * SERVICE_NANOS);
    assertThat(counters.sendDelay().getMaxValue()).as("the client is never late").isZero();
  }

  /** The servers answer nothing in half a second of every ten. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBurstCatchesUpAsInASimulation(boolean async) throws Exception {
    stall = sent -> sent % 10_000_000_000L < 9_500_000_000L ? sent : roundUp(sent);
    drive(async, "rate=800", "warmup=0s", "catchup=burst:" + BURST);
    Histogram response = latencies("get response ok");
    Histogram simulated = simulatedBurst();
    isAbout("requests", response.getTotalCount(), simulated.getTotalCount());
    for (double percentile : new double[] {50, 90, 99}) {
      isAbout(
          "p" + percentile,
          response.getValueAtPercentile(percentile),
          simulated.getValueAtPercentile(percentile));
    }
    assertThat(simulated.getValueAtPercentile(90)).as("backlogs").isGreaterThan(100_000_000);
  }

  private static long roundUp(long nanos) {
    return (nanos / 10_000_000_000L + 1) * 10_000_000_000L;
  }

  /**
   * Response times of one queue in front of the servers, which lets requests through at 1.25 times
   * the rate at most: each follows the one before after four fifths of the time between their
   * arrivals, or later.
   */
  private Histogram simulatedBurst() {
    ZigguratSampler.Exponential gaps = exponential(2, 1e9 / RATE);
    ZigguratSampler.Exponential services = exponential(3, SERVICE_NANOS);
    PriorityQueue<Double> freeAt = new PriorityQueue<>(Collections.nCopies(SERVERS, 0.0));
    Histogram response = new Histogram(3);
    double arrival = 0;
    double started = 0;
    for (double gap = gaps.sample(); arrival + gap < SECONDS * 1e9; gap = gaps.sample()) {
      arrival += gap;
      started = Math.max(Math.max(arrival, freeAt.remove()), started + gap / BURST);
      double done = stall.applyAsLong((long) started) + services.sample();
      freeAt.add(done);
      response.recordValue((long) (done - arrival));
    }
    return response;
  }

  /** Runs for 100 seconds with eight blocking threads, or one with eight requests in flight. */
  private void drive(boolean async, String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of(settings));
    all.addAll(List.of("arrival=poisson", "for=100s"));
    if (async) {
      EventClock clock = new EventClock(0);
      all.addAll(List.of("threads=1", "client=async", "in-flight=" + SERVERS));
      drive(clock, client("get", (Get get) -> answer(clock)), all.toArray(String[]::new));
    } else {
      ClockOfThreads clock = new ClockOfThreads(SERVERS);
      all.add("threads=" + SERVERS);
      Client blocking =
          client(
              "get",
              (Get get) -> {
                clock.waitUntil(doneAt(clock.nanos()));
                return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
              },
              clock::leave);
      drive(clock, blocking, all.toArray(String[]::new));
    }
  }

  private CompletableFuture<Result> answer(EventClock clock) {
    CompletableFuture<Result> answer = new CompletableFuture<>();
    clock.at(doneAt(clock.nanos()), () -> answer.complete(Result.EMPTY_RESULT));
    return answer;
  }

  private synchronized long doneAt(long sent) {
    return stall.applyAsLong(sent) + (long) service.sample();
  }

  private static void isAbout(String figure, Number value, Number expected) {
    assertThat(value.doubleValue())
        .as(figure)
        .isCloseTo(expected.doubleValue(), within(0.05 * expected.doubleValue()));
  }

  private static void isOneQueue(Histogram response) {
    assertThat((double) response.getTotalCount()).isCloseTo(RATE * 100, within(RATE * 2));
    for (double percentile : new double[] {50, 99}) {
      isAbout(
          "p" + percentile, response.getValueAtPercentile(percentile), quantile(percentile / 100));
    }
  }

  /**
   * Response time in nanoseconds that a share of the requests of an M/M/8 queue does not exceed.
   */
  private static double quantile(double share) {
    double load = RATE * SERVICE_NANOS / 1e9;
    double term = 1;
    double idle = 1;
    for (int i = 1; i < SERVERS; i++) {
      term *= load / i;
      idle += term;
    }
    double all = term * load / SERVERS * SERVERS / (SERVERS - load);
    double waits = all / (idle + all); // Erlang's C
    double spare = SERVERS - load - 1;
    DoubleUnaryOperator longer =
        t -> Math.exp(-t) * (1 + waits * (1 - Math.exp(-spare * t)) / spare);
    double low = 0;
    double high = 100;
    while (high - low > 1e-9) {
      double middle = (low + high) / 2;
      if (longer.applyAsDouble(middle) > 1 - share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low * SERVICE_NANOS;
  }

  /** Virtual time of several threads: it advances when all of them wait. */
  private static final class ClockOfThreads implements Clock {
    private record Sleeper(long until, CountDownLatch alarm) {}

    private final PriorityQueue<Sleeper> sleepers =
        new PriorityQueue<>(Comparator.comparingLong(Sleeper::until));
    private int awake;
    private long now;

    ClockOfThreads(int threads) {
      awake = threads;
    }

    @Override
    public synchronized long nanos() {
      return now;
    }

    @Override
    public void waitUntil(long nanos) {
      Sleeper own = new Sleeper(nanos, new CountDownLatch(1));
      synchronized (this) {
        if (nanos <= now) {
          return;
        }
        sleepers.add(own);
        leave();
      }
      try {
        own.alarm().await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** A thread waits, or has ended. */
    synchronized void leave() {
      awake--;
      if (awake == 0 && !sleepers.isEmpty()) {
        Sleeper first = sleepers.poll();
        now = first.until();
        awake++;
        first.alarm().countDown();
      }
    }
  }
}
