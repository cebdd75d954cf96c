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
import java.util.stream.Stream;
import org.apache.hadoop.hbase.regionserver.BloomType;

/**
 * The register of PerformanceEvaluation's options, with its names and defaults, sorted by what
 * becomes of them. The help of each names the settings of hbench, and intended differences.
 */
public final class PeOptions {
  private static final SettingGroup EXACT = new SettingGroup("Carried over exactly");
  private static final SettingGroup NOTED =
      new SettingGroup("Carried over, with the difference that is said here");
  private static final SettingGroup UNUSED =
      new SettingGroup("No effect on what is measured, in PerformanceEvaluation or in hbench");
  private static final SettingGroup OWN = new SettingGroup("hbench's own");

  /** Options that are a setting of hbench by another name, with that setting. */
  private static final Map<Setting<?>, Setting<?>> SAME = new LinkedHashMap<>();

  private static final String NO_EFFECT = "no effect, as in PerformanceEvaluation";

  static final Setting<Boolean> NOMAPRED =
      EXACT.flag("nomapred").help("`--local --tasks 1`: the clients are threads of this JVM");
  static final Setting<Long> ROWS =
      EXACT
          .add("rows", SettingType.COUNT, "1048576")
          .help("`--row-budget` and `--rows`, for all clients together; as with `--nomapred`");
  static final Setting<BigDecimal> SIZE =
      EXACT.add("size", SettingType.GIBIBYTES).help("`--rows`; also fractions of a GiB");
  static final Setting<Long> START_ROW =
      NOTED
          .add("startRow", SettingType.COUNT_OR_ZERO, "0")
          .help("`--first-row` of sequential commands; the clients share the rows");
  static final Setting<Integer> CYCLES =
      NOTED
          .add("cycles", SettingType.SMALL_COUNT, "1")
          .help("multiple of `--row-budget`; repeated rows count in the rates");
  static final Setting<Double> SAMPLE_RATE =
      NOTED
          .add("sampleRate", SettingType.SAMPLE, "1.0")
          .help("share of `--row-budget`; `--stride` of sequential commands");
  static final Setting<Long> MEASURE_AFTER =
      NOTED
          .add("measureAfter", SettingType.COUNT_OR_ZERO, "0")
          .help("`--warmup-rows`, once for all cycles; with 0, the first request counts");
  static final Setting<Long> PERIOD =
      UNUSED
          .add("period", SettingType.COUNT)
          .help("no effect: progress is printed at time intervals");
  static final Setting<Long> LATENCY_THRESHOLD =
      NOTED
          .add("latencyThreshold", SettingType.COUNT_OR_ZERO, "0")
          .help("`--latency-threshold` in milliseconds, for all clients together");
  static final Setting<String> TABLE =
      EXACT.add("table", SettingType.TEXT, "TestTable").help("`--table`");
  static final Setting<?> COMPRESS = same("compress", Settings.COMPRESSION, "NONE");
  static final Setting<?> ENCRYPTION = same("encryption", Settings.ENCRYPTION, "");
  static final Setting<?> BLOCK_ENCODING = same("blockEncoding", Settings.BLOCK_ENCODING, "NONE");
  static final Setting<BloomType> BLOOM_FILTER =
      EXACT.oneOf("bloomFilter", BloomType.class, "ROW").help("`--bloom-filter`, `--bloom-prefix`");
  static final Setting<?> BLOCK_SIZE = same("blockSize", Settings.BLOCK_SIZE, "65536");
  static final Setting<?> IN_MEMORY = same("inmemory", Settings.IN_MEMORY, "false");
  static final Setting<?> IN_MEMORY_COMPACTION =
      same("inmemoryCompaction", Settings.IN_MEMORY_COMPACTION, "NONE");
  static final Setting<Integer> PRESPLIT =
      NOTED
          .add("presplit", SettingType.SMALL_COUNT_OR_ZERO)
          .help(
              "`--presplit`, no effect on reads; refused for a table with other regions, not"
                  + " dropped");
  static final Setting<?> SPLIT_POLICY = same("splitPolicy", Settings.SPLIT_POLICY, "");
  static final Setting<Integer> REPLICAS =
      NOTED
          .add("replicas", SettingType.SMALL_COUNT, "1")
          .help(
              "`--replicas`, refused for a table with another number; random reads: `--consistency"
                  + " timeline`");
  static final Setting<Integer> FAMILIES =
      NOTED
          .add("families", SettingType.SMALL_COUNT, "1")
          .help("`--families`; refused for a table with fewer families, not dropped");
  static final Setting<Integer> COLUMNS = same("columns", Settings.COLUMNS, "1");
  static final Setting<Integer> VALUE_SIZE =
      EXACT
          .add("valueSize", SettingType.SIZE, "1000")
          .help("`--value-size`, with `--value-bytes letters`");
  static final Setting<Boolean> VALUE_RANDOM =
      EXACT.flag("valueRandom").help("`--value-lengths uniform`");
  static final Setting<Boolean> VALUE_ZIPF =
      NOTED.flag("valueZipf").help("`--value-lengths zipfian`; refused with `--valueRandom`");
  static final Setting<Boolean> WRITE_TO_WAL =
      EXACT
          .add("writeToWAL", SettingType.FLAG, "true")
          .help("`--durability sync_wal`; `skip_wal` if false");
  static final Setting<Boolean> AUTO_FLUSH =
      EXACT
          .flag("autoFlush")
          .help("`put` and `delete` instead of `bufferedPut` and `bufferedDelete`");
  static final Setting<Integer> MULTI_PUT =
      NOTED
          .add("multiPut", SettingType.SMALL_COUNT_OR_ZERO, "0")
          .help("`--batch`, the last one incomplete; refused without `--autoFlush`");
  static final Setting<?> BUFFER_SIZE = same("bufferSize", Settings.WRITE_BUFFER, "2097152");
  static final Setting<Integer> MULTI_GET =
      NOTED
          .add("multiGet", SettingType.SMALL_COUNT_OR_ZERO, "0")
          .help("`--batch`; an incomplete last batch is sent, too");
  static final Setting<Boolean> USE_TAGS =
      NOTED
          .flag("usetags")
          .help("`--tags`; sent to the servers with another RPC codec than HBase's default");
  static final Setting<Integer> NUM_OF_TAGS =
      EXACT.add("numoftags", SettingType.FEW, "1").help("`--tags`, if `--usetags` is set");
  static final Setting<Boolean> FILTER_ALL =
      NOTED.flag("filterAll").help("`--filter-all`; needs no test jar on the servers");
  static final Setting<Boolean> ADD_COLUMNS =
      EXACT.add("addColumns", SettingType.FLAG, "true").help("`--whole-families` if false");
  static final Setting<Long> RANDOM_SLEEP =
      NOTED
          .add("randomSleep", SettingType.COUNT_OR_ZERO, "0")
          .help(
              "`--think-time` in milliseconds, for each row of a `--multiGet`; not part of latencies");
  static final Setting<Integer> CACHING =
      EXACT.add("caching", SettingType.SMALL_COUNT, "30").help("`--caching`");
  static final Setting<?> ASYNC_PREFETCH = same("asyncPrefetch", Settings.PREFETCH, "false");
  static final Setting<Boolean> CACHE_BLOCKS =
      NOTED.add("cacheBlocks", SettingType.FLAG, "true").help("`--cache-blocks`, for scans only");
  static final Setting<?> SCAN_READ_TYPE = same("scanReadType", Settings.READ_TYPE, "default");
  static final Setting<Boolean> ONE_CON =
      NOTED
          .flag("oneCon")
          .help("`--connections 1`; default: one connection for each client; `--nomapred` only");
  static final Setting<Integer> CONN_COUNT =
      NOTED
          .add("connCount", SettingType.SMALL_COUNT)
          .help("`--connections`, `--nomapred` only; refused with `--oneCon`");
  static final Setting<String> COMMAND_PROPERTIES_FILE =
      EXACT
          .add("commandPropertiesFile", SettingType.TEXT)
          .help("`--operation-properties` with the content of the file");

  // PerformanceEvaluation accepts these options and ignores them
  static final Setting<Boolean> LATENCY = UNUSED.flag("latency").help(NO_EFFECT);
  static final Setting<Double> TRACE_RATE =
      UNUSED.add("traceRate", SettingType.DECIMAL, "0").help(NO_EFFECT);
  static final Setting<Boolean> FLUSH_COMMITS =
      UNUSED.add("flushCommits", SettingType.FLAG, "true").help(NO_EFFECT);

  /** An option of hbench, not of PerformanceEvaluation. */
  public static final Setting<Boolean> PRINT =
      OWN.flag("print").help("print the command line of hbench and run nothing");

  private PeOptions() {}

  /** Declares an option that is a setting of hbench by another name. */
  private static <T> Setting<T> same(String name, Setting<T> setting, String fallback) {
    Setting<T> option = EXACT.add(name, setting.kind(), fallback).help("`" + setting.flag() + "`");
    SAME.put(option, setting);
    return option;
  }

  /** The options that are a setting of hbench by another name, with that setting. */
  static Map<Setting<?>, Setting<?>> same() {
    return Collections.unmodifiableMap(SAME);
  }

  public static List<Setting<?>> all() {
    return Stream.concat(groups().stream(), Stream.of(OWN))
        .<Setting<?>>flatMap(group -> group.settings().stream())
        .toList();
  }

  /** PerformanceEvaluation's options, sorted by what becomes of them. */
  public static List<SettingGroup> groups() {
    return List.of(EXACT, NOTED, UNUSED);
  }

  /** Options without an effect on what is measured; their help says so. */
  static List<Setting<?>> withoutEffect() {
    return UNUSED.settings();
  }
}
