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
 * Heartbeat of a task: reports its progress and counters to MapReduce every second, so that a
 * region server that hangs for ten minutes does not get the task killed. Also flushes the intervals
 * that have ended.
 */
final class Heartbeat implements AutoCloseable {
  private static final long PERIOD_MILLIS = 1_000;
  private static final int BEATS_BETWEEN_SAVING = 10;

  private final TaskAttemptContext context;
  private final TaskCounters counters;
  private final Map<LoadCounter, Long> reported = new EnumMap<>(LoadCounter.class);
  private final ScheduledExecutorService thread =
      Executors.newScheduledThreadPool(
          2, // writing may block, and MapReduce must get progress all the same
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
  private Failing failing;
  private long savedErrors;
  private long savedRows;
  private int beatsToSaving;
  private IOException failure;

  Heartbeat(TaskAttemptContext context, TaskCounters counters) {
    this.context = context;
    this.counters = counters;
    context.setStatus("connecting");
    alive = thread.scheduleAtFixedRate(context::progress, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    beats = thread.scheduleAtFixedRate(this::beatOrFail, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Writes the state of the task into the run directory. */
  @FunctionalInterface
  interface Saving {
    void save() throws IOException;
  }

  /** Ends the load with an error. */
  @FunctionalInterface
  interface Failing {
    void fail(String what, Throwable cause);
  }

  /**
   * Starts to flush the intervals of a recording when they have ended.
   *
   * @param newSaving called at the first failed requests and from time to time when there are more,
   *     and when rows were acknowledged
   * @param newFailing called if the heartbeat can't go on: without it nothing would be flushed, and
   *     the task would fail at its end
   */
  synchronized void started(
      Recording newRecording, Clock newClock, Saving newSaving, Failing newFailing) {
    failing = newFailing;
    recording = newRecording;
    clock = newClock;
    saving = newSaving;
    context.getCounter(LoadCounter.GROUP, LoadCounter.TASKS_STARTED.name()).increment(1);
  }

  /** Stops saving: the task writes its final state itself. */
  synchronized void ended() {
    saving = null;
  }

  /** Reports a last time: afterwards the counters are complete. */
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

  private void beatOrFail() {
    try {
      beat();
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        if (failing != null) {
          failing.fail("the heartbeat stopped", e);
        }
      }
      throw e;
    }
  }

  private synchronized void beat() {
    if (recording == null) {
      return;
    }
    count(LoadCounter.REQUESTS, counters.requests());
    count(LoadCounter.ERRORS, counters.errors());
    count(LoadCounter.ROWS, counters.rows());
    count(LoadCounter.ROWS_NOT_FOUND, counters.notFound());
    count(LoadCounter.WARMUP_REQUESTS, counters.warmupRequests());
    count(LoadCounter.WARMUP_ERRORS, counters.warmupErrors());
    count(LoadCounter.DROPPED_REQUESTS, counters.dropped());
    count(LoadCounter.STALE_ROWS, counters.staleRows());
    count(LoadCounter.SCAN_RPC_CALLS, counters.scans().rpcs());
    count(LoadCounter.SCAN_REMOTE_RPC_CALLS, counters.scans().remoteRpcs());
    count(LoadCounter.SCAN_REGIONS, counters.scans().regions());
    count(LoadCounter.SCAN_BYTES, counters.scans().bytes());
    count(
        LoadCounter.ELAPSED_TIME,
        counters.threadNanos().stream().mapToLong(TimeUnit.NANOSECONDS::toMillis).sum());
    context.setStatus(counters.requests() + " requests, " + counters.errors() + " errors");
    try {
      recording.flush(clock.nanos());
      save();
    } catch (IOException e) {
      failure = e; // the task fails when it closes this
    }
  }

  private void save() throws IOException {
    beatsToSaving--;
    long rows = counters.acknowledgedRows();
    boolean failures = counters.errors() > savedErrors && beatsToSaving <= 0;
    if (saving != null && (failures || rows > savedRows)) {
      savedErrors = counters.errors();
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
