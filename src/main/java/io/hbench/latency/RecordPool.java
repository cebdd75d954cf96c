package io.hbench.latency;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Pool of the records that the recorders of a task fill: all of the same size, and limited in
 * number by a budget of memory. Warm-up and window share it.
 */
final class RecordPool {
  /** Share of the JVM's memory: the rest is for HBase's client and its requests. */
  private static final int SHARE_OF_HEAP = 4;

  private final Deque<LatencyRecord> free = new ArrayDeque<>();
  private final long max;
  private long made;

  /**
   * @param budget maximum size of all records, in bytes
   */
  RecordPool(long budget) {
    this.max = budget / LatencyRecord.limited().footprint();
  }

  /**
   * Makes a pool for a quarter of a task's heap.
   *
   * @param share the task's share of the JVM's maximum heap
   */
  static RecordPool ofHeap(double share) {
    return new RecordPool((long) (share * Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
  }

  /**
   * Takes an empty record of latencies up to {@link LatencyRecord#LIMIT}; null if all are taken.
   */
  synchronized LatencyRecord take() {
    LatencyRecord record = free.pollLast();
    if (record == null && made < max) {
      made++;
      return LatencyRecord.limited();
    }
    return record;
  }

  /** Takes a record back, and clears it. */
  synchronized void giveBack(LatencyRecord record) {
    record.clear();
    free.addLast(record);
  }

  /** Number of records that are taken. */
  synchronized long taken() {
    return made - free.size();
  }

  /** Size of all records, taken and free, in bytes. */
  synchronized long footprint() {
    return made * LatencyRecord.limited().footprint();
  }
}
