package io.hbench.job.result;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Recording;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskRecord;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** Writes each record of a task to the reducer and into the task's file. */
public final class TaskOutput implements Recording.Sink {
  private final TaskInputOutputContext<?, ?, Text, TaskRecord> context;
  private final SafetyCopy copy;
  private final Recording.Sink live;
  private final SeriesSet totals = new SeriesSet();

  /**
   * @param live takes the records for those who watch the run
   */
  public TaskOutput(
      TaskInputOutputContext<?, ?, Text, TaskRecord> context,
      SafetyCopy copy,
      Recording.Sink live) {
    this.context = context;
    this.copy = copy;
    this.live = live;
  }

  /** The records of the whole window. */
  public SeriesSet totals() {
    return totals;
  }

  @Override
  public void accept(Series series, LatencyRecord record) throws IOException {
    LatencyRecord encoded = record.toWrite();
    write(new Text(series.toString()), TaskRecord.of(encoded));
    copy.accept(series, encoded);
    live.accept(series, encoded);
    if (series.isWhole() && !series.isByServer()) {
      totals.add(series, record);
    }
  }

  /** Writes the final facts of the task to the reducer. */
  public void accept(TaskFacts facts) throws IOException {
    write(TaskRecord.FACTS, TaskRecord.ofFacts(facts.toJson()));
  }

  private void write(Text key, TaskRecord value) throws IOException {
    try {
      context.write(key, value);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while writing " + key);
    }
  }

  @Override
  public void flush() throws IOException {
    copy.flush();
    live.flush();
  }
}
