package io.hbench.report;

import io.hbench.latency.Series;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The histograms of a run: as the reducer merged them, or, if it never ran, as the tasks left them.
 */
final class RunRecords {
  /** Takes what belongs to one interval. */
  @FunctionalInterface
  interface IntervalSink {
    void accept(int interval, SeriesSet records) throws IOException;
  }

  private final RunDirectory directory;
  private final boolean merged;
  private final SeriesSet whole = new SeriesSet();

  /** Only if nothing was merged: a merged file is read interval by interval. */
  private final TreeMap<Integer, SeriesSet> intervals = new TreeMap<>();

  private final Map<Series, Long> taskCounts = new HashMap<>();
  private final Map<Series, Long> mergedCounts = new TreeMap<>();

  private RunRecords(RunDirectory directory) throws IOException {
    this.directory = directory;
    this.merged = directory.has(RunDirectory.MERGED);
  }

  static RunRecords read(RunDirectory directory) throws IOException {
    RunRecords records = new RunRecords(directory);
    directory.readTaskRecords(
        (series, record) -> {
          records.taskCounts.merge(series, record.count(), Long::sum);
          // a task that was killed has left intervals only
          if (!records.merged && !series.isWhole()) {
            records
                .intervals
                .computeIfAbsent(series.interval(), i -> new SeriesSet())
                .add(series.at(Series.WHOLE), record);
            records.whole.add(series.at(Series.WHOLE), record);
          }
        });
    directory.readRecords(RunDirectory.MERGED, records.whole::add);
    directory.readRecords(
        RunDirectory.MERGED, (series, record) -> records.mergedCounts.put(series, record.count()));
    directory.readRecords(
        RunDirectory.TIMELINE,
        (series, record) -> records.mergedCounts.put(series, record.count()));
    return records;
  }

  /** Whether the reducer ran to its end. */
  boolean merged() {
    return merged;
  }

  /** Everything that was measured. */
  SeriesSet whole() {
    return whole;
  }

  /** Requests in the tasks' own files. */
  Map<Series, Long> taskCounts() {
    return taskCounts;
  }

  /** Requests in the merged files; empty if there are none. */
  Map<Series, Long> mergedCounts() {
    return mergedCounts;
  }

  /** The intervals in order; series without their interval. Those without requests are left out. */
  void eachInterval(IntervalSink sink) throws IOException {
    if (!merged) {
      for (Map.Entry<Integer, SeriesSet> e : intervals.entrySet()) {
        sink.accept(e.getKey(), e.getValue());
      }
      return;
    }
    // the file is sorted by interval: one of them in memory is enough
    Current current = new Current(sink);
    directory.readRecords(
        RunDirectory.TIMELINE,
        (series, record) -> {
          if (series.interval() != current.interval) {
            current.emit();
            current.interval = series.interval();
          }
          current.records.add(series.at(Series.WHOLE), record);
        });
    current.emit();
  }

  private static final class Current {
    private final IntervalSink sink;
    private int interval = Series.WHOLE;
    private SeriesSet records = new SeriesSet();

    Current(IntervalSink sink) {
      this.sink = sink;
    }

    void emit() throws IOException {
      if (interval != Series.WHOLE) {
        sink.accept(interval, records);
        records = new SeriesSet();
      }
    }
  }
}
