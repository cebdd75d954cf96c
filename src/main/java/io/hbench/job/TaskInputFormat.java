package io.hbench.job;

import io.hbench.spec.RunSpec;
import io.hbench.spec.Tenants;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Input format with one split for each container of a run, and without records. The split is the
 * range of the container's number alone, in a class of Hadoop. It prefers a node only with {@code
 * --place}: the load generator needs no local data.
 */
public final class TaskInputFormat extends InputFormat<NullWritable, NullWritable> {
  private static final Path NO_FILE = new Path("none");

  @Override
  public List<InputSplit> getSplits(JobContext context) {
    String[] wishes = TaskPlacement.wishes(context.getConfiguration());
    Configuration job = context.getConfiguration();
    return IntStream.range(0, Tenants.containers(job, RunSpec.from(job).tasks()))
        .<InputSplit>mapToObj(
            task -> new FileSplit(NO_FILE, task, 1, ArrayUtils.subarray(wishes, task, task + 1)))
        .toList();
  }

  static int task(MapContext<?, ?, ?, ?> context) {
    return (int) ((FileSplit) context.getInputSplit()).getStart();
  }

  /**
   * The numbers of the tasks in a container: those of one tenant are in different ones.
   *
   * @param all number of tasks of the job
   */
  static List<Integer> tasks(MapContext<?, ?, ?, ?> container, int all) {
    int containers = Tenants.containers(container.getConfiguration(), all);
    return IntStream.iterate(task(container), task -> task < all, task -> task + containers)
        .boxed()
        .toList();
  }

  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new RecordReader<>() {
      @Override
      public void initialize(InputSplit s, TaskAttemptContext c) {}

      @Override
      public boolean nextKeyValue() {
        return false;
      }

      @Override
      public NullWritable getCurrentKey() {
        return NullWritable.get();
      }

      @Override
      public NullWritable getCurrentValue() {
        return NullWritable.get();
      }

      @Override
      public float getProgress() {
        return 0;
      }

      @Override
      public void close() {}
    };
  }
}
