package io.hbench.compat.pe;

import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.Scan.ReadType;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/**
 * The register of PerformanceEvaluation's options, with its names and defaults. The help of each
 * names the settings of hbench, and intended differences.
 */
public final class PeOptions {
  private static final List<Setting<?>> ALL = new ArrayList<>();
  private static final String NO_EFFECT = "no effect, as in PerformanceEvaluation";

  static final Setting<Boolean> NOMAPRED =
      flag("nomapred", "`--local --tasks 1`: the clients are threads of this JVM");
  static final Setting<Long> ROWS =
      add(
          "rows",
          "1048576",
          SettingType.COUNT,
          "`--row-budget` and `--rows`, for all clients together");
  static final Setting<BigDecimal> SIZE =
      add("size", "", SettingType.GIBIBYTES, "`--rows`; also fractions of a GiB");
  static final Setting<Long> START_ROW =
      add(
          "startRow",
          "0",
          SettingType.COUNT_OR_ZERO,
          "`--first-row` of sequential commands; the clients share the rows");
  static final Setting<Integer> CYCLES =
      add(
          "cycles",
          "1",
          SettingType.SMALL_COUNT,
          "multiple of `--row-budget`; repeated rows count in the rates");
  static final Setting<Double> SAMPLE_RATE =
      add(
          "sampleRate",
          "1.0",
          SettingType.SAMPLE,
          "share of `--row-budget`; `--stride` of sequential commands");
  static final Setting<Long> MEASURE_AFTER =
      add(
          "measureAfter",
          "0",
          SettingType.COUNT_OR_ZERO,
          "`--warmup-rows`; with 0, the first request counts");
  static final Setting<Long> PERIOD =
      add("period", "", SettingType.COUNT, "no effect: progress is printed at time intervals");
  static final Setting<Long> LATENCY_THRESHOLD =
      add(
          "latencyThreshold",
          "0",
          SettingType.COUNT_OR_ZERO,
          "`--latency-threshold` in milliseconds, for all clients together");
  static final Setting<String> TABLE = add("table", "TestTable", SettingType.TEXT, "`--table`");
  static final Setting<Compression.Algorithm> COMPRESS =
      add("compress", "NONE", SettingType.oneOf(Compression.Algorithm.class), "`--compression`");
  static final Setting<String> ENCRYPTION =
      add("encryption", "", SettingType.TEXT, "`--encryption`");
  static final Setting<DataBlockEncoding> BLOCK_ENCODING =
      add(
          "blockEncoding",
          "NONE",
          SettingType.oneOf(DataBlockEncoding.class),
          "`--block-encoding`");
  static final Setting<BloomType> BLOOM_FILTER =
      add(
          "bloomFilter",
          "ROW",
          SettingType.oneOf(BloomType.class),
          "`--bloom-filter`, `--bloom-prefix`");
  static final Setting<Integer> BLOCK_SIZE =
      add("blockSize", "65536", SettingType.SIZE, "`--block-size`");
  static final Setting<Boolean> IN_MEMORY = flag("inmemory", "`--in-memory`");
  static final Setting<MemoryCompactionPolicy> IN_MEMORY_COMPACTION =
      add(
          "inmemoryCompaction",
          "NONE",
          SettingType.oneOf(MemoryCompactionPolicy.class),
          "`--in-memory-compaction`");
  static final Setting<Integer> PRESPLIT =
      add(
          "presplit",
          "",
          SettingType.SMALL_COUNT_OR_ZERO,
          "`--presplit`; a table with other regions is refused, never dropped; no effect on"
              + " reads");
  static final Setting<String> SPLIT_POLICY =
      add("splitPolicy", "", SettingType.TEXT, "`--split-policy`");
  static final Setting<Integer> REPLICAS =
      add(
          "replicas",
          "1",
          SettingType.SMALL_COUNT,
          "`--replicas`; also `--consistency timeline` for random reads");
  static final Setting<Integer> FAMILIES =
      add(
          "families",
          "1",
          SettingType.SMALL_COUNT,
          "`--families`; a table with fewer families is refused");
  static final Setting<Integer> COLUMNS =
      add("columns", "1", SettingType.SMALL_COUNT, "`--columns`");
  static final Setting<Integer> VALUE_SIZE =
      add("valueSize", "1000", SettingType.SIZE, "`--value-size`, with `--value-bytes letters`");
  static final Setting<Boolean> VALUE_RANDOM = flag("valueRandom", "`--value-lengths uniform`");
  static final Setting<Boolean> VALUE_ZIPF = flag("valueZipf", "`--value-lengths zipfian`");
  static final Setting<Boolean> WRITE_TO_WAL =
      add("writeToWAL", "true", SettingType.FLAG, "`--durability sync_wal`; `skip_wal` if false");
  static final Setting<Boolean> AUTO_FLUSH =
      flag("autoFlush", "`put` and `delete` instead of `bufferedPut` and `bufferedDelete`");
  static final Setting<Integer> MULTI_PUT =
      add(
          "multiPut",
          "0",
          SettingType.SMALL_COUNT_OR_ZERO,
          "`--batch`; an incomplete last batch is sent, too");
  static final Setting<Integer> BUFFER_SIZE =
      add("bufferSize", "2097152", SettingType.SIZE, "`--write-buffer`");
  static final Setting<Integer> MULTI_GET =
      add(
          "multiGet",
          "0",
          SettingType.SMALL_COUNT_OR_ZERO,
          "`--batch`; an incomplete last batch is sent, too");
  static final Setting<Boolean> USE_TAGS =
      flag("usetags", "`--tags`; sent to the servers with another RPC codec than HBase's default");
  static final Setting<Integer> NUM_OF_TAGS =
      add("numoftags", "1", SettingType.FEW, "`--tags`, if `--usetags` is set");
  static final Setting<Boolean> FILTER_ALL =
      flag("filterAll", "`--filter-all`; needs no test jar on the servers");
  static final Setting<Boolean> ADD_COLUMNS =
      add("addColumns", "true", SettingType.FLAG, "`--whole-families` if false");
  static final Setting<Long> RANDOM_SLEEP =
      add(
          "randomSleep",
          "0",
          SettingType.COUNT_OR_ZERO,
          "`--think-time` in milliseconds; not part of latencies");
  static final Setting<Integer> CACHING =
      add("caching", "30", SettingType.SMALL_COUNT, "`--caching`");
  static final Setting<Boolean> ASYNC_PREFETCH = flag("asyncPrefetch", "`--prefetch`");
  static final Setting<Boolean> CACHE_BLOCKS =
      add("cacheBlocks", "true", SettingType.FLAG, "`--cache-blocks`, for scans only");
  static final Setting<ReadType> SCAN_READ_TYPE =
      add("scanReadType", "default", SettingType.oneOf(ReadType.class), "`--read-type`");
  static final Setting<Boolean> ONE_CON =
      flag(
          "oneCon",
          "`--connections 1`; default: one connection for each client; `--nomapred` only");
  static final Setting<Integer> CONN_COUNT =
      add("connCount", "", SettingType.SMALL_COUNT, "`--connections`; `--nomapred` only");
  static final Setting<String> COMMAND_PROPERTIES_FILE =
      add(
          "commandPropertiesFile",
          "",
          SettingType.TEXT,
          "`--operation-properties` with the content of the file");

  // PerformanceEvaluation accepts these options and ignores them
  private static final Setting<Boolean> LATENCY = flag("latency", NO_EFFECT);
  private static final Setting<Double> TRACE_RATE =
      add("traceRate", "0", SettingType.DECIMAL, NO_EFFECT);
  private static final Setting<Boolean> FLUSH_COMMITS =
      add("flushCommits", "true", SettingType.FLAG, NO_EFFECT);

  /** An option of hbench, not of PerformanceEvaluation. */
  public static final Setting<Boolean> PRINT =
      flag("print", "print the command line of hbench and run nothing");

  private PeOptions() {}

  private static <T> Setting<T> add(
      String name, String fallback, SettingType<T> kind, String help) {
    Setting<T> option = new Setting<>(name, fallback, kind, help);
    ALL.add(option);
    return option;
  }

  private static Setting<Boolean> flag(String name, String help) {
    return add(name, "false", SettingType.FLAG, help);
  }

  public static List<Setting<?>> all() {
    return Collections.unmodifiableList(ALL);
  }

  /** Options that PerformanceEvaluation itself ignores. */
  static List<Setting<?>> withoutEffect() {
    return List.of(LATENCY, TRACE_RATE, FLUSH_COMMITS);
  }
}
