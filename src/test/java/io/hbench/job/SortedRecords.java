package io.hbench.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.util.Progress;

/** The records of all map tasks, sorted by their keys, as a reducer gets them. */
final class SortedRecords implements RawKeyValueIterator {
  private final List<Shuffled> sorted;
  private final DataInputBuffer key = new DataInputBuffer();
  private final DataInputBuffer value = new DataInputBuffer();
  private int next;

  /** A record on its way to the reducer. */
  record Shuffled(Text key, DataOutputBuffer value) {}

  SortedRecords(List<Shuffled> records) {
    sorted = new ArrayList<>(records);
    sorted.sort((a, b) -> a.key.compareTo(b.key));
  }

  @Override
  public boolean next() throws IOException {
    if (next == sorted.size()) {
      return false;
    }
    Shuffled record = sorted.get(next++);
    DataOutputBuffer bytes = new DataOutputBuffer();
    record.key.write(bytes);
    key.reset(bytes.getData(), bytes.getLength());
    value.reset(record.value.getData(), record.value.getLength());
    return true;
  }

  @Override
  public DataInputBuffer getKey() {
    return key;
  }

  @Override
  public DataInputBuffer getValue() {
    return value;
  }

  @Override
  public Progress getProgress() {
    return new Progress();
  }

  @Override
  public void close() {}
}
