package io.hbench.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * How fast a client was, and what it took for that.
 *
 * @param cpuMicros microseconds of its process's CPU time for each request: the compiler, the
 *     garbage collector and netty's threads included
 */
record Cost(double requestsPerSecond, double cpuMicros) {

  /** The stretch of time from its construction on. */
  static final class Meter {
    private final OperatingSystemMXBean os =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final long wallStart = System.nanoTime();
    private final long cpuStart = os.getProcessCpuTime();

    Cost of(long requests) {
      double seconds = (System.nanoTime() - wallStart) / 1e9;
      double cpuMicros = (os.getProcessCpuTime() - cpuStart) / 1e3;
      return new Cost(requests / seconds, cpuMicros / requests);
    }
  }

  /**
   * Measures requests that are being made.
   *
   * @param answered their number
   * @param warmupMillis before the measurement
   * @param beat what the process does each second
   */
  static Cost of(
      LongSupplier answered, long warmupMillis, long seconds, FailableRunnable<Exception> beat)
      throws Exception {
    TimeUnit.MILLISECONDS.sleep(warmupMillis);
    Meter meter = new Meter();
    long before = answered.getAsLong();
    for (long i = 0; i < seconds; i++) {
      TimeUnit.SECONDS.sleep(1);
      beat.run();
    }
    return meter.of(answered.getAsLong() - before);
  }

  static Cost medianOf(List<Cost> costs) {
    return new Cost(median(costs, Cost::requestsPerSecond), median(costs, Cost::cpuMicros));
  }

  /** Median of the ratios of neighbouring measurements. */
  static double medianRatio(List<Cost> ours, List<Cost> theirs, ToDoubleFunction<Cost> figure) {
    return Median.of(
        IntStream.range(0, ours.size())
            .mapToDouble(
                i -> figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(theirs.get(i))));
  }

  private static double median(List<Cost> costs, ToDoubleFunction<Cost> figure) {
    return Median.of(costs.stream().mapToDouble(figure));
  }

  /** As {@link #parse} reads it: how a JVM tells another. */
  @Override
  public String toString() {
    return requestsPerSecond + " " + cpuMicros;
  }

  static Cost parse(String text) {
    String[] figures = text.strip().split(" ", -1);
    return new Cost(Double.parseDouble(figures[0]), Double.parseDouble(figures[1]));
  }
}
