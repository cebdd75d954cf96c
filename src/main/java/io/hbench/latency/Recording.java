package io.hbench.latency;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Records of one task: its threads' recorders hand their requests over to it. Intervals go to the
 * sink soon after they end, so memory does not grow with the run. Requests that come later for such
 * an interval go to the sink as one more record with the same key.
 *
 * <p>Memory: 8 KB for each thread, and as much for its warm-up. Besides, whatever the number of
 * threads, some 50 KB for each operation and timing in the totals and in each interval that has not
 * been written, and less for each kind of failure ({@link BucketCounts}).
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
  private final ServerRecording servers;
  private final Optional<Recording> warmup;
  private final TreeMap<Integer, RequestRecords> open = new TreeMap<>();

  /** Of the intervals that were written. */
  private final SeriesSet totals = new SeriesSet();

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
    this.servers = new ServerRecording(window);
    this.warmup = warmup;
  }

  public Window window() {
    return window;
  }

  /** The records of the window by region server. */
  public ServerRecording servers() {
    return servers;
  }

  /** The records of the requests before the window; they are discarded. */
  public Recording warmup() {
    return warmup.orElseThrow();
  }

  /**
   * Makes a recorder for one thread; closing it hands over what it has.
   *
   * @param overtaking whether the thread has several requests in flight
   */
  public Recorder recorder(boolean overtaking) {
    return new Recorder(this, overtaking);
  }

  /** Adds the requests of a buffer. */
  void add(Recorder buffer) {
    servers.add(buffer);
    addToIntervals(buffer);
  }

  private synchronized void addToIntervals(Recorder buffer) {
    RequestRecords records = null;
    long start = 0;
    for (int i = 0; i < buffer.length; i++) {
      long at = buffer.at(i);
      if (records == null || at < start || at - start >= window.interval()) {
        int interval = window.intervalOf(at);
        start = window.startOf(interval);
        records = open.computeIfAbsent(interval, n -> new RequestRecords());
      }
      records.of(buffer.operations[i], buffer.outcomes[i]).add(buffer, i);
    }
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
    synchronized (sink) {
      for (Map.Entry<Series, LatencyRecord> e : totals.records().entrySet()) {
        sink.accept(e.getKey(), e.getValue());
      }
      totals.records().clear();
      servers.writeTo(sink);
    }
  }

  /** Locks the sink: a flush may still be writing when the recording is closed. */
  private void emit(int before) throws IOException {
    synchronized (sink) {
      SortedMap<Integer, RequestRecords> ended = detach(before);
      for (Map.Entry<Integer, RequestRecords> interval : ended.entrySet()) {
        for (Map.Entry<Series, LatencyRecord> e : interval.getValue().bySeries().entrySet()) {
          sink.accept(e.getKey().at(interval.getKey()), e.getValue());
          totals.add(e.getKey(), e.getValue());
        }
      }
      if (!ended.isEmpty()) {
        sink.flush();
      }
    }
  }

  private synchronized SortedMap<Integer, RequestRecords> detach(int before) {
    SortedMap<Integer, RequestRecords> detached = new TreeMap<>(open.headMap(before));
    open.headMap(before).clear();
    return detached;
  }
}
