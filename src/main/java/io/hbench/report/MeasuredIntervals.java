package io.hbench.report;

import io.hbench.latency.Series;
import io.hbench.length.LengthFacts;
import io.hbench.report.RunReport.Window;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.RunDirectory.RecordSink;
import io.hbench.settings.Settings;
import io.hbench.spec.Measurement;
import java.io.IOException;
import java.util.IntSummaryStatistics;
import java.util.Optional;

/**
 * The recorded intervals that the figures of a run are about: all of them, unless the precision of
 * its figures has ended the run. Then they are those from the steady state to the end.
 *
 * <p>Intervals are recorded by their number since the end of {@code --warmup}, and reported by that
 * since the first measured one, which comes later after {@code --warmup-rows}, too. All times of a
 * report have this origin.
 *
 * @param from first interval
 * @param to first interval after them
 */
public record MeasuredIntervals(int from, int to) {
  private static final double NANOS = 1e9;

  public static MeasuredIntervals of(RunDirectory directory) throws IOException {
    Optional<LengthFacts> length = directory.readJson(LengthFacts.FILE, LengthFacts.class);
    return length.isPresent()
        ? new MeasuredIntervals(length.get().from(), length.get().to())
        : new MeasuredIntervals(
            Settings.WARMUP_ROWS.get(directory.plan()) > 0 ? first(directory) : 0,
            Integer.MAX_VALUE);
  }

  /** The first interval with a record; 0 without any. */
  private static int first(RunDirectory directory) throws IOException {
    IntSummaryStatistics numbers = new IntSummaryStatistics();
    RecordSink sink =
        (series, record) -> {
          if (!series.isWhole()) {
            numbers.accept(series.interval());
          }
        };
    if (directory.has(RunDirectory.MERGED)) {
      directory.readRecords(RunDirectory.TIMELINE, sink);
    } else {
      directory.tasks().read((task, series, record) -> sink.accept(series, record));
    }
    return numbers.getCount() == 0 ? 0 : numbers.getMin();
  }

  /** Whether they are all that were recorded. */
  public boolean isAll() {
    return to == Integer.MAX_VALUE;
  }

  /** Whether they have a request, by its intended time in nanoseconds since the common start. */
  boolean have(long intended, Measurement measurement) {
    long sinceWarmup = intended - measurement.warmup().toNanos();
    long interval = Math.floorDiv(sinceWarmup, measurement.interval().toNanos());
    return isAll() || (interval >= from && interval < to);
  }

  /** Start of the first one, in nanoseconds since the common start. */
  long startNanos(Measurement measurement) {
    return measurement.warmup().toNanos() + from * measurement.interval().toNanos();
  }

  /**
   * The part of the window that is in an interval, in seconds; 0 or less after its end. The first
   * request after {@code --warmup-rows} begins the window within an interval.
   *
   * @param together number of recorded intervals that become one
   */
  double secondsOf(int interval, int together, Measurement measurement, Window window) {
    double seconds = together * (measurement.interval().toNanos() / NANOS);
    double start = interval * seconds;
    double end = seconds(measurement, window);
    return Math.min(seconds, end - start) - Math.max(0, end - window.seconds() - start);
  }

  /** The time from the start of the first one to the end of the window, in seconds. */
  double seconds(Measurement measurement, Window window) {
    return window.seconds() + offset(measurement, window);
  }

  /**
   * The time from the start of the first one to that of the window, in seconds: 0, unless {@code
   * --warmup-rows} begins it within an interval.
   */
  public double offset(Measurement measurement, Window window) {
    return Math.max(0, window.startSeconds() - startNanos(measurement) / NANOS);
  }

  /** Number of those among the first recorded ones. */
  int among(int recorded) {
    return Math.max(0, Math.min(to, recorded) - from);
  }

  /** A sink of interval records, which gets these intervals, counted from their first one. */
  public RecordSink intervals(RecordSink sink) {
    return (series, record) -> {
      if (!series.isWhole() && series.interval() >= from && series.interval() < to) {
        sink.accept(series.at(series.interval() - from), record);
      }
    };
  }

  /** A sink of all records of a file, which gets the totals of these intervals. */
  public RecordSink totals(RecordSink sink) {
    return isAll()
        ? (series, record) -> {
          if (series.isWhole()) {
            sink.accept(series, record);
          }
        }
        : intervals((series, record) -> sink.accept(series.at(Series.WHOLE), record));
  }

  /** Reads the merged totals of these intervals. */
  public void readTotals(RunDirectory directory, RecordSink sink) throws IOException {
    directory.readRecords(isAll() ? RunDirectory.MERGED : RunDirectory.TIMELINE, totals(sink));
  }
}
