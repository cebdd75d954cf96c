package io.hbench.latency;

import java.util.HashMap;
import java.util.Map;

/**
 * Recorder of one thread. It records without locks, and hands an interval over to the task's
 * recording when it has ended. Where requests overtake each other, the interval before stays open
 * for half an interval longer: at its end almost all requests in flight still belong to it. Samples
 * of intervals before that go to the task's recording at once, under its lock: they are rare.
 */
public final class Recorder implements AutoCloseable {
  private final Recording recording;
  private final Window window;
  private final boolean overtaking;
  private OpenInterval current = new OpenInterval();
  private OpenInterval before = new OpenInterval();

  /** Time of the first sample at which the interval before is handed over. */
  private long handOverAt = Long.MAX_VALUE;

  /**
   * @param overtaking whether the thread has several requests in flight
   */
  Recorder(Recording recording, boolean overtaking) {
    this.recording = recording;
    this.window = recording.window();
    this.overtaking = overtaking;
    before.number = -1;
  }

  /**
   * Records one request of the window.
   *
   * @param outcome {@link Series#OK} or the kind of the failure
   * @param at intended time in nanoseconds since the start, or the time of sending without a
   *     schedule
   * @param serviceNanos from sending to completion; negative if it was never sent
   * @param responseNanos from the intended time to completion; negative without a schedule
   */
  public void record(
      String operation,
      String outcome,
      long at,
      long serviceNanos,
      long responseNanos,
      long rows,
      long notFound,
      long bytes) {
    int interval = window.intervalOf(at);
    if (interval > current.number) {
      advanceTo(interval);
    } else if (at >= handOverAt) {
      handOver(before);
      handOverAt = Long.MAX_VALUE;
    }
    OpenInterval open = open(interval);
    Both records = open.records(operation, outcome);
    if (serviceNanos >= 0) {
      records.service.record(serviceNanos, rows, notFound, bytes);
    }
    if (responseNanos >= 0) {
      records.response.record(responseNanos, rows, notFound, bytes);
    }
    if (open != current && open != before) {
      handOver(open);
    }
  }

  private OpenInterval open(int interval) {
    if (interval == current.number) {
      return current;
    }
    if (interval == before.number) {
      return before;
    }
    OpenInterval past = new OpenInterval();
    past.number = interval;
    return past;
  }

  private void advanceTo(int interval) {
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

  /** Hands over the intervals that are open. */
  @Override
  public void close() {
    handOver(before);
    handOver(current);
  }

  private void handOver(OpenInterval interval) {
    interval.successes.forEach(
        (operation, records) -> handOver(interval.number, operation, Series.OK, records));
    interval.failures.forEach(
        (operation, byKind) ->
            byKind.forEach((kind, records) -> handOver(interval.number, operation, kind, records)));
  }

  private void handOver(int interval, String operation, String outcome, Both records) {
    handOver(interval, Series.of(operation, Timing.SERVICE, outcome), records.service);
    handOver(interval, Series.of(operation, Timing.RESPONSE, outcome), records.response);
  }

  private void handOver(int interval, Series series, LatencyRecord record) {
    if (record.count() > 0) {
      recording.add(interval, series, record);
      record.clear();
    }
  }

  /** The records of one interval. */
  private static final class OpenInterval {
    private int number;

    /** By operation: a map of strings alone, because each request needs this look-up. */
    private final Map<String, Both> successes = new HashMap<>();

    /** By operation, then by kind. */
    private final Map<String, Map<String, Both>> failures = new HashMap<>();

    Both records(String operation, String outcome) {
      return outcome.equals(Series.OK)
          ? successes.computeIfAbsent(operation, o -> new Both())
          : failures
              .computeIfAbsent(operation, o -> new HashMap<>())
              .computeIfAbsent(outcome, o -> new Both());
    }
  }

  /** The two timings of the same requests. */
  private record Both(LatencyRecord service, LatencyRecord response) {
    Both() {
      this(new LatencyRecord(), new LatencyRecord());
    }
  }
}
