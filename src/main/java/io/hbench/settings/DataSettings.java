package io.hbench.settings;

import static io.hbench.settings.SettingRole.BASIC;
import static io.hbench.settings.SettingRole.LOAD_ONLY;
import static io.hbench.settings.SettingRole.NOT_FOR_FULL_PASS;
import static io.hbench.settings.SettingRole.NO_LOAD_EFFECT;
import static io.hbench.settings.SettingRole.PER_RUN;
import static io.hbench.settings.SettingRole.PER_SIDE;
import static io.hbench.settings.SettingRole.ROW_CONTENT;

import io.hbench.data.KeyDistribution;
import io.hbench.data.KeyFormat;
import io.hbench.data.LengthHistogram;
import io.hbench.data.RegionWeights;
import io.hbench.data.RowSet;
import io.hbench.data.ScanLengths;
import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;
import io.hbench.row.ColumnChoice;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Scan.ReadType;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/** Settings of the data: the table, its keys and values, the requests for rows, and new tables. */
interface DataSettings {
  SettingGroup TABLE_GROUP = new SettingGroup("table");

  Setting<String> TABLE =
      TABLE_GROUP
          .add("table", SettingType.NAME, "hbench", ROW_CONTENT, NO_LOAD_EFFECT, BASIC, PER_SIDE)
          .help("name of the table; created if it is absent and no operation reads it");
  Setting<Long> ROWS =
      TABLE_GROUP
          .add("rows", SettingType.COUNT, "1M", ROW_CONTENT, BASIC)
          .help("number of rows in the table, or of keys in the sample of --keys sampled");
  Setting<Long> FIRST_ROW =
      TABLE_GROUP
          .add("first-row", SettingType.COUNT_OR_ZERO, "0", ROW_CONTENT)
          .help("number of the first row");
  Setting<Integer> FAMILIES =
      TABLE_GROUP
          .add("families", SettingType.FAMILY_COUNT, "1", ROW_CONTENT)
          .help("number of column families: info0, info1, …");
  Setting<List<String>> FAMILY_NAMES =
      TABLE_GROUP
          .add("family-names", SettingType.FAMILIES, ROW_CONTENT)
          .help("names of the column families: cf1,cf2");
  Setting<Integer> COLUMNS =
      TABLE_GROUP
          .add("columns", SettingType.SMALL_COUNT, "1", ROW_CONTENT)
          .help("number of columns in each family: 0, 1, …");
  Setting<String> COLUMN_PREFIX =
      TABLE_GROUP
          .add("column-prefix", SettingType.TEXT.withExample("field"), ROW_CONTENT)
          .help("prefix of the column names; field for YCSB's");
  Setting<Consent> YES =
      TABLE_GROUP
          .add("yes", SettingType.CONSENT, "false", NO_LOAD_EFFECT, BASIC)
          .help(
              "consent: true for a change of --table, or names: tables, servers, size (over 100 GB)");
  Setting<Boolean> WRITES_TO_META =
      TABLE_GROUP
          .flag("i-know-this-writes-to-meta", NO_LOAD_EFFECT)
          .help("consent to writes into hbase:meta (metaWrite, metaClean)");

  SettingGroup KEYS_GROUP = new SettingGroup("keys");

  Setting<KeyDistribution> KEYS =
      KEYS_GROUP
          .add("keys", SettingType.KEYS, "uniform", BASIC)
          .help(
              "key distribution: uniform, zipfian:0.99, hotspot:20%:80%, …; key order: sequential,"
                  + " permuted");
  Setting<RegionWeights> REGION_WEIGHTS =
      KEYS_GROUP
          .add("region-weights", SettingType.REGION_WEIGHTS)
          .help(
              "file of the regions of a new table, and of the requests for each: rows, reads, writes");
  Setting<KeyScope> KEY_SCOPE =
      KEYS_GROUP
          .oneOf("key-scope", KeyScope.class, "")
          .help(
              "rows of a thread: partitioned (default), table-wide (default if skewed) or shared");
  Setting<Integer> STRIDE =
      KEYS_GROUP
          .add("stride", SettingType.SMALL_COUNT, "1", NOT_FOR_FULL_PASS)
          .help("distance of consecutive rows with --keys sequential");
  Setting<KeyFormat> KEY_FORMAT =
      KEYS_GROUP
          .add("key-format", SettingType.KEY_FORMAT, "{row:26}", ROW_CONTENT)
          .help("row keys: text with {row:DIGITS}, {hash} or {salt:BUCKETS}; user{hash} is YCSB's");
  Setting<Long> DRAW_SEED =
      KEYS_GROUP
          .add("draw-seed", SettingType.NUMBER, NO_LOAD_EFFECT, PER_RUN)
          .help(
              "seed of key draws and arrivals, to repeat them; default: another one for each run");
  Setting<Long> FIRST_INSERT =
      KEYS_GROUP
          .add("first-insert", SettingType.COUNT, NO_LOAD_EFFECT, NOT_FOR_FULL_PASS, PER_RUN)
          .help("row of the first insert; default: the row after the last one in the table");
  Setting<Long> SLICE_OF =
      KEYS_GROUP
          .add("slice-of", SettingType.COUNT, NOT_FOR_FULL_PASS)
          .help("rows of the table if --rows are a slice of them: inserts go behind all slices");

  SettingGroup VALUES_GROUP = new SettingGroup("values");

  Setting<Integer> VALUE_SIZE =
      VALUES_GROUP
          .add("value-size", SettingType.SIZE, "1000", ROW_CONTENT, BASIC)
          .help("maximum number of bytes per cell");
  Setting<Integer> MIN_VALUE_SIZE =
      VALUES_GROUP
          .add("min-value-size", SettingType.SIZE, "0", ROW_CONTENT)
          .help("minimum number of bytes per cell with --value-lengths uniform or zipfian");
  Setting<ValueLengths> VALUE_LENGTHS =
      VALUES_GROUP
          .oneOf("value-lengths", ValueLengths.class, "fixed", ROW_CONTENT)
          .help(
              "distribution of value lengths up to --value-size: fixed, uniform, zipfian, histogram");
  Setting<LengthHistogram> VALUE_HISTOGRAM =
      VALUES_GROUP
          .add("value-histogram", SettingType.HISTOGRAM, ROW_CONTENT)
          .help("file of value lengths: BlockSize and bytes, then lines of bucket and count");
  Setting<ValueBytes> VALUE_BYTES =
      VALUES_GROUP
          .oneOf("value-bytes", ValueBytes.class, "random", ROW_CONTENT)
          .help("content of values: random; or letters, which compress well");
  Setting<Double> COMPRESSIBLE_TO =
      VALUES_GROUP
          .add("compressible-to", SettingType.SHARE, "100%", ROW_CONTENT)
          .help("share of random bytes in each random value; zeros fill the rest");
  Setting<Integer> TAGS =
      VALUES_GROUP.add("tags", SettingType.FEW, "0").help("number of 256-byte tags on each cell");
  Setting<Integer> VALUE_VERSION =
      VALUES_GROUP
          .add("value-version", SettingType.SMALL_COUNT_OR_ZERO, "0", ROW_CONTENT, NO_LOAD_EFFECT)
          .help("number written into random values, by which verify recognizes stale ones");
  Setting<Long> SEED =
      VALUES_GROUP
          .add("seed", SettingType.NUMBER, "0", ROW_CONTENT, NO_LOAD_EFFECT)
          .help("seed of keys and values: the same seed gives the same data");
  Setting<String> COPY_OF =
      VALUES_GROUP
          .add("copy-of", SettingType.NAME, ROW_CONTENT, LOAD_ONLY)
          .help("load: table of which --rows are sampled and copied into a new one");
  Setting<Boolean> REPLACE_VALUES =
      VALUES_GROUP
          .flag("replace-values", ROW_CONTENT, LOAD_ONLY)
          .help("load --copy-of: random values of the same lengths and compressibility");

  SettingGroup READS_GROUP = new SettingGroup("reads");

  Setting<ColumnChoice> READ_COLUMNS =
      READS_GROUP
          .oneOf("read-columns", ColumnChoice.class, "all", PER_SIDE)
          .help("columns of each get or scan: all; or one, drawn at random");
  Setting<Boolean> WHOLE_FAMILIES =
      READS_GROUP
          .flag("whole-families", PER_SIDE)
          .help("reads whole families instead of named columns");
  Setting<Integer> SCAN_ROWS =
      READS_GROUP
          .add("scan-rows", SettingType.SMALL_COUNT, "100", PER_SIDE)
          .help("maximum number of rows per scan");
  Setting<ScanLengths> SCAN_LENGTHS =
      READS_GROUP
          .oneOf("scan-lengths", ScanLengths.class, "fixed")
          .help("rows of scan and scanRange: fixed, or uniform or zipfian from 1 to --scan-rows");
  Setting<Integer> CACHING =
      READS_GROUP
          .add("caching", SettingType.SMALL_COUNT, PER_SIDE)
          .help("rows in each response to a scan; default --scan-rows");
  Setting<Boolean> PREFETCH =
      READS_GROUP
          .flag("prefetch", PER_SIDE)
          .help("asynchronous prefetch of scans, --client blocking");
  Setting<Boolean> CACHE_BLOCKS =
      READS_GROUP
          .add("cache-blocks", SettingType.FLAG, "true", PER_SIDE)
          .help(
              "reads put blocks into the servers' block caches; blocks that are there are used anyway");
  Setting<ReadType> READ_TYPE =
      READS_GROUP
          .oneOf("read-type", ReadType.class, "default", PER_SIDE)
          .help("servers' read type of scans: default, stream or pread");
  Setting<Boolean> FILTER_ALL =
      READS_GROUP
          .flag("filter-all", PER_SIDE)
          .help("server-side filter that drops every row read; a scan reads to the table's end");
  Setting<Consistency> CONSISTENCY =
      READS_GROUP
          .oneOf("consistency", Consistency.class, "strong", PER_SIDE)
          .help("consistency of reads: strong; or timeline, which permits answers of replicas");
  Setting<Integer> REPLICA =
      READS_GROUP
          .add("replica", SettingType.FEW, PER_SIDE)
          .help("number of the region replica to read from; 0 for the primary");
  Setting<Double> VERIFY_READS =
      READS_GROUP
          .add("verify-reads", SettingType.SHARE, "0%")
          .help("share of rows read whose values are verified");
  Setting<RowSet> ACKNOWLEDGED =
      READS_GROUP
          .add("acknowledged", SettingType.ROWS)
          .help("acknowledged rows: verify expects these only, load skips them; 0-999,5000-5999");

  SettingGroup WRITES_GROUP = new SettingGroup("writes");

  Setting<Integer> BATCH =
      WRITES_GROUP
          .add("batch", SettingType.SMALL_COUNT, BASIC, PER_SIDE)
          .help("rows per get, put or insert request; default 1, or 100 for load");
  Setting<ColumnChoice> WRITE_COLUMNS =
      WRITES_GROUP
          .oneOf("write-columns", ColumnChoice.class, "all", NOT_FOR_FULL_PASS, PER_SIDE)
          .help("columns of each put: all; or one, drawn at random; inserts write all");
  Setting<Integer> WRITE_BUFFER =
      WRITES_GROUP
          .add("write-buffer", SettingType.SIZE.where(size -> size > 0), "2MB", PER_SIDE)
          .help("bytes in each request of bufferedPut and bufferedDelete");
  Setting<Durability> DURABILITY =
      WRITES_GROUP
          .oneOf("durability", Durability.class, "use_default", PER_SIDE)
          .help("durability of writes: use_default, skip_wal, async_wal, sync_wal or fsync_wal");
  Setting<Boolean> BULK =
      WRITES_GROUP.flag("bulk", BASIC).help("load: HFiles and a bulk load instead of puts");
  Setting<List<String>> HFILES =
      WRITES_GROUP
          .add("hfiles", SettingType.PATHS, NO_LOAD_EFFECT)
          .help("load --bulk: directories with HFiles of earlier loads, for the bulk load");
  Setting<String> RESUME =
      WRITES_GROUP
          .add(
              "resume", SettingType.TEXT.withExample("hbench/20260131-101500-load"), NO_LOAD_EFFECT)
          .help("load, suite: run directory of the load or suite to continue");
  Setting<String> JAR =
      WRITES_GROUP
          .add("jar", SettingType.TEXT.withExample("my-operations.jar"))
          .help("jar file with user-defined operations");
  Setting<Map<String, String>> OPERATION_PROPERTIES =
      WRITES_GROUP
          .add("operation-properties", SettingType.PROPERTIES)
          .help("properties of user-defined operations: lines of name=value");

  SettingGroup NEW_TABLES_GROUP = new SettingGroup("new tables");

  Setting<Integer> PRESPLIT =
      NEW_TABLES_GROUP
          .add("presplit", SettingType.SMALL_COUNT, BASIC)
          .help("number of regions of a new table, each with the same number of rows; default 1");
  Setting<Compression.Algorithm> COMPRESSION =
      NEW_TABLES_GROUP
          .oneOf("compression", Compression.Algorithm.class, "none")
          .help("compression of a new table: none, gz, snappy, lz4, zstd, …");
  Setting<DataBlockEncoding> BLOCK_ENCODING =
      NEW_TABLES_GROUP
          .oneOf("block-encoding", DataBlockEncoding.class, "none")
          .help(
              "data block encoding of a new table: none, prefix, diff, fast_diff or row_index_v1");
  Setting<BloomType> BLOOM_FILTER =
      NEW_TABLES_GROUP
          .oneOf("bloom-filter", BloomType.class, "row")
          .help("Bloom filter of a new table: none, row, rowcol or rowprefix_fixed_length");
  Setting<Integer> BLOOM_PREFIX =
      NEW_TABLES_GROUP
          .add("bloom-prefix", SettingType.SMALL_COUNT)
          .help("bytes of the prefix with --bloom-filter rowprefix_fixed_length");
  Setting<Integer> BLOCK_SIZE =
      NEW_TABLES_GROUP
          .add("block-size", SettingType.SIZE, "64KB")
          .help("bytes in each data block of a new table");
  Setting<Boolean> BLOCK_CACHE =
      NEW_TABLES_GROUP
          .add("block-cache", SettingType.FLAG, "true")
          .help("block cache for a new table's data; false: reads take each data block from files");
  Setting<Boolean> IN_MEMORY =
      NEW_TABLES_GROUP.flag("in-memory").help("in-memory priority of a new table's blocks");
  Setting<MemoryCompactionPolicy> IN_MEMORY_COMPACTION =
      NEW_TABLES_GROUP
          .oneOf("in-memory-compaction", MemoryCompactionPolicy.class, "none")
          .help("in-memory compaction of a new table: none, basic, eager or adaptive");
  Setting<String> ENCRYPTION =
      NEW_TABLES_GROUP.add("encryption", SettingType.NAME).help("cipher of a new table: AES");
  Setting<String> SPLIT_POLICY =
      NEW_TABLES_GROUP
          .add("split-policy", SettingType.NAME)
          .help("class of the RegionSplitPolicy of a new table");
  Setting<Boolean> REGION_SPLITS =
      NEW_TABLES_GROUP
          .add("region-splits", SettingType.FLAG, "true")
          .help("automatic splits of a new table's regions");
  Setting<Integer> REPLICAS =
      NEW_TABLES_GROUP
          .add("replicas", SettingType.SMALL_COUNT, "1")
          .help("replicas of each region of a new table, the primary included");
  Setting<Integer> VERSIONS =
      NEW_TABLES_GROUP
          .add("versions", SettingType.SMALL_COUNT, "1")
          .help("maximum number of versions of a new table's cells");
  Setting<Duration> TTL =
      NEW_TABLES_GROUP
          .add("ttl", SettingType.POSITIVE_DURATION)
          .help("time to live of a new table's cells");
  Setting<Integer> MOB_THRESHOLD =
      NEW_TABLES_GROUP
          .add("mob-threshold", SettingType.SIZE)
          .help("bytes above which a new table's values go into MOB files");
  Setting<Boolean> PREFETCH_ON_OPEN =
      NEW_TABLES_GROUP
          .flag("prefetch-on-open")
          .help("prefetch of a new table's blocks when a region opens");
  Setting<Map<String, String>> FAMILY_CONFIG =
      NEW_TABLES_GROUP
          .add("family-config", SettingType.KEY_VALUES)
          .help("attributes and configuration of a new table's families: MIN_VERSIONS=1,…");
  Setting<Map<String, String>> TABLE_CONFIG =
      NEW_TABLES_GROUP
          .add("table-config", SettingType.KEY_VALUES.withExample("MAX_FILESIZE=10737418240"))
          .help("attributes and configuration of a new table: MAX_FILESIZE=10737418240,…");

  SettingGroup PREPARATION_GROUP = new SettingGroup("preparation");

  Setting<String> RECREATE =
      PREPARATION_GROUP
          .add("recreate", SettingType.TEXT, "false", NO_LOAD_EFFECT, BASIC)
          .help(
              "drops the table first: true for one that this user created with hbench, else its name");
  Setting<Boolean> FLUSH =
      PREPARATION_GROUP.flag("flush").help("flush of the table before run or after load");
  Setting<Boolean> MAJOR_COMPACT =
      PREPARATION_GROUP
          .flag("major-compact")
          .help("major compaction of the table before run or after load, until it is finished");
  Setting<Duration> SETTLE =
      PREPARATION_GROUP
          .add("settle", SettingType.POSITIVE_DURATION)
          .help("maximum wait for region moves and compactions of the table to finish");
  Setting<Boolean> CLEAR_CACHE =
      PREPARATION_GROUP
          .flag("clear-cache")
          .help("removal of the table's blocks from the block caches before run or after load");
  Setting<Boolean> WARM =
      PREPARATION_GROUP
          .flag("warm")
          .help("read of the whole table into the servers' block caches before run or after load");
}
