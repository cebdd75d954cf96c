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
 * A SequenceFile of records that may still be written: each call reads on where the last one ended.
 * Not thread-safe.
 */
public final class GrowingFile {
  private static final long ENDLESS = Long.MAX_VALUE / 2;

  private final Configuration conf;
  private final FileSystem fs;
  private final Path file;

  /** Where its last block ends that was read; before the first one, 0. */
  private long position;

  GrowingFile(Configuration conf, FileSystem fs, Path file) {
    this.conf = conf;
    this.fs = fs;
    this.file = file;
  }

  /**
   * Reads up to the last whole block that is there by now; nothing, if there is no such file yet.
   *
   * @param sink gets each record once, whatever goes wrong in between
   */
  public void readOn(RecordSink sink) throws IOException {
    // a file that was never closed is longer than the name node knows: read until nothing comes
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
        // all values of a block are fetched with its first one: this is where the block ends
        position = reader.getPosition();
        sink.accept(Series.parse(series.toString()), record);
        record = new LatencyRecord();
      }
    } catch (FileNotFoundException | EOFException e) {
      // its end
    }
  }
}
