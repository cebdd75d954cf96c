package io.hbench.rundir;

import io.hbench.latency.LatencyRecord;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;

/**
 * Reader of a SequenceFile that may be damaged or of another kind. Hadoop's reader trusts the
 * lengths and names in a file, and fails with all kinds of exceptions, or with an array larger than
 * the memory. Here all of them are an {@link IOException} that names the file.
 */
final class RecordFile implements Closeable {
  /** Length for Hadoop's reader of a file that is open for writing: it reads until its end. */
  static final long ENDLESS = Long.MAX_VALUE / 2;

  private final Path file;
  private final FSDataInputStream in;
  private final SequenceFile.Reader reader;

  /**
   * Opens a file and reads its header.
   *
   * @param length of the file in bytes, or {@link #ENDLESS}: its end is an incomplete record then
   * @throws EOFException if the header is incomplete
   */
  RecordFile(Configuration conf, FileSystem fs, Path file, long length) throws IOException {
    this.file = file;
    this.in = fs.open(file);
    try {
      reader =
          new SequenceFile.Reader(
              conf, SequenceFile.Reader.stream(in), SequenceFile.Reader.length(length));
    } catch (EOFException e) {
      in.close();
      throw e;
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      in.close();
      throw damaged(e);
    }
  }

  /**
   * Reads the next record.
   *
   * @return false if there is none
   * @throws EOFException if the record is incomplete
   */
  boolean next(Writable key, Writable value) throws IOException {
    try {
      return reader.next(key, value);
    } catch (EOFException e) {
      throw e;
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      throw damaged(e);
    }
  }

  /** A value to be read: a {@link TaskRecord} where the file has such, else a histogram. */
  Writable newValue() {
    return TaskRecord.class.getName().equals(reader.getValueClassName())
        ? new TaskRecord()
        : LatencyRecord.toRead();
  }

  long position() throws IOException {
    return reader.getPosition();
  }

  void seek(long position) throws IOException {
    reader.seek(position);
  }

  /** The error of a file whose content is wrong. */
  IOException damaged(Throwable e) {
    boolean large = e instanceof OutOfMemoryError;
    return new IOException(
        file + " is damaged: " + (large ? "a record is larger than the memory" : FailureText.of(e)),
        e);
  }

  @Override
  public void close() throws IOException {
    reader.close();
    in.close();
  }
}
