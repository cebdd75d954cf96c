package io.hbench.rundir;

import io.hbench.figure.Unit;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.lang3.math.NumberUtils;

/**
 * What is kept of a process: the register of all items. Those with a setting of HBase or HDFS are
 * of region servers alone. No other setting is kept, as some are secrets.
 */
public enum SetupItem {
  JDK("JDK", null, null),
  GC("GC", null, null),
  /** Of memstores, L1 and requests; its size makes pauses longer. */
  HEAP("heap", null, Unit.BYTES),
  /** Bounds of pauses, pools and threads. */
  JVM_FLAGS("JVM flags", null, null),
  /** Of the machine or container of a region server, as the next one. */
  PROCESSORS("processors", null, null),
  MEMORY("memory", null, Unit.BYTES),
  /** The version of HDFS's client. */
  HADOOP("Hadoop", null, null),
  /** Requests that a server works on at a time. */
  HANDLERS("handlers", "hbase.regionserver.handler.count", null),
  /** Handlers wait for each other at one queue; shares of queues are free of writes or scans. */
  QUEUES("queues per handler", "hbase.ipc.server.callqueue.handler.factor", null),
  READ_QUEUES("read queues", "hbase.ipc.server.callqueue.read.ratio", Unit.SHARE),
  SCAN_QUEUES("scan queues", "hbase.ipc.server.callqueue.scan.ratio", Unit.SHARE),
  /** Encryption takes CPU for each byte. */
  RPC_PROTECTION("RPC protection", "hbase.rpc.protection", null),
  /** Share of the heap: what is in it needs no read of a file. */
  L1("L1", "hfile.block.cache.size", Unit.SHARE),
  L1_POLICY("L1 policy", "hfile.block.cache.policy", null),
  /** Without it, data share the heap with all else. */
  L2("L2 MB", "hbase.bucketcache.size", null),
  L2_ENGINE("L2 engine", "hbase.bucketcache.ioengine", null),
  /** How a write becomes durable, as the next five. */
  WAL("WAL", "hbase.wal.provider", null),
  WAL_CODEC("WAL codec", "hbase.regionserver.wal.codec", null),
  WAL_COMPRESSION("WAL compression", "hbase.regionserver.wal.enablecompression", null),
  WAL_HSYNC("WAL hsync", "hbase.wal.hsync", null),
  WAL_STORAGE("WAL storage", "hbase.wal.storage.policy", null),
  REPLICAS("HDFS replicas", "dfs.replication", null),
  /** Milliseconds after which a server reads the quotas again. */
  QUOTA_PERIOD("quota refresh ms", "hbase.quota.refresh.period", null),
  /** When memory is written to files, and when writes wait for it. */
  FLUSH_SIZE("memstore flush", "hbase.hregion.memstore.flush.size", Unit.BYTES),
  MEMSTORES("memstores", "hbase.regionserver.global.memstore.size", Unit.SHARE),
  BLOCKING_FILES("blocking store files", "hbase.hstore.blockingStoreFiles", null),
  /** How fast files are merged, beside the load. */
  SMALL_COMPACTIONS("small compactions", "hbase.regionserver.thread.compaction.small", null),
  LARGE_COMPACTIONS("large compactions", "hbase.regionserver.thread.compaction.large", null),
  COMPACTION_BOUND(
      "compaction bound", "hbase.hstore.compaction.throughput.higher.bound", Unit.BYTES_PER_SECOND),
  /** Reads of local files without a DataNode, or from two of them. */
  SHORT_CIRCUIT("short-circuit reads", "dfs.client.read.shortcircuit", null),
  HEDGED_READS("hedged reads", "dfs.client.hedged.read.threadpool.size", null);

  /** The value of a setting that a server lacks: that of its version of HBase. */
  public static final String DEFAULT = "default";

  private final String label;
  private final String setting;
  private final Unit unit;

  SetupItem(String label, String setting, Unit unit) {
    this.label = label;
    this.setting = setting;
    this.unit = unit;
  }

  /** Its name in files: that of the setting, if it is one. */
  public String key() {
    return setting == null ? label : setting;
  }

  public String label() {
    return label;
  }

  public String text(String value) {
    return unit == null || !NumberUtils.isParsable(value)
        ? value
        : unit.text(Double.parseDouble(value));
  }

  /** Those of HBase and HDFS. */
  public static List<SetupItem> settings() {
    return Arrays.stream(values()).filter(item -> item.setting != null).toList();
  }
}
