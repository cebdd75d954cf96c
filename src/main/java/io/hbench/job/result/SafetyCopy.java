package io.hbench.job.result;

import static io.hbench.figure.Format.format;

import io.hbench.job.barrier.ReferenceClock;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Recording;
import io.hbench.latency.Series;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.time.Time;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.commons.lang3.function.FailableSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copy of a task's records and facts in a file of its own, for whoever watches the run and for the
 * report of a run that is killed. A thread of its own writes it: neither the load nor the task
 * waits for the file system. When the file system fails, or stays behind, the copy ends there, and
 * the run goes on: its figures come from the reducer. Where there is none, in a findmax job, the
 * task fails.
 */
public final class SafetyCopy implements Recording.Sink, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SafetyCopy.class);

  /** Minutes of intervals of a few operations, and a small part of a task's heap. */
  static final long MAX_PENDING_BYTES = 32L << 20;

  /** Maximum wait for the file system at the end. */
  private static final long MAX_CLOSE_SECONDS = 60;

  private final boolean inSteps;
  private final long maxPending;

  /** Size in memory of the records of a process that are not written yet, in bytes. */
  final AtomicLong pending;

  private final Time time;
  private final ExecutorService thread;

  /** How long the thread may wait for its turn, besides. */
  private volatile Duration turn = Duration.ZERO;

  private RunDirectory directory;
  private TaskFile file;
  private volatile Optional<ReferenceClock.Stamp> stamp;

  /** Why the copy is incomplete; null while it is not. */
  private volatile String failure;

  /** Where the newest facts are until they are written. */
  private final AtomicReference<AtomicReference<TaskFacts>> newest =
      new AtomicReference<>(new AtomicReference<>());

  /**
   * @param pending of all tasks of the process, in bytes
   */
  public SafetyCopy(Time time, RunDirectory run, TaskFile file, AtomicLong pending) {
    this(time, run, file, pending, MAX_PENDING_BYTES, false);
  }

  /**
   * @param maxPending maximum size in memory of the records that are not written yet
   */
  SafetyCopy(
      Time time,
      RunDirectory run,
      TaskFile file,
      AtomicLong pending,
      long maxPending,
      boolean inSteps) {
    this.time = time;
    this.pending = pending;
    this.thread = time.threads("safety-copy", 1);
    this.directory = run;
    this.file = file;
    this.stamp = file.stamp();
    this.maxPending = maxPending;
    this.inSteps = inSteps;
  }

  /**
   * Makes the copy of a task of a findmax job, whose steps have a file each. The end of a step
   * flushes its file; {@link #next} closes it, and {@link #end} the last one.
   */
  public static SafetyCopy ofSteps(Time time, RunDirectory step, TaskFile first) {
    return new SafetyCopy(time, step, first, new AtomicLong(), MAX_PENDING_BYTES, true);
  }

  /**
   * Goes on to the file of the next step. What is accepted meanwhile waits in memory.
   *
   * @param wait how long to wait before, so that not all tasks call the file system at once
   */
  public void next(
      RunDirectory step, Duration wait, FailableSupplier<TaskFile, IOException> opener) {
    turn = wait;
    execute(
        () ->
            run(
                () -> {
                  sleep(wait);
                  file.close();
                  directory = step;
                  file = opener.get();
                  stamp = file.stamp();
                }));
  }

  private void sleep(Duration wait) throws IOException {
    try {
      time.sleep(wait);
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted before the file of the next step");
    }
  }

  /** The time at which the newest file was created, by the file system's clock. */
  public Optional<ReferenceClock.Stamp> stamp() {
    return stamp;
  }

  /** Takes a record that does not change any more. */
  @Override
  public void accept(Series series, LatencyRecord record) {
    if (failure != null) {
      return;
    }
    long size = record.footprint();
    if (pending.addAndGet(size) > maxPending) {
      fail(format("the file system is behind by more than %,d MB", maxPending >> 20));
    }
    execute(
        () -> {
          pending.addAndGet(-size);
          run(() -> file.accept(series, record));
        });
  }

  /** Does a step after those before, unless the copy has ended. */
  private void execute(Runnable step) {
    var unused = submit(step);
  }

  /** Does the same; the result is there when the step is done. */
  private CompletableFuture<Void> submit(Runnable step) {
    synchronized (thread) {
      return thread.isShutdown()
          ? CompletableFuture.completedFuture(null)
          : CompletableFuture.runAsync(step, thread);
    }
  }

  /**
   * Takes facts of the task, and flushes. They replace those that are not written yet: with all
   * acknowledged rows they may be large. Where the file has ended before, they go into a file that
   * is replaced each time: {@code load --resume} needs the acknowledged rows.
   */
  public void accept(TaskFacts facts) {
    AtomicReference<TaskFacts> held = new AtomicReference<>(facts);
    newest.getAndSet(held).set(null);
    execute(
        () -> {
          TaskFacts current = held.getAndSet(null);
          if (current != null) {
            run(() -> file.accept(current));
            run(file::flush);
            if (failure != null) {
              replace(current);
            }
          }
        });
  }

  private void replace(TaskFacts facts) {
    try {
      directory.writeJson(RunDirectory.taskFacts(facts.index()), facts);
    } catch (IOException | RuntimeException e) {
      LOG.warn("can't write the facts of task {}: {}", facts.index(), e.toString());
    }
  }

  @Override
  public void flush() {
    if (failure == null) {
      execute(() -> run(file::flush));
    }
  }

  private void run(FailableRunnable<IOException> step) {
    if (failure != null) {
      return;
    }
    try {
      step.run();
    } catch (IOException | RuntimeException | Error e) {
      fail(e.toString());
    }
  }

  private synchronized void fail(String why) {
    if (failure == null) {
      failure = why;
      LOG.warn("the task's own file of records ends here: {}", why);
    }
  }

  /** Why the file lacks records; empty if it has all that were accepted. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** Writes what is pending, and closes the file unless steps may follow. */
  public void finish() {
    if (inSteps) {
      await(submit(() -> run(file::show)));
    } else {
      end();
    }
  }

  /** Writes what is pending, and closes the file; later calls do nothing. */
  public void end() {
    CompletableFuture<Void> closed;
    synchronized (thread) {
      closed = submit(this::closeFile);
      thread.shutdown();
    }
    if (!await(closed)) {
      thread.shutdownNow();
    }
  }

  private void closeFile() {
    try {
      file.close(); // also after a failure: it ends the client's retries
    } catch (IOException | RuntimeException e) {
      fail(e.toString());
    }
  }

  private boolean await(CompletableFuture<Void> step) {
    try {
      time.get(step, TimeUnit.SECONDS.toNanos(MAX_CLOSE_SECONDS + turn.toSeconds()));
      return true;
    } catch (TimeoutException e) {
      fail("the file system did not answer for %d s".formatted(MAX_CLOSE_SECONDS));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail("interrupted");
    }
    return false;
  }

  @Override
  public void close() {
    finish();
  }
}
