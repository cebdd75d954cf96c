package io.hbench.rundir.server;

import java.util.List;
import java.util.Map;

/**
 * Names of the counters of region servers in {@link ServerSamples}. They only grow, but for levels
 * and for those of a refresh, which say what ended since the refresh before.
 */
public final class ServerCounter {
  public static final String CPU_SECONDS = "cpuSeconds";
  public static final String GC_PAUSES = "gcPauses";
  public static final String GC_SECONDS = "gcSeconds";
  public static final String ALLOCATED_BYTES = "allocatedBytes";
  public static final String RPC_BYTES_IN = "rpcBytesIn";
  public static final String RPC_BYTES_OUT = "rpcBytesOut";
  public static final String RPC_CALLS = "rpcCalls";

  /** Time of handlers, in steps of a millisecond for each call. */
  public static final String RPC_SECONDS = "rpcSeconds";

  public static final String QUEUED_CALLS = "queuedCalls";

  /** Time in queues, in steps of a millisecond for each call. */
  public static final String QUEUE_SECONDS = "queueSeconds";

  /** Not a counter but a level: handlers at work. */
  public static final String BUSY_HANDLERS = "busyHandlers";

  /** Blocks that the block cache had. */
  public static final String CACHE_HITS = "cacheHits";

  /** Blocks that it did not have. */
  public static final String CACHE_MISSES = "cacheMisses";

  /** Blocks of data that it had, encoded or not; other blocks are of indexes and Bloom filters. */
  public static final String DATA_HITS = "dataHits";

  public static final String L1_HITS = "l1Hits";
  public static final String L1_MISSES = "l1Misses";
  public static final String L2_HITS = "l2Hits";
  public static final String L2_MISSES = "l2Misses";
  public static final String EVICTIONS = "evictions";

  /** A level, as the next ones. */
  public static final String L1_BYTES = "l1Bytes";

  public static final String L2_BYTES = "l2Bytes";

  /** Share of the store files' bytes that are on the server's own machine. */
  public static final String FILES_LOCAL = "filesLocal";

  public static final String STORE_FILE_BYTES = "storeFileBytes";

  public static final String FILE_READS = "fileReads";
  public static final String FILE_POSITIONED_READS = "filePositionedReads";

  /** Time of reads by position, in steps of a millisecond for each read. */
  public static final String FILE_READ_SECONDS = "fileReadSeconds";

  public static final String FLUSHED_BYTES = "flushedBytes";
  public static final String COMPACTED_BYTES_IN = "compactedBytesIn";
  public static final String COMPACTED_BYTES_OUT = "compactedBytesOut";
  public static final String WAL_APPENDS = "walAppends";
  public static final String WAL_SYNCS = "walSyncs";

  /** Time of syncs, in steps of a millisecond for each sync. */
  public static final String WAL_SYNC_SECONDS = "walSyncSeconds";

  /** Calls that were refused because the queue was full. */
  public static final String REFUSED_CALLS = "refusedCalls";

  /** Calls that failed, the refused ones included. */
  public static final String FAILED_CALLS = "failedCalls";

  /** Calls that were refused because the server did not have the region, or no longer. */
  public static final String MOVED_CALLS = "movedCalls";

  /** Calls that were refused because the region had to flush its memstore first. */
  public static final String BUSY_CALLS = "busyCalls";

  /** Calls that were refused because of a quota. */
  public static final String THROTTLED_CALLS = "throttledCalls";

  /** Of a refresh: longest time in the queue of a call that ended. */
  public static final String LONGEST_QUEUE = "longestQueueSeconds";

  /** Of a refresh: longest time in a handler. */
  public static final String LONGEST_CALL = "longestCallSeconds";

  /** Of a refresh: longest sync of a WAL. */
  public static final String LONGEST_SYNC = "longestSyncSeconds";

  /** Of a refresh: longest read of a file, by position or as a stream. */
  public static final String LONGEST_READ = "longestReadSeconds";

  /** Of a refresh: calls with more than {@link #LONG_MILLIS} in the queue. */
  public static final String LONG_QUEUES = "longQueues";

  /** Of a refresh: calls with more than {@link #LONG_MILLIS} in a handler. */
  public static final String LONG_CALLS = "longCalls";

  /**
   * Of a refresh: calls whose times it has. Fewer than {@link #QUEUED_CALLS} has grown by, if
   * others than HBase's pages, such as a sink of its metrics, have taken values away.
   */
  public static final String TIMED_CALLS = "timedCalls";

  /** Of a refresh: its maximum age when it was seen. */
  public static final String AGE = "ageSeconds";

  /** Of the process, by the master; of the servers of a large cluster. */
  public static final String START_CODE = "startCode";

  /** One of the bounds between which HBase counts times. */
  public static final int LONG_MILLIS = 30;

  /** Counters of a refresh of which the largest one is that of several refreshes. */
  static final List<String> LARGEST =
      List.of(LONGEST_QUEUE, LONGEST_CALL, LONGEST_SYNC, LONGEST_READ, AGE);

  /** Counters of a refresh whose sum is that of several refreshes. */
  static final List<String> SUMMED = List.of(LONG_QUEUES, LONG_CALLS, TIMED_CALLS);

  /**
   * A level, as the next ones: share of CPU time that the machine used since the reading before.
   */
  public static final String HOST_CPU = "hostCpu";

  public static final String HOST_LOAD = "hostLoad";

  public static final String HOST_PROCESSORS = "hostProcessors";
  public static final String HOST_MEMORY = "hostMemoryBytes";
  public static final String HOST_FREE_MEMORY = "hostFreeMemoryBytes";

  /** Of a DataNode, since its start, as the next ones. */
  public static final String WRITTEN_BYTES = "writtenBytes";

  public static final String READ_BYTES = "readBytes";
  public static final String WRITTEN_BLOCKS = "writtenBlocks";
  public static final String READ_BLOCKS = "readBlocks";
  public static final String FSYNCS = "fsyncs";
  public static final String FSYNC_SECONDS = "fsyncSeconds";

  /** Of a DataNode, every three seconds: its page is a new one if they have changed. */
  public static final String HEARTBEATS = "heartbeats";

  /** A level: 1 for a DataNode that others have reported as slow, by the NameNode; else 0. */
  public static final String SLOW_PEER = "slowPeer";

  private ServerCounter() {}

  /** Adds what one attribute of a page says to a counter that may have several. */
  public static void add(String counter, double value, Map<String, Double> counters) {
    if (!counter.equals(HOST_CPU) || !counters.containsKey(counter)) { // the second is of no time
      counters.merge(counter, value, LARGEST.contains(counter) ? Math::max : Double::sum);
    }
  }
}
