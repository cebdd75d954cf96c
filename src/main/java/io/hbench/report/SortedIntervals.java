package io.hbench.report;

import io.hbench.latency.LatencyRecord;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.RunDirectory.RecordSink;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/**
 * The interval records of all tasks of a run without merged files, sorted by interval in a
 * temporary file: those of a long run do not fit into memory. The file takes as much space as the
 * tasks' files.
 */
final class SortedIntervals implements Closeable {
  /** Memory for sorting. */
  private static final int MEGABYTES = 16;

  private static final String UNSORTED = "unsorted";

  private final RunDirectory own;
  private final File folder;

  /**
   * Reads the tasks' files and sorts their records.
   *
   * @param lost tasks that are left out
   */
  SortedIntervals(RunDirectory run, Set<Integer> lost) throws IOException {
    Configuration conf = new Configuration();
    folder = Files.createTempDirectory("hbench-report").toFile();
    Path path = new Path(folder.toURI());
    own = new RunDirectory(conf, path);
    try {
      try (SequenceFile.Writer writer = own.recordWriter(UNSORTED, LatencyRecord.class)) {
        Text key = new Text();
        run.tasks()
            .read(
                (task, series, record) -> {
                  if (!series.isWhole() && !lost.contains(task)) {
                    key.set(series.toString());
                    writer.append(key, record);
                  }
                });
      }
      var sorter = new SequenceFile.Sorter(own.fileSystem(), Text.class, LatencyRecord.class, conf);
      sorter.setMemory(MEGABYTES << 20); // MapReduce's setting would go before that of the file
      sorter.sort(
          new Path[] {new Path(path, UNSORTED)}, new Path(path, RunDirectory.TIMELINE), true);
    } catch (FSError e) { // of Hadoop's local file system
      close();
      throw new IOException("can't sort the intervals in " + folder + ": " + e.getCause(), e);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Passes all records to the sink, in the order of their intervals. */
  void read(RecordSink sink) throws IOException {
    own.readRecords(RunDirectory.TIMELINE, sink);
  }

  /** Deletes the temporary file. */
  @Override
  public void close() {
    FileUtils.deleteQuietly(folder);
  }
}
