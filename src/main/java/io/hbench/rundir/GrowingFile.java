package io.hbench.rundir;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.rundir.RunDirectory.RecordSink;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/**
 * Reader of a SequenceFile of records that may still be written. Each call continues where the last
 * one ended. Not thread-safe.
 */
public final class GrowingFile {
  private static final long ENDLESS = Long.MAX_VALUE / 2;

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
   * @param sink gets each record once, even after a call that failed
   */
  public void readOn(RecordSink sink) throws IOException {
    // an open file is longer than the name node reports: read until its end
    try (FSDataInputStream in = fs.open(file);
        SequenceFile.Reader reader =
            new SequenceFile.Reader(
                conf, SequenceFile.Reader.stream(in), SequenceFile.Reader.length(ENDLESS))) {
      if (position > 0) {
        reader.seek(position);
      }
      Text series = new Text();
      LatencyRecord record = new LatencyRecord();
      while (reader.next(series, record)) {
        // a block is read as a whole with its first value: this is the end of the block
        position = reader.getPosition();
        sink.accept(Series.parse(series.toString()), record);
        record = new LatencyRecord();
      }
    } catch (FileNotFoundException | EOFException e) {
      // the end of the file
    }
  }
}
