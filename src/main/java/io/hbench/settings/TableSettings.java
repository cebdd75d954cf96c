package io.hbench.settings;

import static io.hbench.settings.SettingRole.BASIC;
import static io.hbench.settings.SettingRole.NO_LOAD_EFFECT;

import java.time.Duration;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/** Settings of tables that hbench creates, and of the preparation of a table for a run. */
interface TableSettings {
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

  SettingGroup PREPARATION_GROUP = new SettingGroup("preparation");

  Setting<String> RECREATE =
      PREPARATION_GROUP
          .add("recreate", SettingType.TEXT, "false", NO_LOAD_EFFECT, BASIC)
          .help("drops the table first: true for one that hbench created, else its name");
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
  Setting<Boolean> WARM =
      PREPARATION_GROUP
          .flag("warm")
          .help("read of the whole table into the servers' block caches before run or after load");
}
