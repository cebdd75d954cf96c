package io.hbench.job;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Recording;
import io.hbench.latency.Series;
import io.hbench.rundir.RunDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * A task's own histograms. Not written through the job's committer, which would delete what a
 * killed task has measured: where the file system can flush, everything up to the last finished
 * interval is in the file, whatever becomes of the task.
 */
final class TaskFile implements Recording.Sink, Closeable {
  /** A capability by Hadoop's name for it; object stores lack it, and throw. */
  private static final String HFLUSH = "hflush";

  private final FSDataOutputStream out;
  private final SequenceFile.Writer writer;
  private final Text key = new Text();

  /** Fails if the file is there: a task's second attempt must not overwrite the first one's. */
  TaskFile(Configuration conf, RunDirectory run, int task) throws IOException {
    this(conf, create(run, new Path(run.path(), RunDirectory.taskPart(task))));
  }

  private TaskFile(Configuration conf, FSDataOutputStream out) throws IOException {
    this.out = out;
    this.writer =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.stream(out),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(LatencyRecord.class),
            SequenceFile.Writer.compression(
                CompressionType.BLOCK, ReflectionUtils.newInstance(DefaultCodec.class, conf)));
  }

  /**
   * For what comes before the window: it is written as all is, and kept nowhere. What is written
   * for the first time is compiled, and so are HBase's own methods that it shares, while they are
   * measured.
   */
  static TaskFile toNowhere(Configuration conf) throws IOException {
    return new TaskFile(conf, new FSDataOutputStream(OutputStream.nullOutputStream(), null));
  }

  private static FSDataOutputStream create(RunDirectory run, Path file) throws IOException {
    // checksums of local files are of blocks, and keep what comes last from being flushed
    FileSystem fs =
        run.fileSystem() instanceof ChecksumFileSystem local
            ? local.getRawFileSystem()
            : run.fileSystem();
    return fs.create(file, false);
  }

  @Override
  public void accept(Series series, LatencyRecord record) throws IOException {
    key.set(series.toString());
    writer.append(key, record);
  }

  @Override
  public void flush() throws IOException {
    writer.sync(); // ends the block
    if (out.hasCapability(HFLUSH)) {
      out.hflush();
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
    out.close(); // the writer does not own it
  }
}
