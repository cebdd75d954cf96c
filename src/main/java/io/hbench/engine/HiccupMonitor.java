package io.hbench.engine;

import io.hbench.engine.CpuQuota.Periods;
import io.hbench.latency.LatencyRecord;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskFacts.BusyThread;
import io.hbench.time.Time;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;

/**
 * Monitor of hiccups, garbage collection and CPU time of this JVM, from its construction to the end
 * of the window. A thread that wakes up every five milliseconds records its delays, as jHiccup
 * does: garbage collections, a busy machine or a throttled container would have delayed a request
 * as much. Those of late requests are known, too: it goes on until {@link #end}.
 */
public final class HiccupMonitor {
  /** Delay that is kept with its time. */
  private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Limits the memory of a run on a busy machine: the longest are kept. */
  private static final int MAX_LONG = 100_000;

  private static final long MAX_END_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final double NANOS = 1e9;

  private final Histogram hiccups = new Histogram(3);
  private final long cpuStart;
  private final long gcStart;
  private final Optional<CpuQuota> quota;
  private final Periods periodsStart;
  private final ThreadTimes threadsStart;
  private final Time time;
  private final Clock clock;
  private final MachineMonitor machine;
  private final long wallStart;
  private final ExecutorService thread;
  private final PriorityQueue<Hiccup> longest =
      new PriorityQueue<>(Comparator.comparingLong(Hiccup::length));
  private final AtomicBoolean ended = new AtomicBoolean();
  private final CompletableFuture<Void> measured = new CompletableFuture<>();
  private volatile boolean isOver;
  private long gcMillis;
  private double seconds;
  private double cpuSeconds;

  /** How many were in use in the window. */
  private double processors;

  private Optional<BusyThread> busiest = Optional.empty();
  private Periods periods = Periods.NONE;

  /** A long delay, in nanoseconds since the common start. */
  private record Hiccup(long from, long to) {
    long length() {
      return to - from;
    }
  }

  /**
   * @param clock of the task, for {@link #within}
   * @param machine whose window begins and ends with this monitor
   */
  public HiccupMonitor(Clock clock, MachineMonitor machine) {
    this.machine = machine;
    this.time = clock.time();
    this.clock = clock;
    wallStart = time.nanos();
    cpuStart = time.cpuNanos();
    gcStart = time.gcMillis();
    quota = CpuQuota.find(time.proc());
    periodsStart = quota.map(CpuQuota::periods).orElse(Periods.NONE);
    threadsStart = ThreadTimes.of(time.proc());
    thread = time.threads("hiccups", 1);
    thread.execute(this::watch);
    machine.begin();
  }

  /** Ends the figures, with the window of the first of the tasks that share the monitor. */
  public synchronized void endWindow() {
    if (isOver) {
      return;
    }
    machine.end();
    gcMillis = time.gcMillis() - gcStart;
    seconds = (time.nanos() - wallStart) / NANOS;
    processors = cpuSeconds() / seconds;
    busiest = ThreadTimes.of(time.proc()).busiestSince(threadsStart, seconds);
    periods = quota.map(CpuQuota::periods).orElse(Periods.NONE).minus(periodsStart);
    isOver = true;
  }

  /** Ends the monitoring, with the first of the tasks that share it. */
  public void end() throws InterruptedException {
    endWindow();
    if (ended.getAndSet(true)) {
      try {
        time.get(measured, MAX_END_NANOS);
        return;
      } catch (ExecutionException | TimeoutException e) {
        throw new IllegalStateException(e);
      }
    }
    thread.shutdown();
    thread.awaitTermination(MAX_END_NANOS, TimeUnit.NANOSECONDS);
    cpuSeconds = cpuSeconds(); // late requests cost, too
    measured.complete(null);
  }

  /** Ends the thread of a monitor whose task has failed. */
  public void abandon() {
    ended.set(true);
    thread.shutdown();
  }

  private double cpuSeconds() {
    return (time.cpuNanos() - cpuStart) / NANOS;
  }

  /**
   * What was measured, after the end.
   *
   * @param sendDelay histogram of delays that the client caused besides, as text; or null
   */
  public TaskFacts.Client facts(String sendDelay) {
    return new TaskFacts.Client(
        seconds,
        gcMillis,
        cpuSeconds,
        processors / Math.max(machine.processors(), Runtime.getRuntime().availableProcessors()),
        busiest.orElse(null),
        quota.map(CpuQuota::processors).map(this::quota).orElse(null),
        LatencyRecord.toText(hiccups),
        sendDelay,
        machine.facts());
  }

  private TaskFacts.Quota quota(double limit) {
    double throttled = periods.all() == 0 ? 0 : (double) periods.throttled() / periods.all();
    return new TaskFacts.Quota(limit, processors / limit, throttled);
  }

  /**
   * Sum of the longer hiccups in a time, in nanoseconds; times are since the common start. Valid
   * after the end.
   */
  public long within(long from, long to) {
    return longest.stream()
        .mapToLong(h -> Math.max(0, Math.min(to, h.to) - Math.max(from, h.from)))
        .sum();
  }

  private void watch() {
    while (!ended.get()) {
      boolean isOfWindow = !isOver;
      long before = time.nanos();
      time.park(this, TaskFacts.Client.TICK_NANOS);
      long late = time.nanos() - before - TaskFacts.Client.TICK_NANOS;
      if (isOfWindow) {
        hiccups.recordValue(Math.max(0, late));
      }
      if (late >= LONG_NANOS) {
        long now = clock.nanos();
        longest.add(new Hiccup(now - late, now));
        if (longest.size() > MAX_LONG) {
          longest.remove();
        }
      }
    }
  }
}
