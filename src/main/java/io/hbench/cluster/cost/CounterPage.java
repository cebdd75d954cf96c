package io.hbench.cluster.cost;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.hbench.rundir.server.ServerCounter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Metrics pages ({@code /jmx}) of region servers and DataNodes, and their counters. */
enum CounterPage {
  PROCESS(
      "java.lang:type=OperatingSystem",
      new Attribute("ProcessCpuTime", ServerCounter.CPU_SECONDS, 1e-9),
      new Attribute("CpuLoad", ServerCounter.HOST_CPU, 1),
      new Attribute("SystemCpuLoad", ServerCounter.HOST_CPU, 1),
      new Attribute("SystemLoadAverage", ServerCounter.HOST_LOAD, 1),
      new Attribute("AvailableProcessors", ServerCounter.HOST_PROCESSORS, 1),
      new Attribute("TotalPhysicalMemorySize", ServerCounter.HOST_MEMORY, 1),
      new Attribute("FreePhysicalMemorySize", ServerCounter.HOST_FREE_MEMORY, 1)),
  COLLECTIONS(
      "java.lang:type=GarbageCollector,name=*",
      new Attribute("CollectionCount", ServerCounter.GC_PAUSES, 1),
      new Attribute("CollectionTime", ServerCounter.GC_SECONDS, 1e-3)),
  /** From Java 21 on. */
  THREADS(
      "java.lang:type=Threading",
      new Attribute("TotalThreadAllocatedBytes", ServerCounter.ALLOCATED_BYTES, 1)),
  /** The beans of the three pages above and small ones, without those of memory and class path. */
  WHOLE_JVM(
      "java.lang:type=*r*a*,*",
      Stream.of(PROCESS, COLLECTIONS, THREADS)
          .flatMap(page -> page.attributes.stream())
          .toArray(Attribute[]::new)),
  RPC(
      "Hadoop:service=HBase,name=RegionServer,sub=IPC",
      new Attribute("receivedBytes", ServerCounter.RPC_BYTES_IN, 1),
      new Attribute("sentBytes", ServerCounter.RPC_BYTES_OUT, 1),
      new Attribute("ProcessCallTime_num_ops", ServerCounter.RPC_CALLS, 1),
      new Attribute("QueueCallTime_num_ops", ServerCounter.QUEUED_CALLS, 1),
      new Attribute("ProcessCallTime_mean", ServerCounter.RPC_SECONDS, 1e-3),
      new Attribute("QueueCallTime_mean", ServerCounter.QUEUE_SECONDS, 1e-3),
      new Attribute("ProcessCallTime_max", ServerCounter.LONGEST_CALL, 1e-3),
      new Attribute("QueueCallTime_max", ServerCounter.LONGEST_QUEUE, 1e-3),
      new Attribute("exceptions", ServerCounter.FAILED_CALLS, 1),
      new Attribute("exceptions.callQueueTooBig", ServerCounter.REFUSED_CALLS, 1),
      new Attribute("exceptions.NotServingRegionException", ServerCounter.MOVED_CALLS, 1),
      new Attribute("exceptions.RegionMovedException", ServerCounter.MOVED_CALLS, 1),
      new Attribute("exceptions.RegionTooBusyException", ServerCounter.BUSY_CALLS, 1),
      new Attribute("exceptions.rpcThrottling", ServerCounter.THROTTLED_CALLS, 1),
      new Attribute("numActiveHandler", ServerCounter.BUSY_HANDLERS, 1)),
  SERVER(
      "Hadoop:service=HBase,name=RegionServer,sub=Server",
      new Attribute("blockCacheHitCount", ServerCounter.CACHE_HITS, 1),
      new Attribute("blockCacheMissCount", ServerCounter.CACHE_MISSES, 1),
      new Attribute("blockCacheDataHitCount", ServerCounter.DATA_HITS, 1),
      new Attribute("blockCacheEncodedDataHitCount", ServerCounter.DATA_HITS, 1),
      new Attribute("l1CacheHitCount", ServerCounter.L1_HITS, 1),
      new Attribute("l1CacheMissCount", ServerCounter.L1_MISSES, 1),
      new Attribute("l2CacheHitCount", ServerCounter.L2_HITS, 1),
      new Attribute("l2CacheMissCount", ServerCounter.L2_MISSES, 1),
      new Attribute("blockCacheEvictionCount", ServerCounter.EVICTIONS, 1),
      new Attribute("l1CacheSize", ServerCounter.L1_BYTES, 1),
      new Attribute("l2CacheSize", ServerCounter.L2_BYTES, 1),
      new Attribute("percentFilesLocal", ServerCounter.FILES_LOCAL, 0.01),
      new Attribute("storeFileSize", ServerCounter.STORE_FILE_BYTES, 1),
      new Attribute("flushedOutputBytes", ServerCounter.FLUSHED_BYTES, 1),
      new Attribute("compactedInputBytes", ServerCounter.COMPACTED_BYTES_IN, 1),
      new Attribute("compactedOutputBytes", ServerCounter.COMPACTED_BYTES_OUT, 1)),
  WAL(
      "Hadoop:service=HBase,name=RegionServer,sub=WAL",
      new Attribute("appendCount", ServerCounter.WAL_APPENDS, 1),
      new Attribute("SyncTime_num_ops", ServerCounter.WAL_SYNCS, 1),
      new Attribute("SyncTime_max", ServerCounter.LONGEST_SYNC, 1e-3),
      new Attribute("SyncTime_mean", ServerCounter.WAL_SYNC_SECONDS, 1e-3)),
  IO(
      "Hadoop:service=HBase,name=RegionServer,sub=IO",
      new Attribute("FsReadTime_num_ops", ServerCounter.FILE_READS, 1),
      new Attribute("FsPReadTime_num_ops", ServerCounter.FILE_POSITIONED_READS, 1),
      new Attribute("FsPReadTime_mean", ServerCounter.FILE_READ_SECONDS, 1e-3),
      new Attribute("FsReadTime_max", ServerCounter.LONGEST_READ, 1e-3),
      new Attribute("FsPReadTime_max", ServerCounter.LONGEST_READ, 1e-3)),
  /** Of a DataNode, with its port behind the name, as several may be in a JVM. */
  DATA_NODE(
      "Hadoop:service=*,name=DataNodeActivity-*-",
      new Attribute("BytesWritten", ServerCounter.WRITTEN_BYTES, 1),
      new Attribute("BytesRead", ServerCounter.READ_BYTES, 1),
      new Attribute("BlocksWritten", ServerCounter.WRITTEN_BLOCKS, 1),
      new Attribute("BlocksRead", ServerCounter.READ_BLOCKS, 1),
      new Attribute("HeartbeatsNumOps", ServerCounter.HEARTBEATS, 1),
      new Attribute("FsyncNanosNumOps", ServerCounter.FSYNCS, 1),
      new Attribute("FsyncNanosAvgTime", ServerCounter.FSYNC_SECONDS, 1e-9));

  /** Pages of the JVM, of which the first has the time. */
  static final List<CounterPage> OF_JVM = List.of(PROCESS, COLLECTIONS, THREADS);

  static final List<CounterPage> OF_HBASE = List.of(RPC, SERVER, WAL, IO);

  /**
   * Collectors whose times are those of concurrent work, not of pauses. "G1 Concurrent GC" of Java
   * 20 and later has pauses alone (JDK-8297247).
   */
  private static final List<String> CONCURRENT = List.of("ConcurrentMarkSweep", "Cycles");

  /** Counts of calls between two bounds, in milliseconds; without those that are 0. */
  private static final Pattern RANGE =
      Pattern.compile("(Queue|Process)CallTime_TimeRangeCount_(\\d+)-(\\d+|inf)");

  private final String query;

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list
  private final List<Attribute> attributes;

  /**
   * An attribute of a bean.
   *
   * @param factor from its unit to that of the counter
   */
  private record Attribute(String name, String counter, double factor) {}

  CounterPage(String query, Attribute... attributes) {
    this.query = query;
    this.attributes = List.of(attributes);
  }

  String path() {
    return "/jmx?qry=" + query;
  }

  /**
   * The counters of a page; empty if it is not a metrics page but, for example, a login page, or if
   * HBase has just emptied it.
   */
  Map<String, Double> counters(String body) {
    Map<String, Double> counters = new HashMap<>();
    try {
      JsonObject page = JsonParser.parseString(body).getAsJsonObject();
      for (JsonElement bean : page.getAsJsonArray("beans")) {
        add(bean.getAsJsonObject(), counters);
        if (this == RPC) {
          addLongCalls(bean.getAsJsonObject(), counters);
        }
      }
    } catch (JsonParseException
        | IllegalStateException
        | ClassCastException
        | NullPointerException e) { // the last one without beans
      return Map.of();
    }
    return counters;
  }

  private void add(JsonObject bean, Map<String, Double> counters) {
    boolean named = (this == COLLECTIONS || this == WHOLE_JVM) && bean.has("Name");
    String name = named ? bean.get("Name").getAsString() : "";
    if (CONCURRENT.stream().anyMatch(name::contains)) {
      return;
    }
    for (String key : bean.keySet()) { // in the order in which the server has read them
      attributes.stream()
          .filter(attribute -> attribute.name.equals(key))
          .forEach(
              a ->
                  number(bean, key)
                      .ifPresent(n -> ServerCounter.add(a.counter, n * a.factor, counters)));
    }
  }

  private static void addLongCalls(JsonObject bean, Map<String, Double> counters) {
    if (!counters.containsKey(ServerCounter.LONGEST_QUEUE)) {
      return; // an empty page
    }
    List.of(ServerCounter.TIMED_CALLS, ServerCounter.LONG_QUEUES, ServerCounter.LONG_CALLS)
        .forEach(name -> counters.put(name, 0.0));
    for (String name : bean.keySet()) {
      Matcher range = RANGE.matcher(name);
      if (range.matches()) {
        boolean queue = range.group(1).equals("Queue");
        boolean isLong = Long.parseLong(range.group(2)) >= ServerCounter.LONG_MILLIS;
        String counter = queue ? ServerCounter.LONG_QUEUES : ServerCounter.LONG_CALLS;
        double calls = number(bean, name).orElse(0);
        ServerCounter.add(ServerCounter.TIMED_CALLS, queue ? calls : 0, counters);
        ServerCounter.add(counter, isLong ? calls : 0, counters);
      }
    }
  }

  private static OptionalDouble number(JsonObject bean, String name) {
    JsonElement value = bean.get(name);
    return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()
        ? DoubleStream.of(value.getAsDouble()).filter(number -> number >= 0).findFirst()
        : OptionalDouble.empty();
  }
}
