package io.hbench.bench;

import io.hbench.latency.Recorder;
import io.hbench.latency.Recording;
import io.hbench.latency.Sample;
import io.hbench.latency.Series;
import io.hbench.latency.Window;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
 * flight, and their answers come after the first request of the next interval was recorded.
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

  private final Recording recording =
      new Recording(new Window(0, Long.MAX_VALUE, SECOND), (series, record) -> {});
  private final Recorder recorder = recording.recorder(true);
  private final Sample sample = new Sample();
  private final SplittableRandom latencies = new SplittableRandom(1);
  private long interval;

  /** Requests of an interval, and the flush of those before. */
  @Setup(Level.Invocation)
  public void fillAnInterval() throws Exception {
    for (int i = 0; i < IN_FLIGHT; i++) {
      record(interval * SECOND);
    }
    recording.flush(interval * SECOND);
    interval++;
  }

  @Benchmark
  public Recorder boundary() {
    record(interval * SECOND);
    for (int i = 0; i < IN_FLIGHT; i++) {
      record(interval * SECOND - 1);
    }
    return recorder;
  }

  /** The same number of requests without a boundary: its slowest are pauses of the machine. */
  @Benchmark
  public Recorder within() {
    for (int i = 0; i <= IN_FLIGHT; i++) {
      record(interval * SECOND - 1);
    }
    return recorder;
  }

  private void record(long at) {
    long latency = 1_000_000 + latencies.nextLong(SECOND / 10);
    recorder.record(sample.of("get", Series.OK).times(at, latency, latency).amounts(1, 0, 1_000));
  }

  public static void main(String[] args) throws Exception {
    for (RunResult result : Jmh.run(BoundaryBench.class)) {
      Statistics micros = result.getPrimaryResult().getStatistics();
      System.out.printf(
          "%s, %,d in flight: median %,.0f us, p99 %,.0f us, max %,.0f us; target <= %,.0f us%n",
          result.getPrimaryResult().getLabel(),
          IN_FLIGHT,
          micros.getPercentile(50),
          micros.getPercentile(99),
          micros.getMax(),
          MOST_MICROS);
    }
  }
}
