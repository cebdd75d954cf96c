package io.hbench.latency;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Records of one task: its threads' recorders hand their finished intervals over to it. Intervals
 * go to the sink soon after they end, so memory does not grow with the run. Records that come later
 * for such an interval go to the sink as one more record with the same key.
 *
 * <p>Memory: 170 KB for each thread, operation, timing and open interval (one, or two where
 * requests overtake each other), as far as the {@link RecordPool} goes. Besides, whatever the
 * number of threads, for each operation and timing up to 450 KB in the totals and in each interval
 * that has not been written, and for each kind of failure some 10 KB.
 */
public final class Recording implements AutoCloseable {

  /** Consumer of finished records; called by one thread at a time. */
  @FunctionalInterface
  public interface Sink {
    void accept(Series series, LatencyRecord record) throws IOException;

    /** Makes the records durable: they are kept even if the process is killed. */
    default void flush() throws IOException {}
  }

  private final Window window;
  private final Sink sink;
  private final RecordPool pool;
  private final ServerRecording servers;
  private final Optional<Recording> warmup;
  private final TreeMap<Integer, Map<Series, LatencyRecord>> open = new TreeMap<>();
  private final Map<Series, LatencyRecord> totals = new HashMap<>();

  public Recording(Window window, Sink sink) {
    this(window, sink, (series, record) -> {}, 1);
  }

  /**
   * @param warmup consumer of the records before the window, which discards them
   * @param share the task's share of the JVM, above 0 and up to 1
   */
  public Recording(Window window, Sink sink, Sink warmup, double share) {
    this(window, sink, warmup, RecordPool.ofHeap(share), share);
  }

  Recording(Window window, Sink sink, Sink warmup, RecordPool pool, double share) {
    this(
        window,
        sink,
        pool,
        share,
        Optional.of(
            new Recording(
                new Window(0, Long.MAX_VALUE, window.interval()),
                warmup,
                pool,
                share,
                Optional.empty())));
  }

  private Recording(
      Window window, Sink sink, RecordPool pool, double share, Optional<Recording> warmup) {
    this.window = window;
    this.sink = sink;
    this.pool = pool;
    this.servers = ServerRecording.ofHeap(window, share);
    this.warmup = warmup;
  }

  public Window window() {
    return window;
  }

  RecordPool pool() {
    return pool;
  }

  /** The records of the window by region server. */
  public ServerRecording servers() {
    return servers;
  }

  /**
   * Makes a recorder for one thread; closing it hands over what it has.
   *
   * @param overtaking whether the thread has several requests in flight
   */
  public Recorder recorder(boolean overtaking) {
    return new Recorder(this, overtaking, warmup.map(w -> w.recorder(overtaking)));
  }

  /** Adds a record; the caller keeps and may reuse it. */
  synchronized void add(int interval, Series series, LatencyRecord record) {
    dense(open.computeIfAbsent(interval, i -> new HashMap<>()), series).add(record);
    dense(totals, series).add(record);
  }

  /** Adds one request. */
  synchronized void record(int interval, Sample sample) {
    Map<Series, LatencyRecord> records = open.computeIfAbsent(interval, i -> new HashMap<>());
    for (Timing timing : Timing.values()) {
      if (sample.nanos(timing) >= 0) {
        Series series = Series.of(sample.operation, timing, sample.outcome);
        sample.addTo(some(records, series), timing);
        sample.addTo(some(totals, series), timing);
      }
    }
  }

  /** The record of a series, sparse if there is none yet: the first requests are often the last. */
  private static LatencyRecord some(Map<Series, LatencyRecord> records, Series series) {
    return records.computeIfAbsent(series, s -> LatencyRecord.sparse());
  }

  /** The record of a series, not sparse: adding many different latencies to such a one is slow. */
  private static LatencyRecord dense(Map<Series, LatencyRecord> records, Series series) {
    LatencyRecord there = records.get(series);
    if (there != null && !there.isSparse()) {
      return there;
    }
    LatencyRecord dense = new LatencyRecord();
    if (there != null) {
      dense.add(there);
    }
    records.put(series, dense);
    return dense;
  }

  /** Size of all histograms in bytes, those of the recorders and of the warm-up included. */
  synchronized long footprint() {
    long own =
        Stream.concat(Stream.of(totals), open.values().stream())
            .flatMap(records -> records.values().stream())
            .mapToLong(LatencyRecord::footprint)
            .sum();
    return own + warmup.map(Recording::footprint).orElseGet(pool::footprint);
  }

  /**
   * Writes the intervals that ended before a time (nanoseconds since the start) and are not open
   * any more. The load threads do not wait for the sink.
   */
  public void flush(long nanos) throws IOException {
    if (warmup.isPresent()) {
      warmup.get().flush(nanos);
    }
    long closed = nanos - window.lateness();
    if (closed > window.start()) {
      emit(window.intervalOf(closed));
    }
  }

  /**
   * Writes the last intervals, then the totals: one record for each series, and for each of a
   * server. Also those of the warm-up: a warm-up request may be open until the end of the run.
   */
  @Override
  public void close() throws IOException {
    if (warmup.isPresent()) {
      warmup.get().close();
    }
    emit(Integer.MAX_VALUE);
    Map<Series, LatencyRecord> rest;
    synchronized (this) {
      rest = new HashMap<>(totals);
      totals.clear();
    }
    synchronized (sink) {
      for (Map.Entry<Series, LatencyRecord> e : rest.entrySet()) {
        sink.accept(e.getKey(), e.getValue());
      }
      servers.writeTo(sink);
    }
  }

  /** Locks the sink: a flush may still be writing when the recording is closed. */
  private void emit(int before) throws IOException {
    synchronized (sink) {
      Map<Integer, Map<Series, LatencyRecord>> ended = detach(before);
      for (Map.Entry<Integer, Map<Series, LatencyRecord>> interval : ended.entrySet()) {
        for (Map.Entry<Series, LatencyRecord> e : interval.getValue().entrySet()) {
          sink.accept(e.getKey().at(interval.getKey()), e.getValue());
        }
      }
      if (!ended.isEmpty()) {
        sink.flush();
      }
    }
  }

  private synchronized Map<Integer, Map<Series, LatencyRecord>> detach(int before) {
    Map<Integer, Map<Series, LatencyRecord>> ended = open.headMap(before);
    Map<Integer, Map<Series, LatencyRecord>> detached = new TreeMap<>(ended);
    ended.clear();
    return detached;
  }
}
