package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.VirtualTime;
import io.hbench.latency.LatencyRecord;
import io.hbench.rundir.TaskFacts.BusyThread;
import io.hbench.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that stands still: its threads sleep for longer than they asked for. */
class HiccupMonitorTest {
  private static final long MILLI = 1_000_000;
  private static final long TICK = 5 * MILLI;

  @Test
  void aPauseIsOneHiccup() throws Exception {
    // 0.3 s of every 5 s
    HiccupMonitor monitor = watch(Duration.ofSeconds(50), tick -> tick % 940 == 939 ? 300 : 0);
    Histogram hiccups = LatencyRecord.fromText(monitor.facts(null).hiccups());
    assertThat(hiccups.getCountBetweenValues(299 * MILLI, 301 * MILLI)).isEqualTo(10);
    assertThat(hiccups.getCountBetweenValues(MILLI, 301 * MILLI)).isEqualTo(10);
    assertThat(hiccups.getTotalCount()).isBetween(9_300L, 9_500L);
  }

  /** A slow request after hours on a busy machine waited for the client, too. */
  @Test
  void ofVeryManyHiccupsTheLongestAreKept() throws Exception {
    int many = 100_100;
    long pause = 2L * many * TICK;
    HiccupMonitor monitor =
        watch(Duration.ofNanos(pause + 1_000 * MILLI), tick -> tick == many ? 300 : 5);
    assertThat(monitor.within(pause, pause + 1_000 * MILLI)).isGreaterThanOrEqualTo(300 * MILLI);
    assertThat(monitor.within(0, pause)).isLessThan(pause / 2);
  }

  /** What it did in the warm-up is not held against the window. */
  @Test
  void aThreadIsBusyForWhatItDoesInTheWindow(@TempDir Path proc) throws Exception {
    Path thread = Files.createDirectories(proc.resolve("self/task/7"));
    Files.writeString(thread.resolve("comm"), "load");
    Files.writeString(thread.resolve("schedstat"), "9000000000 0 1");
    HiccupMonitor monitor =
        watch(
            Duration.ofSeconds(10),
            tick -> {
              write(thread.resolve("schedstat"), "9500000000 1000000000 2");
              return 0;
            },
            proc);
    assertThat(monitor.facts(null).busiest()).isEqualTo(new BusyThread("load", 0.05, 0.1));
  }

  /** The wait for late requests, up to a minute, made the clients look idle. */
  @Test
  void theFiguresEndWithTheWindowAndHiccupsOfLateRequestsAreKnown() throws Exception {
    Duration window = Duration.ofSeconds(10);
    long end = window.toNanos();
    HiccupMonitor monitor =
        watch(window, Duration.ofSeconds(40), tick -> tick == 3_000 ? 300 : 0, null);
    assertThat(monitor.facts(null).seconds()).isEqualTo(10);
    assertThat(LatencyRecord.fromText(monitor.facts(null).hiccups()).getTotalCount())
        .isBetween(1_990L, 2_001L);
    assertThat(monitor.within(0, end)).isZero();
    assertThat(monitor.within(end, 5 * end)).isBetween(299 * MILLI, 301 * MILLI);
  }

  /** A long one, on a busy machine, made a valid run in virtual time a degraded one. */
  @Test
  void aCollectionOfTheJvmTakesNoVirtualTime() throws Exception {
    HiccupMonitor monitor =
        watch(
            Duration.ofSeconds(1),
            tick -> {
              long before = collectionMillis();
              while (tick == 0 && collectionMillis() == before) { // less than 1 ms is none
                System.gc();
              }
              return 0;
            });
    assertThat(monitor.facts(null).gcMs()).isZero();
  }

  private static long collectionMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HiccupMonitor watch(Duration length, LongUnaryOperator lateMillis)
      throws Exception {
    return watch(length, lateMillis, null);
  }

  private static HiccupMonitor watch(Duration length, LongUnaryOperator lateMillis, Path proc)
      throws Exception {
    return watch(length, Duration.ZERO, lateMillis, proc);
  }

  /** What the monitor knows after a window and some time; it starts ticks that are too long. */
  private static HiccupMonitor watch(
      Duration window, Duration later, LongUnaryOperator lateMillis, Path proc) throws Exception {
    VirtualTime virtual = new VirtualTime(Instant.EPOCH);
    long[] ticks = {0};
    Time time =
        (Time)
            Proxy.newProxyInstance(
                Time.class.getClassLoader(),
                new Class<?>[] {Time.class},
                (proxy, method, args) -> {
                  if (method.getName().equals("park")) {
                    args[1] = (long) args[1] + lateMillis.applyAsLong(ticks[0]++) * MILLI;
                  }
                  return method.getName().equals("proc")
                      ? Optional.ofNullable(proc)
                      : method.invoke(virtual, args);
                });
    return virtual.play(
        () -> {
          HiccupMonitor monitor =
              new HiccupMonitor(Clock.startingAt(time, 0), new MachineMonitor(time));
          virtual.sleep(window);
          monitor.endWindow();
          virtual.sleep(later);
          monitor.end();
          return monitor;
        });
  }
}
