package io.hbench.latency;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything that one task measures: the recorders of its threads hand their finished intervals to
 * it. Intervals leave through the sink soon after they end, so memory does not grow with the run;
 * what comes in later for such an interval leaves as one more record with the same key.
 */
public final class Recording implements AutoCloseable {

  /** Takes finished records; called by one thread at a time. */
  @FunctionalInterface
  public interface Sink {
    void accept(Series series, LatencyRecord record) throws IOException;

    /** What it took is safe afterwards, even if the process is killed. */
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
   * @param warmup takes what comes before the window, and forgets it
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

  /** A recorder for one thread; closing it hands over what it still holds. */
  public Recorder recorder() {
    return new Recorder(this);
  }

  /** A recorder for what comes before the window, which works like any other and is forgotten. */
  public Recorder rehearsal() {
    return warmup.orElseThrow().recorder();
  }

  /** Adds a record, which stays the caller's. */
  synchronized void add(int interval, Series series, LatencyRecord record) {
    open.computeIfAbsent(interval, i -> new HashMap<>())
        .computeIfAbsent(series, s -> new LatencyRecord())
        .add(record);
    totals.computeIfAbsent(series, s -> new LatencyRecord()).add(record);
  }

  /**
   * Lets go of the intervals that ended before this instant (nanoseconds since the start). The load
   * threads are not held up while the sink takes its time.
   */
  public void flush(long closed) throws IOException {
    if (warmup.isPresent()) {
      warmup.get().flush(closed);
    }
    if (closed > window.start()) {
      emit(window.intervalOf(closed));
    }
  }

  /** Lets go of everything: the last intervals, then one record for each series as a whole. */
  @Override
  public void close() throws IOException {
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

  /** Holds the sink, not this: a flush may still be writing when the recording is closed. */
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
