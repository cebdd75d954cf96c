package io.hbench.job;

import io.hbench.engine.Clock;
import io.hbench.engine.TaskCounters;
import io.hbench.latency.Recording;
import io.hbench.rundir.LoadCounter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Tells the framework every second that the task lives and how far it is, whatever its requests do:
 * a region server that hangs for ten minutes must not get the task killed. Also lets go of
 * intervals that are over.
 */
final class Heartbeat implements AutoCloseable {
  private static final long PERIOD_MILLIS = 1_000;
  private static final int BEATS_BETWEEN_SAVING = 10;

  private final TaskAttemptContext context;
  private final TaskCounters tally;
  private final Map<LoadCounter, Long> reported = new EnumMap<>(LoadCounter.class);
  private final ScheduledExecutorService thread =
      Executors.newScheduledThreadPool(
          2, // writing may block, and the framework must hear of us all the same
          work -> {
            Thread t = new Thread(work, "heartbeat");
            t.setDaemon(true);
            return t;
          });

  private final ScheduledFuture<?> alive;
  private final ScheduledFuture<?> beats;
  private Recording recording;
  private Clock clock;
  private Saving saving;
  private long savedErrors;
  private long savedRows;
  private int beatsToSaving;
  private IOException failure;

  Heartbeat(TaskAttemptContext context, TaskCounters tally) {
    this.context = context;
    this.tally = tally;
    context.setStatus("connecting");
    alive = thread.scheduleAtFixedRate(context::progress, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    beats = thread.scheduleAtFixedRate(this::beat, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Does something with files. */
  @FunctionalInterface
  interface Saving {
    void save() throws IOException;
  }

  /**
   * From here on intervals of the recording are let go when they are over.
   *
   * @param newSaving called at the first failed requests, and now and then when there are more; and
   *     when rows were written that must not be lost again
   */
  synchronized void started(Recording newRecording, Clock newClock, Saving newSaving) {
    recording = newRecording;
    clock = newClock;
    saving = newSaving;
    context.getCounter(LoadCounter.GROUP, LoadCounter.TASKS_STARTED.name()).increment(1);
  }

  /** The task writes its own last words: nothing must come after them. */
  synchronized void ended() {
    saving = null;
  }

  /** The last beat: afterwards the counters hold everything. */
  @Override
  public void close() throws IOException {
    thread.shutdown();
    try {
      thread.awaitTermination(1, TimeUnit.MINUTES);
      for (ScheduledFuture<?> periodic : List.of(alive, beats)) {
        if (periodic.isDone() && !periodic.isCancelled()) {
          periodic.get(); // it is done only if it threw something
        }
      }
    } catch (ExecutionException e) {
      throw new IOException("the heartbeat stopped", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted at the last heartbeat");
    }
    beat();
    synchronized (this) {
      if (failure != null) {
        throw failure;
      }
    }
  }

  private synchronized void beat() {
    if (recording == null) {
      return;
    }
    count(LoadCounter.REQUESTS, tally.requests());
    count(LoadCounter.ERRORS, tally.errors());
    count(LoadCounter.ROWS, tally.rows());
    count(LoadCounter.EMPTY, tally.empty());
    count(LoadCounter.WARMUP_REQUESTS, tally.warmupRequests());
    count(LoadCounter.WARMUP_ERRORS, tally.warmupErrors());
    count(LoadCounter.UNSENT, tally.unsent());
    count(LoadCounter.STALE_ROWS, tally.stale());
    count(LoadCounter.SCAN_RPC_CALLS, tally.scans().rpcs());
    count(LoadCounter.SCAN_REMOTE_RPC_CALLS, tally.scans().remoteRpcs());
    count(LoadCounter.SCAN_REGIONS, tally.scans().regions());
    count(LoadCounter.SCAN_BYTES, tally.scans().bytes());
    count(
        LoadCounter.ELAPSED_TIME,
        tally.threadNanos().stream().mapToLong(TimeUnit.NANOSECONDS::toMillis).sum());
    context.setStatus(tally.requests() + " requests, " + tally.errors() + " errors");
    try {
      recording.flush(clock.nanos());
      save();
    } catch (IOException e) {
      failure = e; // the task fails when it closes this
    }
  }

  private void save() throws IOException {
    beatsToSaving--;
    long rows = tally.acknowledgedRows();
    boolean failures = tally.errors() > savedErrors && beatsToSaving <= 0;
    if (saving != null && (failures || rows > savedRows)) {
      savedErrors = tally.errors();
      savedRows = rows;
      beatsToSaving = BEATS_BETWEEN_SAVING;
      saving.save();
    }
  }

  private void count(LoadCounter counter, long now) {
    Long before = reported.put(counter, now);
    context
        .getCounter(LoadCounter.GROUP, counter.name())
        .increment(now - (before == null ? 0 : before));
  }
}
