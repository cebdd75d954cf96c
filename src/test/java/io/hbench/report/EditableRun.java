package io.hbench.report;

import io.hbench.compare.SyntheticRuns;
import io.hbench.kit.Json;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.length.LengthFacts;
import io.hbench.rundir.LostTask;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/** A valid run directory of two tasks, whose files a test can change. */
final class EditableRun {
  private static final int TASKS = 2;
  private static final long MILLI = 1_000_000;

  /** Two tasks for 20 seconds; their p99 is about 2.5 ms. */
  private static final SyntheticRuns RUN =
      new SyntheticRuns(TASKS, 20, 50, 500_000, 0, 0, 0, 0, 1, Map.of(), null);

  private final Path dir;
  private final RunDirectory run;

  EditableRun(Path dir) throws IOException {
    this.dir = dir;
    this.run = RUN.write(dir, 1);
  }

  RunReport report() throws IOException {
    return ReportReader.read(run);
  }

  void delete(String file) throws IOException {
    Files.delete(dir.resolve(file));
  }

  /** Replaces a file by one that is none of its kind. */
  void damage(String file) throws IOException {
    Files.writeString(dir.resolve(file), "not a SequenceFile, and longer than the header of one");
  }

  void editTask(int task, Consumer<Json> edit) throws IOException {
    Json.edit(dir.resolve(RunDirectory.taskFacts(task)), edit);
  }

  void editJob(Consumer<Json> edit) throws IOException {
    Json.edit(dir.resolve(RunDirectory.JOB), edit);
  }

  static void add(Json json, String path, long value) {
    json.set(path, json.count(path) + value);
  }

  /** A thousand delays of 5 ms. */
  static void delays(Json json, String path) {
    Histogram delays = new Histogram(3);
    delays.recordValueWithCount(5 * MILLI, 1_000);
    json.set(path, LatencyRecord.toText(delays));
  }

  /** Sets delays of a client that sleeps well but for one time in twenty-five. */
  static void rareDelays(Json json, String path) {
    Histogram delays = new Histogram(3);
    delays.recordValueWithCount(MILLI / 10, 960);
    delays.recordValueWithCount(2 * MILLI, 40);
    json.set(path, LatencyRecord.toText(delays));
  }

  static LatencyRecord record(int count, long rows, long notFound) {
    LatencyRecord record = new LatencyRecord();
    for (int i = 0; i < count; i++) {
      record.record(MILLI, rows, notFound, 0);
    }
    return record;
  }

  /** Says how long the run was, and why. */
  void length(LengthFacts length) throws IOException {
    run.writeJson(LengthFacts.FILE, length);
  }

  /**
   * Replaces the records of the tasks and all counts derived from them.
   *
   * @param byTask records of each task, all in the first interval
   * @param settings to set or, without a value, to unset
   */
  void measured(Map<Series, LatencyRecord> byTask, String settings) throws IOException {
    measured(byTask, settings, TASKS);
  }

  /** The same without the second task, which was lost. */
  void lost(Map<Series, LatencyRecord> byTask) throws IOException {
    measured(byTask, "lost-tasks=50%", 1);
    run.writeJson(RunDirectory.lostTask(1), new LostTask(1, "host1", "2026-03-01T02:00:07Z"));
  }

  private void measured(Map<Series, LatencyRecord> byTask, String settings, int merged)
      throws IOException {
    plan(settings);
    Map<Series, LatencyRecord> ofTask = new TreeMap<>();
    Map<Series, LatencyRecord> totals = new TreeMap<>();
    Map<Series, LatencyRecord> intervals = new TreeMap<>();
    byTask.forEach(
        (series, record) -> {
          LatencyRecord sum = new LatencyRecord();
          for (int i = 0; i < merged; i++) {
            sum.add(record);
          }
          ofTask.put(series, record);
          totals.put(series, sum);
          if (!series.isByServer()) {
            ofTask.put(series.at(0), record);
            intervals.put(series.at(0), sum);
          }
        });
    long ok = sum(byTask, s -> s.timing() == Timing.SERVICE && s.isOk(), LatencyRecord::count);
    long errors = sum(byTask, s -> s.timing() == Timing.SERVICE && !s.isOk(), LatencyRecord::count);
    long dropped = sum(byTask, s -> s.outcome().equals(Series.DROPPED), LatencyRecord::count);
    long rows = sum(byTask, Series::isOk, LatencyRecord::rows);
    long notFound = sum(byTask, Series::isOk, LatencyRecord::notFound);
    for (int i = 0; i < TASKS; i++) {
      write(RunDirectory.taskPart(i), ofTask);
      editTask(
          i,
          task ->
              task.set("result.requests.requests", ok + errors)
                  .set("result.requests.errors", errors)
                  .set("result.requests.dropped", dropped)
                  .set("result.rows.rows", rows)
                  .set("result.rows.notFound", notFound));
    }
    write(RunDirectory.MERGED, totals);
    write(RunDirectory.TIMELINE + "-r-00000", intervals);
    editJob(
        job ->
            job.at("status.counters")
                .set("REQUESTS", merged * (ok + errors))
                .set("ERRORS", merged * errors)
                .set("ROWS", merged * rows)
                .set("ROWS_NOT_FOUND", merged * notFound));
  }

  private static long sum(
      Map<Series, LatencyRecord> records,
      Predicate<Series> which,
      ToLongFunction<LatencyRecord> count) {
    return records.entrySet().stream()
        .filter(e -> which.test(e.getKey()) && !e.getKey().isByServer())
        .mapToLong(e -> count.applyAsLong(e.getValue()))
        .sum();
  }

  private void write(String file, Map<Series, LatencyRecord> records) throws IOException {
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            SyntheticRuns.conf(),
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(run.path(), file)),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(LatencyRecord.class))) {
      for (Map.Entry<Series, LatencyRecord> e : records.entrySet()) {
        writer.append(new Text(e.getKey().toString()), e.getValue());
      }
    }
  }

  void plan(String settings) throws IOException {
    plan(
        plan -> {
          for (String setting : settings.trim().split(" +", -1)) {
            String[] parts = setting.split("=", 2);
            if (parts.length == 2 && parts[1].isEmpty()) {
              plan.unset("hbench." + parts[0]);
            } else if (parts.length == 2) {
              plan.set("hbench." + parts[0], parts[1]);
            }
          }
        });
  }

  void plan(Consumer<Configuration> edit) throws IOException {
    Configuration plan = run.plan();
    edit.accept(plan);
    try (OutputStream out = Files.newOutputStream(dir.resolve(RunDirectory.PLAN))) {
      plan.writeXml(out);
    }
  }
}
