package io.hbench.job;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.Timing;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Mapper that emits what a task of a get + put run with a rate does: a record for each of four
 * series in each interval. A record has 1,000 log-normal latencies; of each series there are 16
 * different ones, in turn.
 */
public final class MadeRecords extends Mapper<NullWritable, NullWritable, Text, TaskRecord> {
  /** Property with the number of intervals. */
  public static final String INTERVALS = "test.intervals";

  public static final List<Series> SERIES =
      List.of(
          Series.of("get", Timing.SERVICE, Series.OK),
          Series.of("get", Timing.RESPONSE, Series.OK),
          Series.of("put", Timing.SERVICE, Series.OK),
          Series.of("put", Timing.RESPONSE, Series.OK));

  static final int REQUESTS = 1_000;
  private static final List<LatencyRecord> RECORDS =
      IntStream.range(0, 16).mapToObj(MadeRecords::record).toList();

  /** The same, encoded once, as records that were read. */
  private static final List<TaskRecord> WRITTEN =
      RECORDS.stream().map(MadeRecords::encoded).toList();

  private static TaskRecord encoded(LatencyRecord record) {
    try (DataOutputBuffer out = new DataOutputBuffer();
        DataInputBuffer in = new DataInputBuffer()) {
      TaskRecord.of(record).write(out);
      in.reset(out.getData(), out.getLength());
      TaskRecord read = TaskRecord.of(LatencyRecord.toRead());
      read.readFields(in);
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LatencyRecord record(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    LatencyRecord record = new LatencyRecord();
    for (int i = 0; i < REQUESTS; i++) {
      record.record(Math.round(500_000 * Math.exp(0.45 * random.nextGaussian())), 1, 0, 1_000);
    }
    return record;
  }

  private static TaskFacts facts(int task, int intervals, SeriesSet totals) {
    Histogram pauses = new Histogram(3);
    pauses.recordValueWithCount(80_000, 1_000L * intervals);
    String late = LatencyRecord.toText(pauses);
    long requests = 2L * REQUESTS * intervals;
    return TaskFacts.started(
            task,
            new TaskFacts.TaskProcess("host" + task / 10, task, null, null),
            "get:50,put:50",
            new TaskFacts.Start(1_767_225_600_000.0, 1, 0))
        .with(
            new TaskFacts.Result(
                new TaskFacts.Times(0, 1, intervals * 1_000_000_000L, List.of(intervals * 1_000L)),
                new TaskFacts.Requests(0, 0, requests, 0, 0, 0),
                new TaskFacts.Rows(requests, 0, 0, null),
                new TaskFacts.Client(intervals, 0, 1, 0.1, null, null, late, late, null),
                TaskFacts.Scans.NONE,
                null,
                null,
                TaskFacts.Recorded.of(totals),
                null,
                null,
                null));
  }

  /** When the last task of this JVM had emitted everything. */
  static volatile long lastEndNanos;

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    int task = TaskInputFormat.task(context);
    int intervals = context.getConfiguration().getInt(INTERVALS, 0);
    SeriesSet totals = new SeriesSet();
    for (Series series : SERIES) {
      LatencyRecord total = new LatencyRecord();
      for (int i = 0; i < intervals; i++) {
        int which = (task + i) % RECORDS.size();
        total.add(RECORDS.get(which));
        context.write(new Text(series.at(i).toString()), WRITTEN.get(which));
      }
      context.write(new Text(series.toString()), TaskRecord.of(total));
      totals.add(series, total);
    }
    context.write(TaskRecord.FACTS, TaskRecord.ofFacts(facts(task, intervals, totals).toJson()));
    lastEndNanos = System.nanoTime();
  }
}
