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
 * The rows that a task adds behind the loaded ones, and which of them are there already. It takes
 * no memory but for requests that are under way or have failed.
 *
 * <p>New rows are dealt out like cards over all threads of all tasks: no two of them insert the
 * same row. A row is there when its insert was acknowledged and all inserts before it of the same
 * thread have an answer.
 */
final class TaskInserts {
  private final KeyRange loaded;
  private final long firstThread;
  private final long totalThreads;
  private final ThreadInserts[] threads;

  TaskInserts(RunSpec spec, TaskSpec task) {
    this.loaded = spec.keys().range();
    this.firstThread = (long) task.index() * spec.load().threads();
    this.totalThreads = spec.totalThreads();
    this.threads = IntStream.range(0, spec.load().threads()).mapToObj(ThreadInserts::new).toArray(ThreadInserts[]::new);
  }

  ThreadInserts ofThread(int thread) {
    return threads[thread];
  }

  /** The new rows of one thread. Drawn and answered by one thread at a time; others look on. */
  final class ThreadInserts implements KeySequence {
    private final long first;
    private long drawn;

    /** So many of the first ones have an answer, one way or the other. */
    private volatile long settled;

    /** What was answered although something before it was not: the first of them, and how many. */
    private final Map<Long, Long> completedEarly = new HashMap<>();

    /** Those that may not be there. */
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

    /** So many were drawn. */
    long drawn() {
      return drawn;
    }

    /**
     * A request has its answer.
     *
     * @param from so many rows were drawn before those of the request
     * @param count rows that it inserted
     * @param written whether they are there now
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
      for (Long more = completedEarly.remove(end); more != null; more = completedEarly.remove(end)) {
        end += more;
      }
      settled = end;
    }

    /** The newest that is there, from so many of the first ones on backwards. */
    private long newestBefore(long end) {
      long index = end - 1;
      while (!missing.isEmpty() && index >= 0 && missing.contains(index)) {
        index--;
      }
      return index < 0 ? loaded.end() - 1 : row(index);
    }
  }

  /** For one thread, of all threads of the task. */
  NewestRows newest() {
    return new View();
  }

  /**
   * Threads take turns: the newest row of each, then the second newest of each, and so on; behind
   * all of them come the loaded rows.
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

    /** How deep that row lies: the largest depth above which there are no more rows than that. */
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
