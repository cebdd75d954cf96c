package io.hbench.job.result;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskRecord;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;

/**
 * Reducer that adds up the tasks' histograms: totals into the job's output, intervals into a file
 * of their own. The facts of the tasks go into a third file.
 */
public final class MergeReducer extends Reducer<Text, TaskRecord, Text, LatencyRecord> {
  private MultipleOutputs<Text, LatencyRecord> files;

  @Override
  protected void setup(Context context) {
    files = new MultipleOutputs<>(context);
  }

  @Override
  protected void reduce(Text key, Iterable<TaskRecord> records, Context context)
      throws IOException, InterruptedException {
    if (key.equals(TaskRecord.FACTS)) {
      for (TaskRecord facts : records) {
        files.write(RunDirectory.FACTS, key, facts);
      }
      return;
    }
    LatencyRecord sum = sum(records.iterator());
    if (Series.parse(key.toString()).isWhole()) {
      context.write(key, sum);
    } else {
      files.write(RunDirectory.TIMELINE, key, sum);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    files.close();
  }

  private static LatencyRecord sum(Iterator<TaskRecord> records) {
    LatencyRecord sum = new LatencyRecord();
    records.forEachRemaining(record -> sum.add(record.latencies()));
    return sum;
  }

  /**
   * Combiner that adds up histograms while the reducer fetches them, before they go to its disk.
   *
   * <p>By Hadoop's older interface: the reducer's side of the shuffle runs no other ({@code
   * ReduceTask} asks {@code JobConf.getCombinerClass}).
   */
  public static final class Combiner extends MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, TaskRecord, Text, TaskRecord> {
    @Override
    public void reduce(
        Text key,
        Iterator<TaskRecord> records,
        OutputCollector<Text, TaskRecord> out,
        Reporter reporter)
        throws IOException {
      if (!key.equals(TaskRecord.FACTS)) {
        out.collect(key, TaskRecord.of(sum(records)));
        return;
      }
      while (records.hasNext()) {
        out.collect(key, records.next());
      }
    }
  }
}
