package io.hbench.rundir;

import io.hbench.latency.LatencyRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * Record of a task, in its own file and on its way to the reducer: a histogram, whose key is its
 * {@link io.hbench.latency.Series}, or the task's facts as they stand, whose key is {@link #FACTS}.
 *
 * <p>A byte tells them apart, as in Hadoop's {@code GenericWritable}, which would make an object
 * for each record that is read. It needs no other class of hbench than {@link LatencyRecord}:
 * {@code hadoop fs -text} finds both in the job jar.
 */
public final class TaskRecord implements Writable {
  /** Key of facts: one word, as no series has. */
  public static final Text FACTS = new Text("facts");

  private static final byte LATENCIES_NEXT = 0;
  private static final byte FACTS_NEXT = 1;

  /** Maximum size of facts in bytes. */
  private static final int MAX_FACTS = 64 << 20;

  private LatencyRecord latencies;

  /** JSON; null in a histogram's record. */
  private String facts;

  public TaskRecord() {
    this(LatencyRecord.toRead(), null);
  }

  private TaskRecord(LatencyRecord latencies, String facts) {
    this.latencies = latencies;
    this.facts = facts;
  }

  public static TaskRecord of(LatencyRecord latencies) {
    return new TaskRecord(latencies, null);
  }

  public static TaskRecord ofFacts(String json) {
    return new TaskRecord(LatencyRecord.toRead(), json);
  }

  public boolean isFacts() {
    return facts != null;
  }

  /** The histogram; not a copy. */
  public LatencyRecord latencies() {
    return latencies;
  }

  /** The facts as JSON, for {@link TaskFacts#parse}; null in a histogram's record. */
  public String facts() {
    return facts;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(isFacts() ? FACTS_NEXT : LATENCIES_NEXT);
    if (isFacts()) {
      Text.writeString(out, facts);
    } else {
      latencies.write(out);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    byte next = in.readByte();
    if (next == FACTS_NEXT) {
      facts = Text.readString(in, MAX_FACTS);
    } else if (next == LATENCIES_NEXT) {
      facts = null;
      latencies.readFields(in);
    } else {
      throw new IOException("not a record of a task");
    }
  }

  /** One line, as {@code hadoop fs -text} prints it. */
  @Override
  public String toString() {
    return isFacts() ? facts : latencies.toString();
  }
}
