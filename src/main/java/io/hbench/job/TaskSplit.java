package io.hbench.job;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * The input of one map task: its number in the plan. The plan itself follows from the job's
 * configuration, which every task has.
 */
public final class TaskSplit extends InputSplit implements Writable {
  private int index;

  /** For the framework, which fills it by {@link #readFields}. */
  public TaskSplit() {}

  TaskSplit(int index) {
    this.index = index;
  }

  int index() {
    return index;
  }

  @Override
  public long getLength() {
    return 1;
  }

  /** Any node will do: a client node has no data. */
  @Override
  public String[] getLocations() {
    return new String[0];
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, index);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    index = WritableUtils.readVInt(in);
  }

  @Override
  public String toString() {
    return "task " + index;
  }
}
