package io.hbench.job;

import io.hbench.time.Time;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.hadoop.util.Progressable;

/**
 * Heartbeat of a task: reports to MapReduce every second that the task is alive, so that a region
 * server that hangs for ten minutes does not get the task killed, and runs the task's periodic
 * work.
 */
final class Heartbeat implements AutoCloseable {
  private static final long PERIOD_MILLIS = 1_000;

  private final ScheduledExecutorService thread;
  private final ScheduledFuture<?> alive;
  private final ScheduledFuture<?> beats;
  private FailableRunnable<IOException> beat = () -> {};
  private BiConsumer<String, Throwable> failing = (what, cause) -> {};

  Heartbeat(Time time, Progressable task) {
    // two: the periodic work may block, and MapReduce must get progress all the same
    thread = time.threads("heartbeat", 2);
    alive = thread.scheduleAtFixedRate(task::progress, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    beats = thread.scheduleAtFixedRate(this::beatOrFail, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Starts the periodic work.
   *
   * @param newFailing ends the load with an error if it fails: without it nothing would be counted
   *     or flushed, and the task would fail at its end
   */
  synchronized void started(
      FailableRunnable<IOException> newBeat, BiConsumer<String, Throwable> newFailing) {
    beat = newBeat;
    failing = newFailing;
  }

  /** Does the periodic work a last time. */
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
  }

  private void beatOrFail() {
    try {
      beat();
    } catch (IOException | RuntimeException | Error e) {
      synchronized (this) {
        failing.accept("the heartbeat stopped", e);
      }
      throw new IllegalStateException(e); // ends the periodic work
    }
  }

  private synchronized void beat() throws IOException {
    beat.run();
  }
}
