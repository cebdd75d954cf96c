package io.hbench.latency;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Recorder of one thread. It records successes without locks, and hands an interval over to the
 * task's recording when it has ended. Where requests overtake each other, the interval before stays
 * open for half an interval longer: at its end almost all requests in flight still belong to it.
 *
 * <p>Rare requests go to the task's recording at once, under its lock: those of intervals before,
 * and those that take longer than {@link LatencyRecord#LIMIT}. So do failures, which would
 * otherwise take memory for each thread and kind, and requests for which the task's {@link
 * RecordPool} has no record left.
 */
public final class Recorder implements AutoCloseable {
  private final Recording recording;
  private final RecordPool pool;
  private final Window window;
  private final boolean overtaking;
  private final Optional<Recorder> warmup;
  private final ServerRecorder servers;
  private OpenInterval current = new OpenInterval();
  private OpenInterval before = new OpenInterval();

  /** Time of the first sample at which the interval before is handed over. */
  private long handOverAt = Long.MAX_VALUE;

  /**
   * @param overtaking whether the thread has several requests in flight
   * @param warmup recorder of the thread's requests before the window, whose records are freed as
   *     soon as those of the window are recorded
   */
  Recorder(Recording recording, boolean overtaking, Optional<Recorder> warmup) {
    this.recording = recording;
    this.pool = recording.pool();
    this.window = recording.window();
    this.overtaking = overtaking;
    this.warmup = warmup;
    this.servers = new ServerRecorder(recording.servers());
  }

  /** Recorder of the thread's requests before the window; they are discarded. */
  public Recorder warmup() {
    return warmup.orElseThrow();
  }

  /** Records one request of the window. */
  public void record(Sample sample) {
    if (sample.place != null) {
      servers.record(sample);
    }
    int interval = window.intervalOf(sample.at);
    if (interval > current.number) {
      advanceTo(interval);
    } else if (sample.at >= handOverAt) {
      handOver(before);
      handOverAt = Long.MAX_VALUE;
    }
    Both records = sample.outcome.equals(Series.OK) ? records(interval, sample) : null;
    if (records == null
        || Math.max(sample.serviceNanos, sample.responseNanos) > LatencyRecord.LIMIT) {
      recording.record(interval, sample);
      return;
    }
    sample.addTo(records.service, Timing.SERVICE);
    if (sample.responseNanos >= 0) {
      sample.addTo(records.response, Timing.RESPONSE);
    }
  }

  /** Records of an operation in an interval; null if the interval or the pool has none. */
  private Both records(int interval, Sample sample) {
    OpenInterval open = current;
    if (interval != current.number) {
      if (interval != before.number) {
        return null;
      }
      open = before;
    }
    Both records = open.successes.get(sample.operation);
    return records == null
        ? newRecords(open, sample.operation, sample.responseNanos >= 0)
        : records;
  }

  private Both newRecords(OpenInterval open, String operation, boolean scheduled) {
    LatencyRecord service = pool.take();
    LatencyRecord response = scheduled && service != null ? pool.take() : null;
    if (service == null) {
      return null;
    }
    if (scheduled && response == null) {
      pool.giveBack(service);
      return null;
    }
    Both records = new Both(service, response);
    open.successes.put(operation, records);
    return records;
  }

  private void advanceTo(int interval) {
    warmup.ifPresent(Recorder::close);
    if (!overtaking) {
      handOver(current);
      current.number = interval;
      return;
    }
    handOver(before);
    OpenInterval free = before;
    before = current;
    current = free;
    current.number = interval;
    handOverAt = window.startOf(interval) + window.lateness();
  }

  /** Hands over the intervals that are open, and what is known by server. */
  @Override
  public void close() {
    servers.flush();
    handOver(before);
    handOver(current);
  }

  private void handOver(OpenInterval interval) {
    interval.successes.forEach(
        (operation, records) -> {
          handOver(
              interval.number, Series.of(operation, Timing.SERVICE, Series.OK), records.service);
          if (records.response != null) {
            handOver(
                interval.number,
                Series.of(operation, Timing.RESPONSE, Series.OK),
                records.response);
          }
        });
    interval.successes.clear();
  }

  private void handOver(int interval, Series series, LatencyRecord record) {
    recording.add(interval, series, record);
    pool.giveBack(record);
  }

  /** The records of one interval. */
  private static final class OpenInterval {
    private int number = -1;

    /** By operation: a map of strings alone, because each request needs this look-up. */
    private final Map<String, Both> successes = new HashMap<>();
  }

  /**
   * The two timings of the same requests.
   *
   * @param response null without a schedule
   */
  private record Both(LatencyRecord service, LatencyRecord response) {}
}
