package io.hbench.time;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;

/** The time of the machine. */
final class RealTime implements Time {
  static final Time INSTANCE = new RealTime();

  private final OperatingSystemMXBean os =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public long cpuNanos() {
    return os.getProcessCpuTime();
  }

  @Override
  public long gcMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(collector -> !collector.getName().endsWith("Cycles")) // of concurrent work
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  @Override
  public Optional<Path> proc() {
    return Optional.of(Path.of("/proc")).filter(Files::exists);
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
  }

  @Override
  public void park(Object blocker, long nanos) {
    if (nanos == Long.MAX_VALUE) {
      LockSupport.park(blocker);
    } else {
      LockSupport.parkNanos(blocker, nanos);
    }
  }

  @Override
  public void unpark(Thread thread) {
    LockSupport.unpark(thread);
  }

  @Override
  public void interrupt(Thread thread) {
    thread.interrupt();
  }

  @Override
  public ScheduledExecutorService threads(String name, int size) {
    return Executors.newScheduledThreadPool(
        size, BasicThreadFactory.builder().daemon(true).namingPattern(name).build());
  }
}
