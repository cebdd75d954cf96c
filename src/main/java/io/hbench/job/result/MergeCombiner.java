package io.hbench.job.result;

import io.hbench.latency.LatencyRecord;
import io.hbench.rundir.TaskRecord;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;

/**
 * Combiner that adds up histograms while the reducer fetches them, before they go to its disk.
 *
 * <p>By Hadoop's older interface: the reducer's side of the shuffle runs no other ({@code
 * ReduceTask} asks {@code JobConf.getCombinerClass}).
 */
public final class MergeCombiner extends MapReduceBase
    implements Reducer<Text, TaskRecord, Text, TaskRecord> {
  @Override
  public void reduce(
      Text key,
      Iterator<TaskRecord> records,
      OutputCollector<Text, TaskRecord> out,
      Reporter reporter)
      throws IOException {
    if (key.equals(TaskRecord.FACTS)) {
      while (records.hasNext()) {
        out.collect(key, records.next());
      }
      return;
    }
    LatencyRecord sum = new LatencyRecord();
    while (records.hasNext()) {
      sum.add(records.next().latencies());
    }
    out.collect(key, TaskRecord.of(sum));
  }
}
