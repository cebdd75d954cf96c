package io.hbench.job;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.InputSplit;

/** Input split of one map task: its index. The rest follows from the job's configuration. */
public final class TaskSplit extends InputSplit implements Writable {
  private int index;

  /** Constructor for MapReduce, which calls {@link #readFields} next. */
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

  /** No preferred node: the load generator needs no local data. */
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
