package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.client.Client;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/**
 * Poisson arrivals, eight slots that are busy half of the time, and exponential service times, in
 * virtual time: the response times are those of one queue for eight servers, M/M/8.
 *
 * @see <a href="https://en.wikipedia.org/wiki/M/M/c_queue">M/M/c queue</a>
 */
class OneQueueTest extends LoadLoopFixture {
  private static final int SERVERS = 8;
  private static final double SERVICE_NANOS = 5e6;
  private static final double RATE = 800;
  private static final String[] LOAD = {"rate=800", "arrival=poisson", "for=100s", "warmup=2s"};

  private final ZigguratSampler.Exponential service =
      ZigguratSampler.Exponential.of(RandomSource.XO_RO_SHI_RO_128_PP.create(1), SERVICE_NANOS);

  @Test
  void blockingThreadsServeOneQueue() throws Exception {
    ClockOfThreads clock = new ClockOfThreads(SERVERS);
    Client client =
        client(
            "get",
            (Get get) -> {
              clock.waitUntil(clock.nanos() + serviceNanos());
              return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
            },
            clock::leave);
    drive(clock, client, with("threads=" + SERVERS));
    isOneQueue(latencies("get response ok"));
  }

  @Test
  void requestsInFlightServeOneQueue() throws Exception {
    ClockOfEvents clock = new ClockOfEvents();
    Client client =
        client(
            "get",
            (Get get) -> {
              CompletableFuture<Result> answer = new CompletableFuture<>();
              clock.at(clock.nanos() + serviceNanos(), () -> answer.complete(Result.EMPTY_RESULT));
              return answer;
            });
    drive(clock, client, with("threads=1", "client=async", "in-flight=" + SERVERS));
    isOneQueue(latencies("get response ok"));
  }

  private synchronized long serviceNanos() {
    return (long) service.sample();
  }

  private static String[] with(String... more) {
    String[] all = java.util.Arrays.copyOf(LOAD, LOAD.length + more.length);
    System.arraycopy(more, 0, all, LOAD.length, more.length);
    return all;
  }

  private static void isOneQueue(Histogram response) {
    assertThat((double) response.getTotalCount()).isCloseTo(RATE * 100, within(RATE * 2));
    for (double percentile : new double[] {50, 99}) {
      double expected = quantile(percentile / 100);
      assertThat((double) response.getValueAtPercentile(percentile))
          .as("p%.0f", percentile)
          .isCloseTo(expected, within(0.05 * expected));
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

  /** Virtual time of one thread, which also runs what happens while it waits. */
  private static final class ClockOfEvents implements Clock {
    private record Event(long at, Runnable what) {}

    private final PriorityQueue<Event> events =
        new PriorityQueue<>(Comparator.comparingLong(Event::at));
    private long now;

    void at(long nanos, Runnable what) {
      events.add(new Event(nanos, what));
    }

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void waitUntil(long nanos) {
      while (!events.isEmpty() && events.peek().at() <= nanos) {
        next();
      }
      now = Math.max(now, nanos);
    }

    @Override
    public void park(Object blocker) {
      next();
    }

    private void next() {
      Event event = events.remove();
      now = Math.max(now, event.at());
      event.what().run();
    }
  }
}
