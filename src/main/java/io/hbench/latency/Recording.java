package io.hbench.latency;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Records of one task: its threads' recorders hand their finished intervals over to it. Intervals
 * go to the sink soon after they end, so memory does not grow with the run. Records that come later
 * for such an interval go to the sink as one more record with the same key.
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
  private final Optional<Recording> warmup;
  private final TreeMap<Integer, Map<Series, LatencyRecord>> open = new TreeMap<>();
  private final Map<Series, LatencyRecord> totals = new HashMap<>();

  public Recording(Window window, Sink sink) {
    this(window, sink, (series, record) -> {});
  }

  /**
   * @param warmup consumer of the records before the window, which discards them
   */
  public Recording(Window window, Sink sink, Sink warmup) {
    this(
        window,
        sink,
        Optional.of(
            new Recording(
                new Window(0, Long.MAX_VALUE, window.interval()), warmup, Optional.empty())));
  }

  private Recording(Window window, Sink sink, Optional<Recording> warmup) {
    this.window = window;
    this.sink = sink;
    this.warmup = warmup;
  }

  public Window window() {
    return window;
  }

  /**
   * Makes a recorder for one thread; closing it hands over what it has.
   *
   * @param overtaking whether the thread has several requests in flight
   */
  public Recorder recorder(boolean overtaking) {
    return new Recorder(this, overtaking);
  }

  /** Makes a warm-up recorder: for requests before the window, whose records are discarded. */
  public Recorder warmup(boolean overtaking) {
    return warmup.orElseThrow().recorder(overtaking);
  }

  /** Adds a record; the caller keeps and may reuse it. */
  synchronized void add(int interval, Series series, LatencyRecord record) {
    open.computeIfAbsent(interval, i -> new HashMap<>())
        .computeIfAbsent(series, s -> new LatencyRecord())
        .add(record);
    totals.computeIfAbsent(series, s -> new LatencyRecord()).add(record);
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
   * Writes the last intervals, then the totals: one record for each series. Also those of the
   * warm-up: a warm-up request may be open until the end of the run.
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
