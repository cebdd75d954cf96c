package io.hbench.report;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.LatencySummary;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.ServerRecording;
import io.hbench.latency.Timing;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.RunDirectory.RecordSink;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskFiles;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The histograms of a run, merged by the reducer or, if the reducer never ran, by this class. */
public final class RunRecords {
  /** Whether the reducer ran to its end. */
  final boolean merged;

  /** The intervals that the figures are about. */
  final MeasuredIntervals measured;

  /** All records, those of intervals that are not measured included. */
  final SeriesSet recorded = new SeriesSet();

  /** The records of the whole window: {@link #recorded}, if all intervals are measured. */
  final SeriesSet totals;

  /**
   * The records by region server, of the requests that were meant for one: of the whole run, also
   * if not all intervals are measured. Tasks that did not end have left none.
   */
  final Map<String, SeriesSet> servers = new TreeMap<>();

  /** The facts of the tasks that have started, without the lost ones, by index. */
  final Map<Integer, TaskFacts> facts = new TreeMap<>();

  /**
   * Latencies by task, of completed tasks with requests: response times if there was a rate, else
   * service times of successful requests.
   */
  final Map<Integer, LatencySummary> tasks = new HashMap<>();

  /**
   * Requests of the tasks by their own account: in their own files, or by their facts; empty if
   * there are no merged ones to compare with.
   */
  final Map<Series, Long> taskCounts = new HashMap<>();

  /** Whether {@link #taskCounts} has intervals, too: the tasks' own files were read. */
  final boolean readsTasks;

  /** Requests in the merged files; empty if there are none. */
  final Map<Series, Long> mergedCounts = new TreeMap<>();

  /** Requests that lost tasks had recorded, by task; nothing else has them. */
  final Map<Integer, Long> lostRequests = new HashMap<>();

  /** Why tasks' own files could not be read to their ends, by task. */
  final Map<Integer, String> unreadable = new TreeMap<>();

  private final RunDirectory directory;
  private int recordedIntervals;

  private RunRecords(RunDirectory directory, boolean readsTasks) throws IOException {
    this.directory = directory;
    this.readsTasks = readsTasks;
    this.merged = directory.has(RunDirectory.MERGED);
    this.measured = MeasuredIntervals.of(directory);
    this.totals = measured.isAll() ? recorded : new SeriesSet();
  }

  /** Reads the records of a run: the merged ones; without them, those of the tasks' own files. */
  public static RunRecords read(RunDirectory directory) throws IOException {
    return read(directory, false);
  }

  /**
   * Reads the records of a run: the merged ones; without them, those of the tasks' own files.
   *
   * @param audit whether to read the tasks' files in any case, to compare them with the merged ones
   */
  public static RunRecords read(RunDirectory directory, boolean audit) throws IOException {
    TaskFiles files = directory.tasks();
    RunRecords records = new RunRecords(directory, audit || !files.areMerged());
    Set<Integer> lost = files.lost().keySet();
    if (records.readsTasks) {
      records.readTasks(files, lost);
    } else {
      files.read(lost::contains, records::addLost, newest -> {});
    }
    if (files.areMerged()) {
      files.facts().forEach(facts -> records.facts.put(facts.index(), facts));
    }
    records.facts.keySet().removeAll(lost);
    records.facts.values().forEach(records::addRecorded);
    records.readMerged(RunDirectory.MERGED, records.recorded::add);
    records.readMerged(
        RunDirectory.TIMELINE,
        records.measured.isAll()
            ? (series, record) -> {}
            : records.measured.totals(records.totals::add));
    directory.readServers(
        (series, record) -> {
          records.mergedCounts.put(series, record.count());
          records.addServer(series, record);
        });
    return records;
  }

  private void readMerged(String file, RecordSink sink) throws IOException {
    directory.readRecords(
        file,
        (series, record) -> {
          mergedCounts.put(series, record.count());
          sink.accept(series, record);
        });
  }

  private void readTasks(TaskFiles files, Set<Integer> lost) throws IOException {
    Groups whole = new Groups((task, all) -> tasks.put(task, all.latency().summary()));
    unreadable.putAll(
        files.read(
            any -> true,
            (task, series, record) -> {
              if (lost.contains(task)) {
                addLost(task, series, record);
                return;
              }
              if (series.isWhole() && !series.isByServer()) {
                whole.add(task, series, record);
              }
              add(series, record);
            },
            task -> facts.put(task.index(), task)));
    files.readFacts(task -> facts.put(task.index(), task));
    whole.end();
    unreadable.keySet().removeAll(lost);
  }

  private void add(Series series, LatencyRecord record) throws IOException {
    if (merged) {
      taskCounts.merge(series, record.count(), Long::sum);
    } else if (series.isByServer()) {
      addServer(series, record);
    } else if (!series.isWhole()) { // a task that was killed has left intervals only
      recorded.add(series.at(Series.WHOLE), record);
      if (!measured.isAll()) {
        measured.totals(totals::add).accept(series, record);
      }
      recordedIntervals = Math.max(recordedIntervals, series.interval() + 1);
    }
  }

  /** Tasks keep different servers apart; a report has as many as a task. */
  private void addServer(Series series, LatencyRecord record) {
    boolean kept =
        servers.containsKey(series.server()) || servers.size() < ServerRecording.MAX_SERVERS;
    servers
        .computeIfAbsent(kept ? series.server() : ServerRecording.OTHERS, server -> new SeriesSet())
        .add(series.ofAllServers(), record);
  }

  /** Adds what the facts of a task say of its records, unless these are read. */
  private void addRecorded(TaskFacts task) {
    if (readsTasks || !task.isDone()) {
      return;
    }
    TaskFacts.Recorded recorded = task.result().recorded();
    if (recorded.counts().values().stream().anyMatch(count -> count > 0)) {
      tasks.put(task.index(), recorded.latency());
    }
    recorded
        .counts()
        .forEach((series, count) -> taskCounts.merge(Series.parse(series), count, Long::sum));
  }

  private void addLost(int task, Series series, LatencyRecord record) {
    if (!series.isWhole() && series.timing() == Timing.SERVICE) {
      lostRequests.merge(task, record.count(), Long::sum);
    }
  }

  /**
   * Number of measured intervals up to the last one with a record, in a run that is not {@link
   * #merged}.
   */
  int recordedIntervals() {
    return measured.among(recordedIntervals);
  }

  /**
   * Passes each measured interval with requests to the sink, in order; the series have no interval
   * number.
   *
   * @param together number of adjacent intervals that are merged into one
   */
  public void eachInterval(int together, SeriesSet.Sink sink) throws IOException {
    // the records are sorted by interval: one of them in memory is enough
    Groups groups = new Groups(sink);
    RecordSink sorted =
        measured.intervals(
            (series, record) ->
                groups.add(series.interval() / together, series.at(Series.WHOLE), record));
    if (merged) {
      directory.readRecords(RunDirectory.TIMELINE, sorted);
    } else {
      try (SortedIntervals intervals =
          new SortedIntervals(directory, directory.tasks().lost().keySet())) {
        intervals.read(sorted);
      }
    }
    groups.end();
  }

  /** Passes each measured interval with requests to the sink, in order. */
  public void eachInterval(SeriesSet.Sink sink) throws IOException {
    eachInterval(1, sink);
  }

  /** Collects the records of one interval or task after the other: all do not fit into memory. */
  private static final class Groups {
    private static final int NONE = -1;
    private final SeriesSet.Sink sink;
    private int number = NONE;
    private SeriesSet records = new SeriesSet();

    /**
     * @param sink gets the number and the records of each group
     */
    Groups(SeriesSet.Sink sink) {
      this.sink = sink;
    }

    void add(int next, Series series, LatencyRecord record) throws IOException {
      if (next != number) {
        end();
        number = next;
      }
      records.add(series, record);
    }

    void end() throws IOException {
      if (number != NONE) {
        sink.accept(number, records);
        records = new SeriesSet();
      }
    }
  }
}
