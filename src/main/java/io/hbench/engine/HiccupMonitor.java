package io.hbench.engine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Monitor of hiccups, garbage collection and CPU time of this JVM, from its construction to its
 * {@link #end}. A thread that wakes up every millisecond records its delays, as jHiccup does:
 * garbage collections, a busy machine or a throttled container would have delayed a request as
 * much.
 */
public final class HiccupMonitor {
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final double NANOS = 1e9;

  private final OperatingSystemMXBean os =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Histogram hiccups = new Histogram(3);
  private final Thread watch = new Thread(this::watch, "hiccups");
  private final long wallStart = System.nanoTime();
  private final long cpuStart = os.getProcessCpuTime();
  private final long gcStart = gcTotal();
  private volatile boolean ended;
  private long gcMillis;
  private double seconds;
  private double cpuSeconds;

  public HiccupMonitor() {
    watch.setDaemon(true);
    watch.start();
  }

  /** Ends the monitoring; the values below are valid afterwards. */
  public void end() throws InterruptedException {
    ended = true;
    watch.join();
    gcMillis = gcTotal() - gcStart;
    seconds = (System.nanoTime() - wallStart) / NANOS;
    cpuSeconds = (os.getProcessCpuTime() - cpuStart) / NANOS;
  }

  /** Time in garbage collections, in milliseconds. */
  public long gcMillis() {
    return gcMillis;
  }

  /** Time from the construction to the end. */
  public double seconds() {
    return seconds;
  }

  public double cpuSeconds() {
    return cpuSeconds;
  }

  /** CPU time as a share of all processors of the machine, 0 to 1. */
  public double cpuShare() {
    return cpuSeconds / seconds / os.getAvailableProcessors();
  }

  /** Delays of the thread, in nanoseconds. */
  public Histogram hiccups() {
    return hiccups;
  }

  private void watch() {
    while (!ended) {
      long before = System.nanoTime();
      LockSupport.parkNanos(TICK_NANOS);
      long late = System.nanoTime() - before - TICK_NANOS;
      hiccups.recordValue(Math.max(0, late));
    }
  }

  private static long gcTotal() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }
}
