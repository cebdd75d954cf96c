package io.hbench.latency;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The series of one interval or of the whole window, for all operations or for one. */
public final class SeriesSet {
  private final Map<Series, LatencyRecord> records = new TreeMap<>();

  /** Consumer of the records of one interval after the other. */
  @FunctionalInterface
  public interface Sink {
    void accept(int interval, SeriesSet records) throws IOException;
  }

  /** Adds a record to a series; the caller keeps the record. */
  public void add(Series series, LatencyRecord record) {
    records.computeIfAbsent(series, s -> new LatencyRecord()).add(record);
  }

  /** The records by series, sorted by name. */
  public Map<Series, LatencyRecord> records() {
    return records;
  }

  /** One set for each operation, sorted by name. */
  public Map<String, SeriesSet> byOperation() {
    Map<String, SeriesSet> sets = new TreeMap<>();
    records.forEach(
        (series, record) ->
            sets.computeIfAbsent(series.operation(), o -> new SeriesSet())
                .records
                .put(series, record));
    return sets;
  }

  /** Service times of successful requests. */
  public LatencyRecord ok() {
    return sum(s -> s.timing() == Timing.SERVICE && s.isOk());
  }

  /** Service times of failed requests. */
  public LatencyRecord failed() {
    return sum(s -> s.timing() == Timing.SERVICE && !s.isOk());
  }

  /** Number of requests that were sent. */
  public long sent() {
    return ok().count() + failed().count();
  }

  /** Response times of all requests, failed and dropped ones included. */
  public LatencyRecord response() {
    return sum(s -> s.timing() == Timing.RESPONSE);
  }

  /** Response times if there was a rate, else service times of successful requests. */
  public LatencyRecord latency() {
    LatencyRecord response = response();
    return response.count() > 0 ? response : ok();
  }

  /** Number of requests that succeeded in this time or less, by the same times. */
  public long inTime(long nanos) {
    Timing timing = response().count() > 0 ? Timing.RESPONSE : Timing.SERVICE;
    return sum(s -> s.timing() == timing && s.isOk()).countUpTo(nanos);
  }

  public long dropped() {
    return sum(s -> s.timing() == Timing.RESPONSE && s.outcome().equals(Series.DROPPED)).count();
  }

  public Map<String, Long> errorsByKind() {
    Map<String, Long> kinds = new TreeMap<>();
    records.forEach(
        (series, record) -> {
          if (series.timing() == Timing.SERVICE && !series.isOk()) {
            kinds.merge(series.outcome(), record.count(), Long::sum);
          }
        });
    return kinds;
  }

  private LatencyRecord sum(Predicate<Series> which) {
    LatencyRecord sum = new LatencyRecord();
    records.forEach(
        (series, record) -> {
          if (which.test(series)) {
            sum.add(record);
          }
        });
    return sum;
  }
}
