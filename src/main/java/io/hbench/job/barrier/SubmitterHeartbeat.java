package io.hbench.job.barrier;

import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.time.Time;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sign of life of the submitter: a file of the run directory that it writes again and again. Tasks
 * poll it from time to time, and end their load when it does not change any more: a submitter that
 * was killed can't kill its job.
 *
 * <p>Only polls that the file system answers count, and only where a task could give such a sign
 * itself, so that tasks outlast its failures and its safe mode. No clocks of machines are compared.
 */
public final class SubmitterHeartbeat implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SubmitterHeartbeat.class);

  private static final String FILE = RunDirectory.START + "/submitter";

  /** Consecutive polls without a change after which the submitter is gone. */
  private static final int POLLS = 4;

  private final RunDirectory run;
  private final ScheduledExecutorService thread;

  /** Time of the file at the last poll; 0 without one. */
  private long seen;

  private int unchanged;

  private SubmitterHeartbeat(Time time, RunDirectory run) {
    this.run = run;
    this.thread = time.threads("submitter-sign", 1);
  }

  /** Gives one sign, as before the job is submitted: no load begins without one. */
  public static void giveOne(RunDirectory run) throws IOException {
    run.write(FILE, "");
  }

  /**
   * Gives signs, as the submitter.
   *
   * @param timeout time without a sign after which tasks may end
   */
  public static SubmitterHeartbeat give(Time time, RunDirectory run, Duration timeout) {
    SubmitterHeartbeat sign = new SubmitterHeartbeat(time, run);
    sign.every(timeout.dividedBy(2L * POLLS), sign::write);
    return sign;
  }

  private void write() {
    try {
      giveOne(run);
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn("no sign of life for the tasks: {}", FailureText.of(e));
    }
  }

  /**
   * Polls the signs, as a task.
   *
   * @param timeout time without a sign after which the submitter is gone
   * @param gone called once if it is
   */
  public static SubmitterHeartbeat watch(
      Time time, RunDirectory run, Duration timeout, Runnable gone) {
    SubmitterHeartbeat sign = new SubmitterHeartbeat(time, run);
    sign.every(timeout.dividedBy(POLLS), () -> sign.poll(gone));
    return sign;
  }

  /**
   * Whether there is no sign, or the last one is older than the timeout, as a task asks before its
   * load: a job may wait for its containers for hours. A file system that took none for so long may
   * take the next one.
   *
   * @param now time of the file system, in milliseconds
   */
  public static boolean isGone(Time time, RunDirectory run, Duration timeout, double now)
      throws IOException, InterruptedException {
    long last = modified(run);
    if (now - last <= timeout.toMillis()) {
      return false;
    }
    time.sleep(timeout.dividedBy(POLLS));
    return modified(run) == last;
  }

  private void poll(Runnable gone) {
    try {
      long modified = modified(run);
      unchanged = modified == seen ? unchanged + 1 : 0;
      seen = modified;
      if (unchanged == POLLS) {
        unchanged = 0; // counted anew if nobody can give a sign
        checkWritable();
        unchanged = POLLS;
        gone.run();
      }
    } catch (IOException | RuntimeException | Error e) {
      LOG.debug("no answer about the submitter", e);
    }
  }

  /** Fails where the file system answers and takes nothing: in safe mode, or beyond a quota. */
  private void checkWritable() throws IOException {
    FileSystem fs = run.fileSystem();
    if (fs.exists(run.path())) { // else somebody has deleted it
      Path probe = new Path(run.path(), FILE + "-" + UUID.randomUUID()); // each task has its own
      fs.create(probe, false).close();
      fs.delete(probe, false);
    }
  }

  private static long modified(RunDirectory run) throws IOException {
    try {
      return run.fileSystem().getFileStatus(new Path(run.path(), FILE)).getModificationTime();
    } catch (FileNotFoundException e) {
      return 0;
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the work throws nothing
  private void every(Duration period, Runnable work) {
    // not at a fixed rate: polls that a file system has held up would follow at once
    long millis = Math.max(1, period.toMillis());
    thread.scheduleWithFixedDelay(work, 0, millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
    var unused = Time.awaitEnd(thread, Duration.ofSeconds(10)); // no file may appear after it
  }
}
