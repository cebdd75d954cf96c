package io.hbench.job.result;

import io.hbench.job.barrier.Stagger;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Recording;
import io.hbench.latency.Series;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFiles;
import io.hbench.time.Time;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URL;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.ExecutorService;
import javax.crypto.SecretKey;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of a task on their way to the first task of its group, which is a {@link LiveGroup}.
 * A thread of its own sends them, and ends the file of the group. When that fails, or takes
 * seconds, it ends there, and fails no task: the task's own file has the same records.
 */
public final class LiveRecords implements Recording.Sink, Closeable {
  /**
   * Tasks of a job from which on there are groups: the own files of fewer are read in half a second
   * (of 1,000 in six to twelve), which is not worth a port in their containers.
   */
  public static final int MIN_TASKS = 50;

  private static final Logger LOG = LoggerFactory.getLogger(LiveRecords.class);

  private static final int TIMEOUT_MILLIS = 5_000;
  private static final Duration MAX_CLOSE = Duration.ofSeconds(5);

  private final Time time;
  private final RunDirectory run;
  private final int task;
  private final int tasks;
  private final SecretKey key;
  private final ExecutorService thread;

  /** Null unless the task is the first of its group. */
  private final LiveGroup group;

  private final DataOutputBuffer batch = new DataOutputBuffer();
  private URL first;
  private volatile boolean over;

  /**
   * Begins, before the start of the load: the first task of a group opens its file.
   *
   * @param host name of this machine, by which the other tasks find it
   */
  public LiveRecords(
      Time time,
      Configuration conf,
      RunDirectory run,
      int task,
      int tasks,
      String host,
      SecretKey key) {
    this.time = time;
    this.run = run;
    this.task = task;
    this.tasks = tasks;
    this.key = key;
    this.thread = time.threads("live-records", 1);
    this.group = task == TaskFiles.firstOfGroup(task, tasks) ? open(conf, host) : null;
  }

  private LiveGroup open(Configuration conf, String host) {
    LiveGroup opened = null;
    try {
      opened = new LiveGroup(key);
      String name = TaskFiles.group(task) + host + "@" + opened.port();
      opened.start(TaskFile.ofGroup(conf, run, name));
      return opened;
    } catch (IOException | RuntimeException e) {
      LOG.debug("no file of the group", e);
      if (opened != null) {
        opened.cancel();
      }
      over = true;
      return null;
    }
  }

  /** Takes a record, as it is written: nothing is encoded twice. */
  @Override
  public synchronized void accept(Series series, LatencyRecord record) throws IOException {
    if (!over && !series.isByServer()) {
      if (batch.getLength() == 0) {
        batch.writeInt(task);
      }
      new Text(series.toString()).write(batch);
      record.write(batch);
    }
  }

  /** Sends what was accepted. */
  @Override
  public synchronized void flush() {
    byte[] records = Arrays.copyOf(batch.getData(), batch.getLength());
    batch.reset();
    if (records.length > 0 && !over && !thread.isShutdown()) { // the last heartbeat is after close
      thread.execute(() -> send(records));
    }
  }

  private void send(byte[] records) {
    if (over) {
      return;
    }
    try {
      if (group != null) {
        group.add(records);
        return;
      }
      first = first == null ? find() : first;
      HttpURLConnection to = (HttpURLConnection) first.openConnection(Proxy.NO_PROXY);
      to.setConnectTimeout(TIMEOUT_MILLIS);
      to.setReadTimeout(TIMEOUT_MILLIS);
      to.setRequestProperty(LiveGroup.HASH, LiveGroup.hash(records, key));
      to.setDoOutput(true);
      to.setFixedLengthStreamingMode(records.length); // else it may be sent twice
      try (OutputStream out = to.getOutputStream()) {
        out.write(records);
      }
      to.getInputStream().close(); // throws what the status says
    } catch (IOException | RuntimeException | InterruptedException e) {
      LOG.debug("the group has no further records of this task", e);
      over = true;
    }
  }

  /** The first task of the group; its last attempt, if there were several. */
  private URL find() throws IOException, InterruptedException {
    time.sleep(Stagger.beforeConnection(task, tasks));
    FileStatus file =
        run.list(TaskFiles.group(TaskFiles.firstOfGroup(task, tasks))).stream()
            .max(Comparator.comparingLong(FileStatus::getModificationTime))
            .orElseThrow(() -> new IOException("the group has no file"));
    String[] name = file.getPath().getName().split("@", -1);
    return new URL("http", name[1], Integer.parseInt(name[2]), "/");
  }

  /** Sends what is left; the file of the group ends with its first task. Waits for seconds only. */
  @Override
  public void close() {
    synchronized (this) {
      flush();
      if (group != null) {
        thread.execute(this::closeGroup);
      }
      thread.shutdown();
    }
    var unused = Time.awaitEnd(thread, MAX_CLOSE);
    over = true; // not interrupted: HDFS's client would fail in the middle of a block
  }

  private void closeGroup() {
    try {
      group.close();
    } catch (IOException | RuntimeException e) {
      LOG.debug("the file of the group has no end", e);
    }
  }
}
