package io.hbench.engine;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.data.NewestRows;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * New rows that a task inserts after the loaded ones. Tracks which of them are in the table; the
 * memory grows only with requests in flight and failed requests.
 *
 * <p>New rows alternate between all threads of all tasks, so no two threads insert the same row. A
 * row counts as inserted when its insert was acknowledged and all earlier inserts of the same
 * thread have completed.
 */
final class TaskInserts {
  private final KeyRange loaded;
  private final long firstThread;
  private final long totalThreads;
  private final ThreadInserts[] threads;

  TaskInserts(RunSpec spec, TaskSpec task) {
    this.loaded = spec.keys().rowsBeforeInserts();
    this.firstThread = (long) task.index() * spec.load().threads();
    this.totalThreads = spec.totalThreads();
    this.threads =
        IntStream.range(0, spec.load().threads())
            .mapToObj(ThreadInserts::new)
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

    /** Completed inserts after one in flight: number of rows by the index of the first. */
    private final Map<Long, Long> completedEarly = new HashMap<>();

    /** Indexes of rows whose inserts failed: they may not be in the table. */
    private final Set<Long> missing = ConcurrentHashMap.newKeySet();

    private ThreadInserts(int thread) {
      this.first = loaded.end() + firstThread + thread;
    }

    @Override
    public long next() {
      return row(drawn++);
    }

    private long row(long index) {
      return Math.addExact(first, Math.multiplyExact(index, totalThreads));
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
     * @param written whether it succeeded
     */
    void completed(long from, long count, boolean written) {
      if (count == 0) {
        return;
      }
      for (long i = from; !written && i < from + count; i++) {
        missing.add(i);
      }
      long end = settled;
      if (from != end) {
        completedEarly.put(from, count);
        return;
      }
      end += count;
      for (Long more = completedEarly.remove(end);
          more != null;
          more = completedEarly.remove(end)) {
        end += more;
      }
      settled = end;
    }

    /** Newest row in the table among the first rows up to an index. */
    private long newestBefore(long end) {
      long index = end - 1;
      while (!missing.isEmpty() && index >= 0 && missing.contains(index)) {
        index--;
      }
      return index < 0 ? loaded.end() - 1 : row(index);
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
        return loaded.end() - 1 - (back - inserted);
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
