package io.hbench.job.result;

import io.hbench.job.barrier.ReferenceClock;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Recording;
import io.hbench.latency.Series;
import io.hbench.rundir.GrowingFile;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskRecord;
import io.hbench.time.Time;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * SequenceFile of the histograms and facts of one task. It is not written through the job's
 * committer, which would delete the records of a killed task: if the file system can flush, the
 * file has everything up to the last interval that ended, even if the task is killed.
 */
public final class TaskFile implements Recording.Sink, Closeable {
  /** Hadoop's name of a capability; object stores lack it, and throw. */
  private static final String HFLUSH = "hflush";

  private static final String BUFFER_SIZE = CommonConfigurationKeys.IO_FILE_BUFFER_SIZE_KEY;
  private static final int BUFFER_BYTES = CommonConfigurationKeys.IO_FILE_BUFFER_SIZE_DEFAULT;

  /**
   * HDFS keeps room for a whole block of each open file: ten thousand of the usual 128 MB would be
   * more than a small cluster has. A task of many series writes less in an hour.
   */
  private static final long BLOCK_BYTES = 16L << 20;

  private final FSDataOutputStream out;
  private final Optional<ReferenceClock.Stamp> stamp;
  private final SequenceFile.Writer writer;
  private final Text key = new Text();

  /**
   * @param again whether an earlier attempt of the task may have left an empty file; else the file
   *     must not exist
   */
  public TaskFile(Time time, Configuration conf, RunDirectory run, int task, boolean again)
      throws IOException {
    long before = time.nanos();
    Path file = new Path(run.path(), RunDirectory.taskPart(task));
    out = create(run, file, again);
    stamp = ReferenceClock.Stamp.ofNewFile(time, run.fileSystem(), file, before);
    writer = writer(conf);
    flush(); // HDFS allocates the block now, not at the end of the first interval of all tasks
  }

  /** Makes a file that writes into a stream. */
  TaskFile(Configuration conf, FSDataOutputStream out) throws IOException {
    this.out = out;
    stamp = Optional.empty();
    writer = writer(conf);
  }

  /**
   * @throws IOException if readers would not see it before it is closed; then there is none
   */
  static TaskFile ofGroup(Configuration conf, RunDirectory run, String name) throws IOException {
    Path path = new Path(run.path(), name);
    FSDataOutputStream out = create(run, path, false);
    try {
      if (!out.hasCapability(HFLUSH)) {
        throw new IOException("a file system without flush");
      }
      TaskFile file = new TaskFile(conf, out);
      file.flush();
      return file;
    } catch (IOException | RuntimeException e) {
      IOUtils.closeStream(out); // before, as an object store makes the file now
      run.fileSystem().delete(path, false);
      throw e;
    }
  }

  private SequenceFile.Writer writer(Configuration conf) throws IOException {
    return SequenceFile.createWriter(
        conf,
        SequenceFile.Writer.stream(out),
        SequenceFile.Writer.keyClass(Text.class),
        SequenceFile.Writer.valueClass(TaskRecord.class),
        SequenceFile.Writer.compression(
            CompressionType.BLOCK, ReflectionUtils.newInstance(DefaultCodec.class, conf)));
  }

  /** The time at which the file was created, by the file system's clock. */
  Optional<ReferenceClock.Stamp> stamp() {
    return stamp;
  }

  /**
   * Makes a file for the warm-up recorder that discards its records. Without it, the code of this
   * class would first run and be JIT-compiled in the window, together with methods of HBase that it
   * shares.
   */
  public static TaskFile toNowhere(Configuration conf) throws IOException {
    return new TaskFile(conf, new FSDataOutputStream(OutputStream.nullOutputStream(), null));
  }

  /** Whether readers see what a task has flushed, before it has closed its file. */
  public static boolean canFlush(RunDirectory run) throws IOException {
    Path probe = new Path(run.path(), "_probe");
    try (FSDataOutputStream out = create(run, probe, true)) {
      out.write(0); // as it is closed, a full file system or a quota has no room for the block
      return out.hasCapability(HFLUSH);
    } finally {
      run.fileSystem().delete(probe, false);
    }
  }

  private static FSDataOutputStream create(RunDirectory run, Path file, boolean again)
      throws IOException {
    // checksums of local files cover blocks, which keeps the last block from being flushed
    FileSystem fs =
        run.fileSystem() instanceof ChecksumFileSystem local
            ? local.getRawFileSystem()
            : run.fileSystem();
    return fs.create(
        file,
        again,
        fs.getConf().getInt(BUFFER_SIZE, BUFFER_BYTES),
        fs.getDefaultReplication(file),
        BLOCK_BYTES);
  }

  @Override
  public void accept(Series series, LatencyRecord record) throws IOException {
    key.set(series.toString());
    writer.append(key, TaskRecord.of(record));
  }

  /** Writes a record of one of the tasks of a group. */
  void accept(int task, Text series, LatencyRecord record) throws IOException {
    key.set(Integer.toString(task) + GrowingFile.OF_TASK + series);
    writer.append(key, TaskRecord.of(record));
  }

  /** Writes facts of the task, which replace earlier ones. */
  void accept(TaskFacts facts) throws IOException {
    writer.append(TaskRecord.FACTS, TaskRecord.ofFacts(facts.toJson()));
  }

  @Override
  public void flush() throws IOException {
    writer.sync(); // ends the block
    if (out.hasCapability(HFLUSH)) {
      out.hflush();
    }
  }

  /** Lets readers see what is written: without flush, only the end of the file does. */
  void show() throws IOException {
    if (out.hasCapability(HFLUSH)) {
      flush();
    } else {
      close();
    }
  }

  @Override
  public void close() throws IOException {
    try (out) { // the writer does not own it
      writer.close();
    }
  }
}
