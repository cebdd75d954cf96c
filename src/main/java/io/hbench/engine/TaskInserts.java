package io.hbench.engine;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.data.NewestRows;
import io.hbench.spec.KeySpec;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.stream.IntStream;

/**
 * New rows that a task inserts after the loaded ones. Tracks which of them are in the table: the
 * memory grows only with requests in flight and with failed or dropped ones, and the latter has a
 * limit. Behind it, some rows that are in the table are not among the newest ones.
 *
 * <p>New rows alternate between all threads of all tasks, so no two threads insert the same row. A
 * row counts as inserted when its insert was acknowledged and all earlier inserts of the same
 * thread have completed.
 */
final class TaskInserts {
  /** Maximum number of ranges of missing rows, of all threads: some 10 MB. */
  private static final int MAX_MISSING_RANGES = 100_000;

  private static final int MIN_MISSING_RANGES_OF_THREAD = 100;

  private final KeySpec keys;

  /** Places of the rows that are in the table at the start. */
  private final KeyRange loaded;

  private final long firstThread;
  private final long totalThreads;
  private final ThreadInserts[] threads;

  TaskInserts(RunSpec spec, TaskSpec task) {
    this.keys = spec.keys();
    this.loaded = keys.placesBeforeInserts();
    this.firstThread = (long) task.index() * spec.load().threads();
    this.totalThreads = spec.totalThreads();
    int ofTask = spec.load().threads();
    this.threads =
        IntStream.range(0, ofTask)
            .mapToObj(thread -> new ThreadInserts(thread, ofTask))
            .toArray(ThreadInserts[]::new);
  }

  ThreadInserts ofThread(int thread) {
    return threads[thread];
  }

  /** New rows of one thread. One thread at a time draws and completes them; others may read. */
  final class ThreadInserts implements KeySequence {
    private final long first;
    private long drawn;

    /** Number of the first rows whose inserts have completed, successfully or not. */
    private volatile long settled;

    /** Indexes of rows whose inserts have completed after one in flight. */
    final IndexRanges completedEarly = new IndexRanges(Integer.MAX_VALUE);

    /** Indexes of rows whose inserts failed or were dropped: they may not be in the table. */
    final IndexRanges missing;

    private ThreadInserts(int thread, int ofTask) {
      this.first = loaded.end() + firstThread + thread;
      this.missing =
          new IndexRanges(Math.max(MIN_MISSING_RANGES_OF_THREAD, MAX_MISSING_RANGES / ofTask));
    }

    @Override
    public long next() {
      return row(drawn++);
    }

    private long row(long index) {
      return keys.row(Math.addExact(first, Math.multiplyExact(index, totalThreads)));
    }

    /** Number of rows drawn. */
    long drawn() {
      return drawn;
    }

    /**
     * Takes a completed request.
     *
     * @param from number of rows drawn before those of the request
     * @param count number of rows that it inserts
     */
    void completed(long from, long count, boolean written) {
      if (count == 0) {
        return;
      }
      if (!written) {
        missing.add(from, from + count);
      }
      if (from == settled) {
        settled = completedEarly.remove(from + count);
      } else {
        completedEarly.add(from, from + count);
      }
    }

    /** Newest row in the table among the first rows up to an index. */
    private long newestBefore(long end) {
      long index = missing.lastOutside(end - 1);
      return index < 0 ? keys.row(loaded.end() - 1) : row(index);
    }
  }

  /** View for one thread on the newest rows of all threads of the task. */
  NewestRows newest() {
    return new View();
  }

  /**
   * Newest rows of the threads, alternating: the newest row of each thread, then the second newest
   * of each, and so on; then the loaded rows.
   */
  private final class View implements NewestRows {
    private final long[] settled = new long[threads.length];

    @Override
    public long count() {
      long count = loaded.size();
      for (ThreadInserts thread : threads) {
        count += thread.settled;
      }
      return count;
    }

    @Override
    public long row(long back) {
      long inserted = 0;
      long min = Long.MAX_VALUE;
      long max = 0;
      for (int i = 0; i < threads.length; i++) {
        long n = threads[i].settled;
        settled[i] = n;
        inserted += n;
        min = Math.min(min, n);
        max = Math.max(max, n);
      }
      if (back >= inserted) {
        return keys.row(loaded.end() - 1 - (back - inserted));
      }
      long depth = back / threads.length;
      if (depth >= min) {
        depth = search(back, min, max);
      }
      long skip = back - above(depth);
      for (int i = 0; i < threads.length; i++) {
        if (settled[i] > depth && skip-- == 0) {
          return threads[i].newestBefore(settled[i] - depth);
        }
      }
      throw new IllegalStateException("no row " + back + " of " + inserted);
    }

    /** Depth of a row: the largest depth above which there are at max that many rows. */
    private long search(long back, long from, long to) {
      long low = from;
      long high = to;
      while (high - low > 1) {
        long middle = (low + high) >>> 1;
        if (above(middle) <= back) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }

    private long above(long depth) {
      long rows = 0;
      for (long n : settled) {
        rows += Math.min(n, depth);
      }
      return rows;
    }
  }
}
