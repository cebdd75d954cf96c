package io.hbench.rundir;

import io.hbench.data.KeySample;
import io.hbench.time.Time;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys that a run has sampled from its table: a SequenceFile of BytesWritable, in ascending order.
 * The submitter writes it when the run directory exists; the tasks wait for it.
 */
public record KeysFile(Configuration conf, RunDirectory run) {
  private static final Logger LOG = LoggerFactory.getLogger(KeysFile.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final String MAX_REPLICATION = "mapreduce.client.submit.file.replication";
  private static final int MAPREDUCES_MAX_REPLICATION = 10;

  /**
   * Writes the file at once: a reader sees no incomplete file. All its replicas are there then, of
   * which many tasks need more than others.
   */
  public void write(KeySample keys, int tasks) throws IOException {
    Path next = new Path(run.path(), "_" + RunDirectory.KEYS);
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(run.fileSystem().makeQualified(next)),
            SequenceFile.Writer.keyClass(BytesWritable.class),
            SequenceFile.Writer.valueClass(NullWritable.class),
            SequenceFile.Writer.replication(replication(tasks)))) {
      for (int i = 0; i < keys.size(); i++) {
        writer.append(new BytesWritable(keys.key(i)), NullWritable.get());
      }
    }
    if (!run.fileSystem().rename(next, path())) {
      throw new IOException("can't rename " + next + " to " + path());
    }
  }

  /** The square root of the number of readers, up to the maximum that MapReduce has for job.jar. */
  private short replication(int tasks) {
    int max = conf.getInt(MAX_REPLICATION, MAPREDUCES_MAX_REPLICATION);
    int wanted = (int) Math.min(max, Math.ceil(Math.sqrt(tasks)));
    return (short) Math.max(wanted, run.fileSystem().getDefaultReplication(path()));
  }

  /**
   * Gives back the replicas that the tasks needed: of more than it has DataNodes, HDFS would miss
   * some for ever. Does nothing without a file.
   */
  public void release() {
    try {
      run.fileSystem().setReplication(path(), run.fileSystem().getDefaultReplication(path()));
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} keeps its replicas", path(), e); // no figure of the run is less for it
    }
  }

  /**
   * Waits for the file and reads it.
   *
   * @throws FileNotFoundException if the file does not exist after the timeout
   */
  public KeySample await(Time time, Duration timeout) throws IOException, InterruptedException {
    long end = time.nanos() + timeout.toNanos();
    while (!run.has(RunDirectory.KEYS)) {
      if (time.nanos() - end > 0) {
        throw new FileNotFoundException(
            "%s: not written within %d s: the submitter is gone"
                .formatted(path(), timeout.toSeconds()));
      }
      time.sleep(POLL);
    }
    KeySample.Builder keys = new KeySample.Builder();
    long length = run.fileSystem().getFileStatus(path()).getLen();
    try (RecordFile records = new RecordFile(conf, run.fileSystem(), path(), length)) {
      BytesWritable key = new BytesWritable();
      while (records.next(key, NullWritable.get())) {
        keys.add(key.getBytes(), key.getLength());
      }
    } catch (EOFException | ArithmeticException e) {
      throw new IOException(path() + " is damaged: " + FailureText.of(e), e);
    }
    return keys.build();
  }

  private Path path() {
    return new Path(run.path(), RunDirectory.KEYS);
  }
}
