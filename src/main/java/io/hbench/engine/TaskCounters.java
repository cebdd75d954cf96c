package io.hbench.engine;

import io.hbench.client.Failure;
import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import io.hbench.outage.OutageFacts;
import io.hbench.outage.OutageWatch;
import io.hbench.rundir.SlowRequest;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskFacts.DefectRange;
import io.hbench.rundir.TaskFacts.Failures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * Counters of a task: the sums of its threads' counters. They are kept apart from the latency
 * histograms on purpose, so that the two can be checked against each other. Safe to read while
 * threads count.
 */
public final class TaskCounters {
  /** Limits the memory for a table in which every row has a defect. */
  private static final int MAX_DEFECT_RANGES = 1_000;

  /** Maximum number of kinds of failures besides {@link #OTHER_KINDS}. */
  static final int MAX_KINDS = 10;

  /** Kind of all failures whose own kind came too late. No exception has this name. */
  static final String OTHER_KINDS = "other";

  /** Limits the memory for an outage of a large cluster. */
  static final int MAX_SERVERS = 1_000;

  private final List<ThreadCounters> threads = new CopyOnWriteArrayList<>();
  private final List<ThreadCounters> warmups = new CopyOnWriteArrayList<>();
  private final Set<String> kinds = ConcurrentHashMap.newKeySet();
  private final Map<List<String>, Failures> failures = new HashMap<>();
  private final List<ThreadCounters> ended = new ArrayList<>();
  private final List<DefectRange> defects = new ArrayList<>();
  private final RowSet acknowledged = new RowSet();
  private final AtomicReference<String> denial = new AtomicReference<>();
  private final AtomicReference<OutageWatch> outages = new AtomicReference<>();
  private final AtomicReference<ServerSlots> serverSlots = new AtomicReference<>();
  private final SlowestRequests slowest = new SlowestRequests();

  /**
   * @param warmup whether they count its requests before the window
   */
  ThreadCounters newThread(boolean warmup) {
    ThreadCounters counters = new ThreadCounters(this, warmup);
    (warmup ? warmups : threads).add(counters);
    return counters;
  }

  /**
   * The failure, with its own kind or, if there are too many, with {@link #OTHER_KINDS}. Each kind
   * takes memory in counters and histograms, which must agree.
   */
  Failure limit(Failure failure) {
    return kinds.contains(failure.kind()) || addKind(failure.kind())
        ? failure
        : new Failure(OTHER_KINDS, failure.server(), failure.message());
  }

  private synchronized boolean addKind(String kind) {
    return kinds.contains(kind) || (kinds.size() < MAX_KINDS && kinds.add(kind));
  }

  synchronized void addFailure(String operation, Failure failure, long at) {
    Failures one = failures(operation, failure, failure.server(), at);
    if (failures.size() >= MAX_SERVERS && !failures.containsKey(one.way())) {
      one = failures(operation, failure, null, at);
    }
    failures.merge(one.way(), one, Failures::plus);
  }

  private static Failures failures(String operation, Failure failure, String server, long at) {
    return new Failures(operation, failure.kind(), server, 1, at, at, failure.message());
  }

  /** A server refused a request because the user lacks a right: the first such line is kept. */
  void denied(String line) {
    denial.compareAndSet(null, line);
  }

  /** The right that the user lacked, in one line; empty as long as no request was refused. */
  public Optional<String> denial() {
    return Optional.ofNullable(denial.get());
  }

  synchronized void addDefects(List<DefectRange> found) {
    found.stream().limit(MAX_DEFECT_RANGES - defects.size()).forEach(defects::add);
  }

  /** Writes of these rows were acknowledged. */
  void addAcknowledged(List<KeyRange> rows) {
    if (rows.isEmpty()) {
      return; // without the lock: most runs keep no log
    }
    synchronized (acknowledged) {
      rows.forEach(acknowledged::add);
    }
  }

  /** A thread is done: what it has measured is the task's from now on. */
  synchronized void addEnded(Phase measured) {
    ended.add(measured.counters());
    slowest.addAll(measured.slowest());
  }

  /** The slowest requests of the threads that have ended, slowest first. */
  public synchronized List<SlowRequest> slowest() {
    return slowest.list();
  }

  /** A count of the requests of the window. */
  public long get(Counter counter) {
    return sum(threads, counter);
  }

  /** The same of the requests before the window. */
  public long ofWarmup(Counter counter) {
    return sum(warmups, counter);
  }

  /**
   * The slots in use by region server.
   *
   * @param max maximum for a server
   */
  ServerSlots serverSlots(int max) {
    return serverSlots.updateAndGet(known -> known == null ? new ServerSlots(max) : known);
  }

  /** The watch on the regions of all threads' requests. */
  OutageWatch watch(Duration outageAfter) {
    return outages.updateAndGet(known -> known == null ? new OutageWatch(outageAfter) : known);
  }

  /** Outages of regions; empty if none was watched. */
  public Optional<OutageFacts> outages() {
    return Optional.ofNullable(outages.get()).filter(OutageWatch::hasRegions).map(w -> w.facts());
  }

  /** Number of requests for known regions that failed or took too long. */
  public long outOfTime() {
    OutageWatch watch = outages.get();
    return watch == null ? 0 : watch.wrong();
  }

  /** The first ranges of rows with a defect. */
  public synchronized List<DefectRange> defects() {
    return List.copyOf(defects);
  }

  /** Number of rows in {@link #acknowledged}. */
  public long acknowledgedRows() {
    synchronized (acknowledged) {
      return acknowledged.size();
    }
  }

  /** Rows of a load whose writes were acknowledged; a copy. */
  public RowSet acknowledged() {
    RowSet copy = new RowSet();
    synchronized (acknowledged) {
      copy.add(acknowledged);
    }
    return copy;
  }

  /** Sizes in bytes of the values that were read; empty unless they vary. */
  public synchronized Histogram valueSizes() {
    return sum(thread -> thread.valueSizes);
  }

  /** For each thread that has ended, the time from its start to its last completion. */
  public synchronized List<Long> threadNanos() {
    return ended.stream().map(thread -> Math.max(0, thread.lastDone - thread.started)).toList();
  }

  /** The failures, most frequent first. */
  public synchronized List<Failures> failures() {
    return Failures.sorted(failures.values());
  }

  /** Send delay that the client caused, in nanoseconds; empty without a schedule. */
  public synchronized Histogram sendDelay() {
    return sum(thread -> thread.sendDelay);
  }

  /**
   * Times of the threads that have ended, in nanoseconds since the common start: {@link
   * Long#MAX_VALUE} in place of a start and of a first request that there is none of.
   */
  public synchronized TaskFacts.Times times() {
    return new TaskFacts.Times(
        min(thread -> thread.started),
        min(thread -> thread.firstSent),
        ended.stream().mapToLong(thread -> thread.lastDone).max().orElse(0),
        threadNanos().stream().map(TimeUnit.NANOSECONDS::toMillis).toList());
  }

  private long min(ToLongFunction<ThreadCounters> time) {
    return ended.stream().mapToLong(time).min().orElse(Long.MAX_VALUE);
  }

  private Histogram sum(Function<ThreadCounters, Histogram> part) {
    Histogram sum = new Histogram(3);
    ended.stream().map(part).forEach(sum::add);
    return sum;
  }

  private static long sum(List<ThreadCounters> of, Counter counter) {
    return of.stream().mapToLong(thread -> thread.get(counter)).sum();
  }
}
