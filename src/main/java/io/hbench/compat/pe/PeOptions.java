package io.hbench.compat.pe;

import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.regionserver.BloomType;

/**
 * The register of PerformanceEvaluation's options, with its names and defaults. The help of each
 * names the settings of hbench, and intended differences.
 */
public final class PeOptions {
  private static final SettingGroup OPTIONS = new SettingGroup("options");

  /** Options that are a setting of hbench by another name, with that setting. */
  private static final Map<Setting<?>, Setting<?>> SAME = new LinkedHashMap<>();

  private static final String NO_EFFECT = "no effect, as in PerformanceEvaluation";

  static final Setting<Boolean> NOMAPRED =
      OPTIONS.flag("nomapred").help("`--local --tasks 1`: the clients are threads of this JVM");
  static final Setting<Long> ROWS =
      OPTIONS
          .add("rows", SettingType.COUNT, "1048576")
          .help("`--row-budget` and `--rows`, for all clients together");
  static final Setting<BigDecimal> SIZE =
      OPTIONS.add("size", SettingType.GIBIBYTES).help("`--rows`; also fractions of a GiB");
  static final Setting<Long> START_ROW =
      OPTIONS
          .add("startRow", SettingType.COUNT_OR_ZERO, "0")
          .help("`--first-row` of sequential commands; the clients share the rows");
  static final Setting<Integer> CYCLES =
      OPTIONS
          .add("cycles", SettingType.SMALL_COUNT, "1")
          .help("multiple of `--row-budget`; repeated rows count in the rates");
  static final Setting<Double> SAMPLE_RATE =
      OPTIONS
          .add("sampleRate", SettingType.SAMPLE, "1.0")
          .help("share of `--row-budget`; `--stride` of sequential commands");
  static final Setting<Long> MEASURE_AFTER =
      OPTIONS
          .add("measureAfter", SettingType.COUNT_OR_ZERO, "0")
          .help("`--warmup-rows`; with 0, the first request counts");
  static final Setting<Long> PERIOD =
      OPTIONS
          .add("period", SettingType.COUNT)
          .help("no effect: progress is printed at time intervals");
  static final Setting<Long> LATENCY_THRESHOLD =
      OPTIONS
          .add("latencyThreshold", SettingType.COUNT_OR_ZERO, "0")
          .help("`--latency-threshold` in milliseconds, for all clients together");
  static final Setting<String> TABLE =
      OPTIONS.add("table", SettingType.TEXT, "TestTable").help("`--table`");
  static final Setting<?> COMPRESS = same("compress", Settings.COMPRESSION, "NONE");
  static final Setting<?> ENCRYPTION = same("encryption", Settings.ENCRYPTION, "");
  static final Setting<?> BLOCK_ENCODING = same("blockEncoding", Settings.BLOCK_ENCODING, "NONE");
  static final Setting<BloomType> BLOOM_FILTER =
      OPTIONS
          .oneOf("bloomFilter", BloomType.class, "ROW")
          .help("`--bloom-filter`, `--bloom-prefix`");
  static final Setting<?> BLOCK_SIZE = same("blockSize", Settings.BLOCK_SIZE, "65536");
  static final Setting<?> IN_MEMORY = same("inmemory", Settings.IN_MEMORY, "false");
  static final Setting<?> IN_MEMORY_COMPACTION =
      same("inmemoryCompaction", Settings.IN_MEMORY_COMPACTION, "NONE");
  static final Setting<Integer> PRESPLIT =
      OPTIONS
          .add("presplit", SettingType.SMALL_COUNT_OR_ZERO)
          .help(
              "`--presplit`; a table with other regions is refused, never dropped; no effect on"
                  + " reads");
  static final Setting<?> SPLIT_POLICY = same("splitPolicy", Settings.SPLIT_POLICY, "");
  static final Setting<Integer> REPLICAS =
      OPTIONS
          .add("replicas", SettingType.SMALL_COUNT, "1")
          .help("`--replicas`; also `--consistency timeline` for random reads");
  static final Setting<Integer> FAMILIES =
      OPTIONS
          .add("families", SettingType.SMALL_COUNT, "1")
          .help("`--families`; a table with fewer families is refused");
  static final Setting<Integer> COLUMNS = same("columns", Settings.COLUMNS, "1");
  static final Setting<Integer> VALUE_SIZE =
      OPTIONS
          .add("valueSize", SettingType.SIZE, "1000")
          .help("`--value-size`, with `--value-bytes letters`");
  static final Setting<Boolean> VALUE_RANDOM =
      OPTIONS.flag("valueRandom").help("`--value-lengths uniform`");
  static final Setting<Boolean> VALUE_ZIPF =
      OPTIONS.flag("valueZipf").help("`--value-lengths zipfian`");
  static final Setting<Boolean> WRITE_TO_WAL =
      OPTIONS
          .add("writeToWAL", SettingType.FLAG, "true")
          .help("`--durability sync_wal`; `skip_wal` if false");
  static final Setting<Boolean> AUTO_FLUSH =
      OPTIONS
          .flag("autoFlush")
          .help("`put` and `delete` instead of `bufferedPut` and `bufferedDelete`");
  static final Setting<Integer> MULTI_PUT =
      OPTIONS
          .add("multiPut", SettingType.SMALL_COUNT_OR_ZERO, "0")
          .help("`--batch`; an incomplete last batch is sent, too");
  static final Setting<?> BUFFER_SIZE = same("bufferSize", Settings.WRITE_BUFFER, "2097152");
  static final Setting<Integer> MULTI_GET =
      OPTIONS
          .add("multiGet", SettingType.SMALL_COUNT_OR_ZERO, "0")
          .help("`--batch`; an incomplete last batch is sent, too");
  static final Setting<Boolean> USE_TAGS =
      OPTIONS
          .flag("usetags")
          .help("`--tags`; sent to the servers with another RPC codec than HBase's default");
  static final Setting<Integer> NUM_OF_TAGS =
      OPTIONS.add("numoftags", SettingType.FEW, "1").help("`--tags`, if `--usetags` is set");
  static final Setting<Boolean> FILTER_ALL =
      OPTIONS.flag("filterAll").help("`--filter-all`; needs no test jar on the servers");
  static final Setting<Boolean> ADD_COLUMNS =
      OPTIONS.add("addColumns", SettingType.FLAG, "true").help("`--whole-families` if false");
  static final Setting<Long> RANDOM_SLEEP =
      OPTIONS
          .add("randomSleep", SettingType.COUNT_OR_ZERO, "0")
          .help("`--think-time` in milliseconds; not part of latencies");
  static final Setting<Integer> CACHING =
      OPTIONS.add("caching", SettingType.SMALL_COUNT, "30").help("`--caching`");
  static final Setting<?> ASYNC_PREFETCH = same("asyncPrefetch", Settings.PREFETCH, "false");
  static final Setting<Boolean> CACHE_BLOCKS =
      OPTIONS.add("cacheBlocks", SettingType.FLAG, "true").help("`--cache-blocks`, for scans only");
  static final Setting<?> SCAN_READ_TYPE = same("scanReadType", Settings.READ_TYPE, "default");
  static final Setting<Boolean> ONE_CON =
      OPTIONS
          .flag("oneCon")
          .help("`--connections 1`; default: one connection for each client; `--nomapred` only");
  static final Setting<Integer> CONN_COUNT =
      OPTIONS.add("connCount", SettingType.SMALL_COUNT).help("`--connections`; `--nomapred` only");
  static final Setting<String> COMMAND_PROPERTIES_FILE =
      OPTIONS
          .add("commandPropertiesFile", SettingType.TEXT)
          .help("`--operation-properties` with the content of the file");

  // PerformanceEvaluation accepts these options and ignores them
  private static final Setting<Boolean> LATENCY = OPTIONS.flag("latency").help(NO_EFFECT);
  private static final Setting<Double> TRACE_RATE =
      OPTIONS.add("traceRate", SettingType.DECIMAL, "0").help(NO_EFFECT);
  private static final Setting<Boolean> FLUSH_COMMITS =
      OPTIONS.add("flushCommits", SettingType.FLAG, "true").help(NO_EFFECT);

  /** An option of hbench, not of PerformanceEvaluation. */
  public static final Setting<Boolean> PRINT =
      OPTIONS.flag("print").help("print the command line of hbench and run nothing");

  private PeOptions() {}

  /** Declares an option that is a setting of hbench by another name. */
  private static <T> Setting<T> same(String name, Setting<T> setting, String fallback) {
    Setting<T> option =
        OPTIONS.add(name, setting.kind(), fallback).help("`" + setting.flag() + "`");
    SAME.put(option, setting);
    return option;
  }

  /** The options that are a setting of hbench by another name, with that setting. */
  static Map<Setting<?>, Setting<?>> same() {
    return Collections.unmodifiableMap(SAME);
  }

  public static List<Setting<?>> all() {
    return OPTIONS.settings();
  }

  /** Options that PerformanceEvaluation itself ignores. */
  static List<Setting<?>> withoutEffect() {
    return List.of(LATENCY, TRACE_RATE, FLUSH_COMMITS);
  }
}
