package io.hbench.job;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** What this JVM has used since the check was made. */
final class SelfCheck {
  private final OperatingSystemMXBean os =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final long wallStart = System.nanoTime();
  private final long cpuStart = os.getProcessCpuTime();
  private final long gcStart = gcTotal();

  /** Milliseconds in garbage collections. */
  long gcMillis() {
    return gcTotal() - gcStart;
  }

  /** CPU time as a share of all processors of the machine, 0 to 1. */
  double cpuShare() {
    double wall = System.nanoTime() - wallStart;
    return (os.getProcessCpuTime() - cpuStart) / wall / os.getAvailableProcessors();
  }

  private static long gcTotal() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }
}
