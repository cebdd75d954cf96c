package io.hbench.job.result;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskRecord;
import java.io.IOException;
import org.apache.hadoop.io.Text;
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
    LatencyRecord sum = new LatencyRecord();
    for (TaskRecord record : records) {
      sum.add(record.latencies());
    }
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
}
