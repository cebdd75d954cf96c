package io.hbench.rundir;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.rundir.RunDirectory.RecordSink;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * Reader of a SequenceFile of records that may still be written. Each call continues where the last
 * one ended. Not thread-safe.
 */
public final class GrowingFile {
  /**
   * How many to read at once. They wait for the file system; but for each file that is being
   * written HDFS's client makes a connection whose sending thread never sleeps (Hadoop 3.3.5,
   * {@code Client.RpcRequestSender}: an idle time of 0). Many more of these than processors keep
   * those waiting who answer.
   */
  public static final int MAX_AT_ONCE =
      Math.min(16, Runtime.getRuntime().availableProcessors() + 1);

  /** Between the number of a task and a series, in the keys of a file of a group of tasks. */
  public static final char OF_TASK = '/';

  private final Configuration conf;
  private final FileSystem fs;
  private final Path file;

  /** End of the last block that was read; 0 before the first. */
  private long position;

  GrowingFile(Configuration conf, FileSystem fs, Path file) {
    this.conf = conf;
    this.fs = fs;
    this.file = file;
  }

  /**
   * Reads up to the last complete block; nothing if the file does not exist yet.
   *
   * @param sink gets each histogram once, even after a call that failed
   */
  public void readOn(RecordSink sink) throws IOException {
    readOn(sink, facts -> {});
  }

  /**
   * Reads up to the last complete block; nothing if the file does not exist yet.
   *
   * @param sink gets each histogram once, even after a call that failed
   * @param facts gets facts of tasks, likewise
   */
  public void readOn(RecordSink sink, Consumer<TaskFacts> facts) throws IOException {
    readOn(false, (task, series, record) -> sink.accept(series, record), facts);
  }

  /**
   * Reads the file of a group of tasks up to the last complete block.
   *
   * @param sink gets each histogram once, those of a task in their order
   */
  public void readGroupOn(TaskFiles.Sink sink) throws IOException {
    readOn(true, sink, facts -> {});
  }

  private void readOn(boolean isOfGroup, TaskFiles.Sink sink, Consumer<TaskFacts> facts)
      throws IOException {
    try (RecordFile records = new RecordFile(conf, fs, file, RecordFile.ENDLESS)) {
      if (position > 0) {
        records.seek(position);
      }
      Text key = new Text();
      Writable value = records.newValue();
      while (records.next(key, value)) {
        // a block is read as a whole with its first value: this is the end of the block
        position = records.position();
        if (value instanceof TaskRecord task && task.isFacts()) {
          facts.accept(parsed(records, () -> TaskFacts.parse(task.facts())));
        } else {
          String name = key.toString();
          int slash = isOfGroup ? name.indexOf(OF_TASK) : -1;
          sink.accept(
              parsed(records, () -> isOfGroup ? Integer.parseInt(name.substring(0, slash)) : 0),
              parsed(records, () -> Series.parse(name.substring(slash + 1))),
              value instanceof TaskRecord task ? task.latencies() : (LatencyRecord) value);
        }
        value = records.newValue();
      }
    } catch (FileNotFoundException | EOFException e) {
      // the end of the file
    }
  }

  private static <T> T parsed(RecordFile records, Supplier<T> parser) throws IOException {
    try {
      return parser.get();
    } catch (RuntimeException e) { // not only of Gson: facts check their parts
      throw records.damaged(e);
    }
  }
}
