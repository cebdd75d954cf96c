package io.hbench.report;

import io.hbench.latency.Series;
import io.hbench.length.LengthFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.RunDirectory.RecordSink;
import java.io.IOException;

/**
 * The recorded intervals that the figures of a run are about: all of them, unless the precision of
 * its figures has ended the run. Then they are those from the steady state to the end.
 *
 * @param from first interval
 * @param to first interval after them
 */
public record MeasuredIntervals(int from, int to) {
  private static final MeasuredIntervals ALL = new MeasuredIntervals(0, Integer.MAX_VALUE);

  /** The intervals of a run. */
  public static MeasuredIntervals of(RunDirectory directory) throws IOException {
    return directory
        .readJson(LengthFacts.FILE, LengthFacts.class)
        .map(length -> new MeasuredIntervals(length.from(), length.to()))
        .orElse(ALL);
  }

  /** Whether they are all that were recorded. */
  public boolean isAll() {
    return equals(ALL);
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
