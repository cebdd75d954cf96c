package io.hbench.settings;

import io.hbench.client.ClientType;
import io.hbench.data.KeyDistribution;
import io.hbench.data.KeyFormat;
import io.hbench.data.LengthHistogram;
import io.hbench.data.RowSet;
import io.hbench.data.ScanLengths;
import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;
import io.hbench.row.ColumnChoice;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Scan.ReadType;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/**
 * The register of settings, such as {@code Settings.TABLE}. A new setting is one entry in the
 * interface of its group. Flags, properties, messages, the reference page and the settings in
 * reports derive from the register.
 */
public final class Settings {
  private static final List<Setting<?>> ALL = new ArrayList<>();

  public static final Setting<String> TABLE =
      add("table", "hbench", SettingType.NAME, "the table; created if it is absent and nothing reads it");
  public static final Setting<Long> ROWS =
      add(
          "rows",
          "1M",
          SettingType.COUNT,
          "rows that the table has, that load writes, or that --keys sampled picks");
  public static final Setting<Integer> TASKS =
      add("tasks", "4", SettingType.SMALL_COUNT, "map tasks of an assignment without @TASKS");
  public static final Setting<Integer> THREADS =
      add("threads", "", SettingType.SMALL_COUNT, "threads in each task; 8, or 1 with --client async");
  public static final Setting<ClientType> CLIENT =
      add(
          "client",
          "blocking",
          SettingType.oneOf(ClientType.class),
          "blocking: a thread waits for each answer; or async");
  public static final Setting<Integer> IN_FLIGHT =
      add(
          "in-flight",
          "",
          SettingType.SMALL_COUNT,
          "unanswered requests of each thread at most; 64 with --client async, else 1");
  public static final Setting<Rate> RATE =
      add(
          "rate",
          "",
          SettingType.RATE,
          "requests per second of all tasks: 5k, a ramp 1k..50k, or steps 10k,20k; none: as they go");
  public static final Setting<Arrival> ARRIVAL =
      add(
          "arrival",
          "constant",
          SettingType.oneOf(Arrival.class),
          "constant: at even distances; or poisson, as from many users");
  public static final Setting<CatchUp> CATCHUP =
      add(
          "catchup",
          "unbounded",
          SettingType.CATCH_UP,
          "late requests: sent at once; none: never sent; burst:1.1: 10 % above the rate");
  public static final Setting<Duration> FOR =
      add(
          "for",
          "",
          SettingType.POSITIVE_DURATION,
          "how long to measure; 60s if there is no --ops either");
  public static final Setting<Long> OPS =
      add("ops", "", SettingType.COUNT, "how many requests to measure, of all tasks together");
  public static final Setting<Long> DRAWS =
      add(
          "draws",
          "",
          SettingType.COUNT,
          "how many rows to ask for, of all tasks together, instead of --for and --ops");
  public static final Setting<Duration> WARMUP =
      add(
          "warmup",
          "",
          SettingType.DURATION,
          "what comes first and is not measured; 10s, 0s for load, or 5s in each step of findmax");
  public static final Setting<Long> WARMUP_DRAWS =
      add(
          "warmup-draws",
          "0",
          SettingType.COUNT_OR_ZERO,
          "rows of each thread that come first and are not measured");
  public static final Setting<Duration> THINK_TIME =
      add(
          "think-time",
          "0s",
          SettingType.DURATION,
          "each thread rests up to so long before a request; without a rate only");
  public static final Setting<KeyDistribution> KEYS =
      add(
          "keys",
          "uniform",
          SettingType.KEYS,
          "the order in which rows are asked for: uniform, zipfian:0.99, hotspot:20%:80%, …");
  public static final Setting<KeyScope> KEY_SCOPE =
      add(
          "key-scope",
          "",
          SettingType.oneOf(KeyScope.class),
          "own: each thread has rows of its own; table: each has all; shared: all have the"
              + " first's; own, or table where some rows are hot");
  public static final Setting<Integer> STRIDE =
      add("stride", "1", SettingType.SMALL_COUNT, "with sequential keys, only every so many-th row");
  public static final Setting<KeyFormat> KEY_FORMAT =
      add(
          "key-format",
          "{row:26}",
          SettingType.KEY_FORMAT,
          "row keys: {row:DIGITS}, {hash} or {salt:BUCKETS} and text; user{hash} is YCSB's");
  public static final Setting<Long> FIRST_ROW =
      add("first-row", "0", SettingType.COUNT_OR_ZERO, "where the rows start");
  public static final Setting<Integer> FAMILIES =
      add("families", "1", SettingType.SMALL_COUNT, "column families: info0, info1, …");
  public static final Setting<List<String>> FAMILY_NAMES =
      add("family-names", "", SettingType.FAMILIES, "their names, if they have others: cf1,cf2");
  public static final Setting<Integer> COLUMNS =
      add("columns", "1", SettingType.SMALL_COUNT, "columns in each family: 0, 1, …");
  public static final Setting<String> COLUMN_PREFIX =
      add("column-prefix", "", SettingType.TEXT, "what comes before their numbers; field for YCSB's");
  public static final Setting<Integer> VALUE_SIZE =
      add("value-size", "1000", SettingType.SIZE, "bytes in each cell, or in the largest");
  public static final Setting<Integer> LEAST_VALUE_SIZE =
      add(
          "least-value-size",
          "0",
          SettingType.SIZE,
          "bytes in each cell at least, where lengths are uniform or zipfian");
  public static final Setting<ValueLengths> VALUE_LENGTHS =
      add(
          "value-lengths",
          "fixed",
          SettingType.oneOf(ValueLengths.class),
          "fixed, uniform or zipfian below --value-size, or histogram");
  public static final Setting<LengthHistogram> VALUE_HISTOGRAM =
      add(
          "value-histogram",
          "",
          SettingType.HISTOGRAM,
          "file with lines of bucket and count, the first of BlockSize and bytes: YCSB's hist.txt");
  public static final Setting<ValueBytes> VALUE_BYTES =
      add(
          "value-bytes",
          "random",
          SettingType.oneOf(ValueBytes.class),
          "random; or letters, which compress well");
  public static final Setting<Double> COMPRESSIBLE_TO =
      add(
          "compressible-to",
          "100%",
          SettingType.SHARE,
          "a codec makes that of random values: 30%; the rest of each is zeros");
  public static final Setting<ColumnChoice> WRITE_COLUMNS =
      add(
          "write-columns",
          "all",
          SettingType.oneOf(ColumnChoice.class),
          "all; or one: a random one in each put; new rows get all");
  public static final Setting<ColumnChoice> READ_COLUMNS =
      add(
          "read-columns",
          "all",
          SettingType.oneOf(ColumnChoice.class),
          "all; or one: a random one in each get or scan");
  public static final Setting<Integer> TAGS =
      add("tags", "0", SettingType.FEW, "tags of 256 bytes on each cell");
  public static final Setting<Integer> VALUE_VERSION =
      add(
          "value-version",
          "0",
          SettingType.SMALL_COUNT_OR_ZERO,
          "random values tell it, so that verify knows old ones from new ones");
  public static final Setting<Double> CHECK =
      add(
          "check",
          "0%",
          SettingType.SHARE,
          "hold the values of so many rows that reads bring against what they must be");
  public static final Setting<RowSet> ACKNOWLEDGED =
      add(
          "acknowledged",
          "",
          SettingType.ROWS,
          "rows that must be there: verify misses no others, load leaves them out; 0-999,5000-5999");
  public static final Setting<Boolean> BULK =
      add("bulk", "false", SettingType.FLAG, "load: write HFiles and hand them over, instead of puts");
  public static final Setting<List<String>> HFILES =
      add(
          "hfiles",
          "",
          SettingType.PATHS,
          "load --bulk: where earlier loads have left HFiles to hand over");
  public static final Setting<String> RESUME =
      add(
          "resume",
          "",
          SettingType.TEXT,
          "load: write only what the load of this run directory did not; suite: go on in this one");
  public static final Setting<Integer> BATCH =
      add(
          "batch",
          "",
          SettingType.SMALL_COUNT,
          "rows in each get, put or insert request; 1, or 100 for load");
  public static final Setting<Integer> SCAN_ROWS =
      add("scan-rows", "100", SettingType.SMALL_COUNT, "rows that each scan reads at most");
  public static final Setting<ScanLengths> SCAN_LENGTHS =
      add(
          "scan-lengths",
          "fixed",
          SettingType.oneOf(ScanLengths.class),
          "rows that scan and scanRange ask for: fixed; uniform or zipfian from 1 to --scan-rows");
  public static final Setting<Integer> CACHING =
      add("caching", "", SettingType.SMALL_COUNT, "rows in each answer to a scan; as many as --scan-rows");
  public static final Setting<Boolean> PREFETCH =
      add("prefetch", "false", SettingType.FLAG, "the blocking client scans ahead");
  public static final Setting<Boolean> CACHE_BLOCKS =
      add("cache-blocks", "true", SettingType.FLAG, "whether reads fill the servers' block caches");
  public static final Setting<ReadType> READ_TYPE =
      add(
          "read-type",
          "default",
          SettingType.oneOf(ReadType.class),
          "how servers read for scans: default, stream or pread");
  public static final Setting<Boolean> WHOLE_FAMILIES =
      add("whole-families", "false", SettingType.FLAG, "read families instead of columns by name");
  public static final Setting<Boolean> FILTER_ALL =
      add("filter-all", "false", SettingType.FLAG, "servers read rows and return none");
  public static final Setting<Consistency> CONSISTENCY =
      add(
          "consistency",
          "strong",
          SettingType.oneOf(Consistency.class),
          "strong; or timeline: replicas may answer");
  public static final Setting<Integer> REPLICA =
      add("replica", "", SettingType.FEW, "read this region replica only; 0 is the primary");
  public static final Setting<Integer> WRITE_BUFFER =
      add("write-buffer", "2MB", SettingType.SIZE, "bytes that bufferedPut gathers before it sends");
  public static final Setting<Integer> CONNECTIONS =
      add("connections", "1", SettingType.SMALL_COUNT, "connections of each task, for its threads");
  public static final Setting<Duration> SLOW =
      add("slow", "", SettingType.POSITIVE_DURATION, "report how many requests took so long or longer");
  public static final Setting<Durability> DURABILITY =
      add(
          "durability",
          "use_default",
          SettingType.oneOf(Durability.class),
          "use_default, skip_wal, async_wal, sync_wal or fsync_wal");
  public static final Setting<Integer> PRESPLIT =
      add(
          "presplit",
          "",
          SettingType.SMALL_COUNT,
          "regions of a table that hbench creates, of equal rows");
  public static final Setting<Compression.Algorithm> COMPRESSION =
      addForTable("compression", "none", SettingType.oneOf(Compression.Algorithm.class), "of its files");
  public static final Setting<DataBlockEncoding> BLOCK_ENCODING =
      addForTable("block-encoding", "none", SettingType.oneOf(DataBlockEncoding.class), "of its blocks");
  public static final Setting<BloomType> BLOOM_FILTER =
      addForTable("bloom-filter", "row", SettingType.oneOf(BloomType.class), "its Bloom filter");
  public static final Setting<Integer> BLOOM_PREFIX =
      addForTable("bloom-prefix", "", SettingType.SMALL_COUNT, "bytes for rowprefix_fixed_length");
  public static final Setting<Integer> BLOCK_SIZE =
      addForTable("block-size", "64KB", SettingType.SIZE, "bytes in its blocks");
  public static final Setting<Boolean> IN_MEMORY =
      addForTable("in-memory", "false", SettingType.FLAG, "keep its blocks in the cache if possible");
  public static final Setting<MemoryCompactionPolicy> IN_MEMORY_COMPACTION =
      addForTable(
          "in-memory-compaction",
          "none",
          SettingType.oneOf(MemoryCompactionPolicy.class),
          "how it compacts in memory");
  public static final Setting<String> ENCRYPTION =
      addForTable("encryption", "", SettingType.NAME, "its cipher: AES");
  public static final Setting<String> SPLIT_POLICY =
      addForTable("split-policy", "", SettingType.NAME, "class of its RegionSplitPolicy");
  public static final Setting<Integer> REPLICAS =
      addForTable("replicas", "1", SettingType.SMALL_COUNT, "replicas of each region, the first included");
  public static final Setting<Integer> VERSIONS =
      addForTable("versions", "1", SettingType.SMALL_COUNT, "versions of a cell that it keeps");
  public static final Setting<Duration> TTL =
      addForTable("ttl", "", SettingType.POSITIVE_DURATION, "how long it keeps cells");
  public static final Setting<Integer> MOB_THRESHOLD =
      addForTable("mob-threshold", "", SettingType.SIZE, "larger values go into MOB files");
  public static final Setting<Boolean> PREFETCH_ON_OPEN =
      addForTable(
          "prefetch-on-open",
          "false",
          SettingType.FLAG,
          "servers cache a region's blocks when they open it");
  public static final Setting<Boolean> FLUSH =
      add("flush", "false", SettingType.FLAG, "before run, or after load: flush the table");
  public static final Setting<Boolean> MAJOR_COMPACT =
      add("major-compact", "false", SettingType.FLAG, "then compact it, all of it, and wait for the end");
  public static final Setting<Duration> SETTLE =
      add(
          "settle",
          "",
          SettingType.POSITIVE_DURATION,
          "then wait up to so long until none of its regions moves or compacts");
  public static final Setting<Boolean> WARM =
      add("warm", "false", SettingType.FLAG, "then read it once, into the servers' block caches");
  public static final Setting<String> RECREATE =
      add(
          "recreate",
          "false",
          SettingType.TEXT,
          "drop the table first if hbench made it; if not, name it");
  public static final Setting<Boolean> WRITES_TO_META =
      add(
          "i-know-this-writes-to-meta",
          "false",
          SettingType.FLAG,
          "for metaWrite and metaClean, which a cluster in use should be spared");
  public static final Setting<Boolean> YES =
      add("yes", "false", SettingType.FLAG, "write into a table that hbench did not make");
  public static final Setting<Long> SEED =
      add("seed", "0", SettingType.NUMBER, "the same seed gives the same keys and values");
  public static final Setting<Long> DRAW_SEED =
      add(
          "draw-seed",
          "0",
          SettingType.NUMBER,
          "another one draws other rows and instants; what is in the rows stays as it is");
  public static final Setting<Duration> INTERVAL =
      add(
          "interval",
          "",
          SettingType.POSITIVE_DURATION,
          "a point of the timeline; 5s, or with --for at most 600 points");
  public static final Setting<Duration> START_TIMEOUT =
      add(
          "start-timeout",
          "2m",
          SettingType.POSITIVE_DURATION,
          "how long to wait until all tasks have a container");
  public static final Setting<Boolean> ALLOW_WAVES =
      add(
          "allow-waves",
          "false",
          SettingType.FLAG,
          "after --start-timeout, start with those that are there");
  public static final Setting<Double> ABORT_ABOVE =
      add("abort-above", "", SettingType.SHARE, "end the run when more of its requests failed: 5%");
  public static final Setting<Boolean> DETACH =
      add("detach", "false", SettingType.FLAG, "submit, and leave; report --follow DIR attaches again");
  public static final Setting<List<Objective>> OBJECTIVE =
      add(
          "objective",
          "",
          SettingType.OBJECTIVES,
          "what must hold, or the exit code is 3: 'get.p99 < 20ms', 'errors < 0.1%', 'throughput >"
              + " 45k every interval after 30s'; several: say it again, or commas");
  public static final Setting<Boolean> ABORT_ON_BREACH =
      add(
          "abort-on-breach",
          "false",
          SettingType.FLAG,
          "end the run when an objective of every interval is broken");
  public static final Setting<BigDecimal> START_RATE =
      add("start-rate", "1k", SettingType.PER_SECOND, "findmax: where the search begins");
  public static final Setting<Duration> STEP_TIME =
      add("step-time", "20s", SettingType.POSITIVE_DURATION, "findmax: how long to measure at each rate");
  public static final Setting<Double> PRECISION =
      add(
          "precision",
          "2%",
          SettingType.POSITIVE_SHARE,
          "findmax: how close the rates are at last that keep the objective and miss it");
  public static final Setting<Integer> MOST_STEPS =
      add("most-steps", "25", SettingType.SMALL_COUNT, "findmax: ends after so many, found or not");
  public static final Setting<String> OUT =
      add("out", "", SettingType.TEXT, "the run directory, a new one; hbench/<run id> by default");
  public static final Setting<String> QUORUM =
      add(
          "quorum",
          "",
          SettingType.HOSTS,
          "ZooKeeper of HBase, whatever hbase-site.xml says: host:port,…");
  public static final Setting<Boolean> LOCAL =
      add("local", "false", SettingType.FLAG, "tasks are threads of this JVM: nothing goes to YARN");
  public static final Setting<String> JAR =
      add("jar", "", SettingType.TEXT, "a jar with operations of your own");
  public static final Setting<Map<String, String>> OPERATION_PROPERTIES =
      add(
          "operation-properties",
          "",
          SettingType.PROPERTIES,
          "what your own operations get: lines of name=value");
  public static final Setting<Boolean> STRICT =
      add("strict", "false", SettingType.FLAG, "exit 4 unless the verdict is valid");
  public static final Setting<OutputFormat> FORMAT =
      add(
          "format",
          "text",
          SettingType.oneOf(OutputFormat.class),
          "what is printed after a run: text; ycsb, as YCSB prints it; json; csv, a line for each"
              + " operation; or csv-timeline, for each interval and operation");
  public static final Setting<String> PROMETHEUS =
      add("prometheus", "", SettingType.TEXT, "file for Prometheus, of this machine: hbench.prom");
  public static final Setting<Boolean> QUIET =
      add("quiet", "false", SettingType.FLAG, "no progress, only the report");

  // What the words of a command line become: in plan.xml, so that it can be run again.
  public static final Setting<Command> COMMAND =
      add(
          "command",
          "run",
          SettingType.oneOf(Command.class),
          "load, run, verify or findmax (the first word)");
  public static final Setting<String> ASSIGNMENTS =
      add("assignments", "", SettingType.TEXT, "what run takes as operands: get:95,put:5@40 scan@2");

  private Settings() {}

  /** The groups of all settings, in the order of the help. */
  private static <T> Setting<T> add(String name, String fallback, SettingType<T> kind, String help) {
    Setting<T> setting = new Setting<>(name, fallback, kind, help);
    ALL.add(setting);
    return setting;
  }

  /** Of a table that hbench creates; one that is there keeps what it has. */
  private static <T> Setting<T> addForTable(
      String name, String fallback, SettingType<T> kind, String help) {
    return add(name, fallback, kind, "new tables: " + help);
  }

  public static List<Setting<?>> all() {
    return Collections.unmodifiableList(ALL);
  }

  /** All settings except the operands of a command line. */
  public static List<Setting<?>> flags() {
    List<Setting<?>> flags = new ArrayList<>(ALL);
    flags.removeAll(List.of(COMMAND, ASSIGNMENTS));
    return flags;
  }

  /** The settings that have a role. */
  public static List<Setting<?>> ofRows() {
    return List.of(
        TABLE,
        ROWS,
        FIRST_ROW,
        KEY_FORMAT,
        FAMILIES,
        FAMILY_NAMES,
        COLUMNS,
        COLUMN_PREFIX,
        VALUE_SIZE,
        LEAST_VALUE_SIZE,
        VALUE_LENGTHS,
        VALUE_HISTOGRAM,
        VALUE_BYTES,
        COMPRESSIBLE_TO,
        VALUE_VERSION,
        SEED);
  }

  /**
   * Those that shape neither load nor table: names and places, what is said about a run, and what
   * lets it start. Runs that differ in nothing else can be compared.
   */
  public static List<Setting<?>> besidesTheLoad() {
    return List.of(
        TABLE,
        DETACH,
        PROMETHEUS,
        OUT,
        RESUME,
        HFILES,
        YES,
        RECREATE,
        WRITES_TO_META,
        START_TIMEOUT,
        ALLOW_WAVES,
        ABORT_ABOVE,
        OBJECTIVE,
        ABORT_ON_BREACH,
        SEED,
        VALUE_VERSION,
        INTERVAL,
        SLOW,
        STRICT,
        FORMAT,
        QUIET);
  }

  public static Collection<String> names() {
    return ALL.stream().map(Setting::name).toList();
  }

  public static Optional<Setting<?>> named(String name) {
    return all().stream().<Setting<?>>map(s -> s).filter(s -> s.name().equals(name)).findFirst();
  }

  /**
   * Checks that every {@code hbench.*} property is in the register: Hadoop ignores misspelt
   * properties.
   *
   * @throws UsageException for the first unknown property, with its file and the nearest name
   */
  public static void checkNames(Configuration conf) {
    for (Map.Entry<String, String> property : conf) {
      String key = property.getKey();
      if (key.startsWith(Setting.PREFIX)) {
        String name = key.substring(Setting.PREFIX.length());
        if (named(name).isEmpty()) {
          String[] sources = conf.getPropertySources(key);
          String last = sources == null || sources.length == 0 ? "" : sources[sources.length - 1];
          String source = last.endsWith(".xml") ? " (" + last + ")" : "";
          throw new UsageException(
              key
                  + source
                  + ": no such setting"
                  + NameSuggestion.hint(name, names(), Setting.PREFIX));
        }
      }
    }
  }
}
