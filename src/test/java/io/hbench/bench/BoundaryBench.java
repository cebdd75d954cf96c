package io.hbench.bench;

import io.hbench.latency.MadeServerRegion;
import io.hbench.latency.Recorder;
import io.hbench.latency.Recording;
import io.hbench.latency.Sample;
import io.hbench.latency.Series;
import io.hbench.latency.ServerRegion;
import io.hbench.latency.Window;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * How long the asynchronous client stands still at the end of an interval: 1,000 requests are in
 * flight, and their answers come after the first request of the next interval was recorded. And how
 * long 256 threads with the blocking client hold the locks of the task's recording then: they empty
 * their buffers one after the other, so that none waits.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 50)
@Measurement(iterations = 200)
public class BoundaryBench {
  private static final int IN_FLIGHT = 1_000;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final double MOST_MICROS = 2_000;
  private static final int THREADS = 256;
  private static final double MOST_MICROS_OF_THREADS = 1_000;
  private static final int BUFFER = 64;
  private static final int REGIONS = 200;
  private static final int SERVERS = 20;

  private final Recording recording =
      new Recording(new Window(0, Long.MAX_VALUE, SECOND), (series, record) -> {});
  private final Recorder recorder = recording.recorder(true);
  private final List<Recorder> ofThreads =
      IntStream.range(0, THREADS).mapToObj(i -> recording.recorder(false)).toList();
  private final List<ServerRegion> regions =
      IntStream.range(0, REGIONS)
          .mapToObj(i -> MadeServerRegion.of("server" + i % SERVERS, "region" + i))
          .toList();
  private final Sample sample = new Sample();
  private final SplittableRandom latencies = new SplittableRandom(1);
  private long interval;

  /**
   * Requests of an interval, and the flush of those before. A thread empties its buffer when it is
   * full, so that an interval leaves any number of requests in it.
   */
  @Setup(Level.Invocation)
  public void fillAnInterval() throws Exception {
    for (int i = 0; i < IN_FLIGHT; i++) {
      record(recorder, interval * SECOND);
    }
    for (Recorder thread : ofThreads) {
      for (int left = latencies.nextInt(BUFFER); left > 0; left--) {
        record(thread, interval * SECOND);
      }
    }
    recording.flush(interval * SECOND);
    interval++;
  }

  @Benchmark
  public Recorder boundary() {
    record(recorder, interval * SECOND);
    for (int i = 0; i < IN_FLIGHT; i++) {
      record(recorder, interval * SECOND - 1);
    }
    return recorder;
  }

  /** The same number of requests without a boundary: its slowest are pauses of the machine. */
  @Benchmark
  public Recorder within() {
    for (int i = 0; i <= IN_FLIGHT; i++) {
      record(recorder, interval * SECOND - 1);
    }
    return recorder;
  }

  @Benchmark
  public Recording threads() {
    for (Recorder thread : ofThreads) {
      record(thread, interval * SECOND);
    }
    return recording;
  }

  private void record(Recorder to, long at) {
    long latency = 1_000_000 + latencies.nextLong(SECOND / 10);
    sample.of("get", Series.OK).to(regions.get(latencies.nextInt(REGIONS)));
    to.record(sample.times(at, latency, latency).amounts(1, 0, 1_000));
  }

  public static void main(String[] args) throws Exception {
    for (RunResult result : Jmh.run(BoundaryBench.class)) {
      Statistics micros = result.getPrimaryResult().getStatistics();
      boolean threads = result.getPrimaryResult().getLabel().equals("threads");
      System.out.printf(
          "%s, %,d%s: median %,.0f us, p99 %,.0f us, max %,.0f us; target <= %,.0f us%n",
          result.getPrimaryResult().getLabel(),
          threads ? THREADS : IN_FLIGHT,
          threads ? "" : " in flight",
          micros.getPercentile(50),
          micros.getPercentile(99),
          micros.getMax(),
          threads ? MOST_MICROS_OF_THREADS : MOST_MICROS);
    }
  }
}
