package io.hbench.job.result;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;

/**
 * Reducer that adds up the tasks' histograms: totals into the job's output, intervals into a file
 * of their own.
 */
public final class MergeReducer extends Reducer<Text, LatencyRecord, Text, LatencyRecord> {
  private MultipleOutputs<Text, LatencyRecord> files;

  @Override
  protected void setup(Context context) {
    files = new MultipleOutputs<>(context);
  }

  @Override
  protected void reduce(Text key, Iterable<LatencyRecord> records, Context context)
      throws IOException, InterruptedException {
    LatencyRecord sum = new LatencyRecord();
    records.forEach(sum::add);
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
