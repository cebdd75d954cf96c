package io.hbench.replay;

import io.hbench.time.Time;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

/**
 * The requests of a task's threads. Each thread has the rows whose hash is its own, so that one
 * thread has all requests for a row, in their order. It reads the whole file, a block of its
 * requests ahead of the load.
 */
public final class TaskRequests implements Closeable {
  /** Columns of the requests that are read ahead: seconds of the load of a thread. */
  private static final int BLOCK = 20_000;

  private final Time time;
  private final boolean hashes;
  private final long all;
  private final ExecutorService readers;
  private final List<OfThread> threads = new ArrayList<>();

  /**
   * Reads the first requests of each thread.
   *
   * @param ofTask number of threads of each task
   * @param all number of threads of all tasks
   */
  public TaskRequests(
      Time time, Configuration conf, RecordedLoad load, int task, int ofTask, long all)
      throws IOException {
    this.time = time;
    this.hashes = load.rows() == RecordedLoad.RowKeys.HASHED;
    this.all = all;
    this.readers = time.threads("replay", ofTask);
    try {
      for (int i = 0; i < ofTask; i++) {
        RequestFile file = new RequestFile(conf, new Path(load.file()));
        threads.add(new OfThread(file.open(), (long) task * ofTask + i));
      }
      for (OfThread thread : threads) {
        thread.block = thread.read();
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The thread that has a row, from 0. */
  static long owner(String row, long threads) {
    // with 31 threads, a String's own hash would be that of its last character
    return Math.floorMod((row.hashCode() * 0x9E3779B97F4A7C15L) >>> Integer.SIZE, threads);
  }

  /** The next request of a thread; null after the last one. */
  public RecordedRequest next(int thread) {
    return threads.get(thread).next();
  }

  /** Whether the next request of a thread is read. */
  public boolean isReady(int thread) {
    return threads.get(thread).isReady();
  }

  @Override
  public void close() {
    readers.shutdownNow();
    threads.forEach(thread -> IOUtils.closeStream(thread.file));
  }

  private final class OfThread {
    private final RequestFile.Reader file;
    private final long number;
    private Queue<RecordedRequest> block;

    /** The block after it; null if that is not being read. */
    private CompletableFuture<Queue<RecordedRequest>> following;

    OfThread(RequestFile.Reader file, long number) {
      this.file = file;
      this.number = number;
    }

    boolean isReady() {
      return !block.isEmpty() || following == null || following.isDone();
    }

    RecordedRequest next() {
      if (block.isEmpty() && following != null) {
        block = await(following);
        following = null;
      }
      if (following == null && !block.isEmpty()) {
        following = CompletableFuture.supplyAsync(this::read, readers);
      }
      return block.poll();
    }

    /** Waits also if the thread is interrupted: the load ends then, and counts what it drops. */
    private Queue<RecordedRequest> await(CompletableFuture<Queue<RecordedRequest>> result) {
      boolean interrupted = false;
      try {
        while (true) {
          try {
            return time.get(result, Long.MAX_VALUE);
          } catch (InterruptedException e) {
            interrupted = true; // closing ends the wait
          }
        }
      } catch (ExecutionException | TimeoutException e) {
        throw new IllegalStateException(e.getCause());
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    private Queue<RecordedRequest> read() {
      Queue<RecordedRequest> own = new ArrayDeque<>();
      int columns = 0;
      try {
        while (columns < BLOCK) {
          RecordedRequest next = file.next();
          if (next == null) {
            break;
          }
          RecordedRequest sent = hashes ? next.withHashedRow() : next;
          if (owner(sent.row(), all) == number) {
            own.add(sent);
            columns += 1 + sent.columns().size();
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return own;
    }
  }
}
