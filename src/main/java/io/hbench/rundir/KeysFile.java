package io.hbench.rundir;

import io.hbench.data.KeySample;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;

/**
 * The keys that a run has picked from its table: a SequenceFile of BytesWritable, in ascending
 * order. Whoever submits the job writes it as soon as there is a run directory; the tasks wait for
 * it.
 */
public final class KeysFile {
  private static final long POLL_MILLIS = 100;

  private final Configuration conf;
  private final RunDirectory run;
  private final Path path;

  public KeysFile(Configuration conf, RunDirectory run) {
    this.conf = conf;
    this.run = run;
    this.path = new Path(run.path(), RunDirectory.KEYS);
  }

  /** Writes it: it is not there, or it is all there. */
  public void write(KeySample keys) throws IOException {
    Path next = new Path(run.path(), "_" + RunDirectory.KEYS);
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(run.fileSystem().makeQualified(next)),
            SequenceFile.Writer.keyClass(BytesWritable.class),
            SequenceFile.Writer.valueClass(NullWritable.class))) {
      for (int i = 0; i < keys.size(); i++) {
        writer.append(new BytesWritable(keys.key(i)), NullWritable.get());
      }
    }
    if (!run.fileSystem().rename(next, path)) {
      throw new IOException("can't rename " + next + " to " + path);
    }
  }

  /**
   * Reads it when it is there.
   *
   * @throws FileNotFoundException if it does not come in time
   */
  public KeySample await(Duration timeout) throws IOException, InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    while (!run.has(RunDirectory.KEYS)) {
      if (System.nanoTime() - end > 0) {
        throw new FileNotFoundException(
            path + " did not come: who submitted the job should have written it");
      }
      Thread.sleep(POLL_MILLIS);
    }
    KeySample.Builder keys = new KeySample.Builder();
    try (SequenceFile.Reader reader =
        new SequenceFile.Reader(conf, SequenceFile.Reader.file(path))) {
      BytesWritable key = new BytesWritable();
      while (reader.next(key, NullWritable.get())) {
        keys.add(key.getBytes(), key.getLength());
      }
    }
    return keys.build();
  }
}
