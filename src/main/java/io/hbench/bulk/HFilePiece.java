package io.hbench.bulk;

import io.hbench.rundir.HFilePieces;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** Writer of the HFiles of one piece: adjacent rows of one region. */
final class HFilePiece {
  private final FileSystem fs;
  private final Path unfinished;
  private final Path written;
  private final RecordWriter<ImmutableBytesWritable, Cell> writer;
  private final TaskAttemptContext context;

  /**
   * @param unfinished directory in which it is written
   */
  HFilePiece(FileSystem fs, Path unfinished, Configuration conf) throws IOException {
    this.fs = fs;
    this.unfinished = unfinished;
    Configuration own = new Configuration(conf);
    own.set(FileOutputFormat.OUTDIR, unfinished.toString());
    this.context = new TaskAttemptContextImpl(own, new TaskAttemptID());
    HFileFormat format = new HFileFormat();
    try {
      this.written = ((PathOutputCommitter) format.getOutputCommitter(context)).getWorkPath();
      this.writer = format.getRecordWriter(context);
    } catch (InterruptedException e) {
      throw interrupted("opening", e);
    }
  }

  /** Writes the next cell; cells come in HBase's order. */
  void write(byte[] row, Cell cell) throws IOException {
    try {
      writer.write(new ImmutableBytesWritable(row), cell);
    } catch (InterruptedException e) {
      throw interrupted("writing", e);
    }
  }

  /** Closes the files and moves them to their final directory. */
  void publish(Path place) throws IOException {
    closeWriter();
    HFilePieces.seal(fs, written);
    if (!fs.rename(written, place)) {
      throw new IOException("can't rename " + written + " to " + place);
    }
    fs.delete(unfinished, true);
  }

  void abandon() throws IOException {
    try {
      closeWriter();
    } finally {
      fs.delete(unfinished, true);
    }
  }

  private void closeWriter() throws IOException {
    try {
      writer.close(context);
    } catch (InterruptedException e) {
      throw interrupted("writing", e);
    }
  }

  private static IOException interrupted(String work, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IOException("interrupted while " + work + " an HFile", e);
  }
}
