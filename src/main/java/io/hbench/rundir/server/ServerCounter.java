package io.hbench.rundir.server;

/** Names of the counters of region servers in {@link ServerSamples}. All but one only grow. */
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

  public static final String FILE_READS = "fileReads";
  public static final String FILE_POSITIONED_READS = "filePositionedReads";
  public static final String FLUSHED_BYTES = "flushedBytes";
  public static final String COMPACTED_BYTES_IN = "compactedBytesIn";
  public static final String COMPACTED_BYTES_OUT = "compactedBytesOut";
  public static final String WAL_APPENDS = "walAppends";
  public static final String WAL_SYNCS = "walSyncs";

  /** Time of syncs, in steps of a millisecond for each sync. */
  public static final String WAL_SYNC_SECONDS = "walSyncSeconds";

  private ServerCounter() {}
}
