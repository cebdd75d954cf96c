package io.hbench.latency;

import java.util.HashMap;
import java.util.Map;

/**
 * One thread's recorder. It works alone in the current interval, without locks; when a sample of a
 * later interval comes, it hands over the old one. Samples of an earlier interval (requests that
 * overtook each other) go straight to the task's recording: rare, so the lock costs nothing.
 */
public final class Recorder implements AutoCloseable {
  private final Recording recording;
  private final Window window;

  /** By operation: a map of strings alone, because this look-up is in every request's way. */
  private final Map<String, Both> successes = new HashMap<>();

  /** By operation, then by kind. */
  private final Map<String, Map<String, Both>> failures = new HashMap<>();

  private int current;

  Recorder(Recording recording) {
    this.recording = recording;
    this.window = recording.window();
  }

  /**
   * One request that belongs to the window.
   *
   * @param outcome {@link Series#OK} or the kind of the failure
   * @param at nanoseconds since the start: when it should have been sent, or when it was if nothing
   *     says
   * @param serviceNanos from sending to completion; negative if it was never sent
   * @param responseNanos from the intended sending to completion; negative if there is no schedule
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
    int open = window.intervalOf(at);
    if (open > current) {
      handOver();
      current = open;
    }
    Both records = open == current ? records(operation, outcome) : new Both();
    if (serviceNanos >= 0) {
      records.service.record(serviceNanos, rows, notFound, bytes);
    }
    if (responseNanos >= 0) {
      records.response.record(responseNanos, rows, notFound, bytes);
    }
    if (open != current) {
      handOver(open, operation, outcome, records);
    }
  }

  /** Hands over what is still here. */
  @Override
  public void close() {
    handOver();
  }

  private Both records(String operation, String outcome) {
    return outcome.equals(Series.OK)
        ? successes.computeIfAbsent(operation, o -> new Both())
        : failures
            .computeIfAbsent(operation, o -> new HashMap<>())
            .computeIfAbsent(outcome, o -> new Both());
  }

  private void handOver() {
    successes.forEach((operation, records) -> handOver(current, operation, Series.OK, records));
    failures.forEach(
        (operation, byKind) ->
            byKind.forEach((kind, records) -> handOver(current, operation, kind, records)));
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

  /** The two timings of the same requests. */
  private record Both(LatencyRecord service, LatencyRecord response) {
    Both() {
      this(new LatencyRecord(), new LatencyRecord());
    }
  }
}
