package io.hbench.spec;

import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.hbase.util.Bytes;

/** Reads the descriptor of a table that a run creates. */
record NewTableReader(Configuration conf) {
  private static final Map<String, Setting<?>> FLAGS_OF_FAMILY =
      Map.ofEntries(
          Map.entry("COMPRESSION", Settings.COMPRESSION),
          Map.entry("DATA_BLOCK_ENCODING", Settings.BLOCK_ENCODING),
          Map.entry("BLOOMFILTER", Settings.BLOOM_FILTER),
          Map.entry(BloomFilterUtil.PREFIX_LENGTH_KEY, Settings.BLOOM_PREFIX),
          Map.entry("BLOCKSIZE", Settings.BLOCK_SIZE),
          Map.entry("BLOCKCACHE", Settings.BLOCK_CACHE),
          Map.entry("IN_MEMORY", Settings.IN_MEMORY),
          Map.entry("PREFETCH_BLOCKS_ON_OPEN", Settings.PREFETCH_ON_OPEN),
          Map.entry("IN_MEMORY_COMPACTION", Settings.IN_MEMORY_COMPACTION),
          Map.entry("VERSIONS", Settings.VERSIONS),
          Map.entry("ENCRYPTION", Settings.ENCRYPTION),
          Map.entry("TTL", Settings.TTL),
          Map.entry("IS_MOB", Settings.MOB_THRESHOLD),
          Map.entry("MOB_THRESHOLD", Settings.MOB_THRESHOLD));

  private static final Map<String, Setting<?>> FLAGS_OF_TABLE =
      Map.of(
          "SPLIT_ENABLED", Settings.REGION_SPLITS,
          "REGION_REPLICATION", Settings.REPLICAS,
          "SPLIT_POLICY", Settings.SPLIT_POLICY);

  /** Attributes without a flag. HBase stores any other name, too, and it has no effect. */
  private static final Set<String> ATTRIBUTES_OF_FAMILY =
      Set.of(
          "CACHE_BLOOMS_ON_WRITE",
          "CACHE_DATA_ON_WRITE",
          "CACHE_INDEX_ON_WRITE",
          "COMPRESSION_COMPACT",
          "COMPRESSION_COMPACT_MAJOR",
          "COMPRESSION_COMPACT_MINOR",
          "COMPRESS_TAGS",
          "DFS_REPLICATION",
          "EVICT_BLOCKS_ON_CLOSE",
          "INDEX_BLOCK_ENCODING",
          "KEEP_DELETED_CELLS",
          "MIN_VERSIONS",
          "MOB_COMPACT_PARTITION_POLICY",
          "NEW_VERSION_BEHAVIOR",
          "REPLICATION_SCOPE",
          "STORAGE_POLICY");

  private static final Set<String> ATTRIBUTES_OF_TABLE =
      Set.of(
          "COMPACTION_ENABLED",
          "DURABILITY",
          "ERASURE_CODING_POLICY",
          "FLUSH_POLICY",
          "MAX_FILESIZE",
          "MEMSTORE_FLUSHSIZE",
          "MERGE_ENABLED",
          "NORMALIZATION_ENABLED",
          "NORMALIZER_TARGET_REGION_COUNT",
          "NORMALIZER_TARGET_REGION_SIZE_MB",
          "PRIORITY",
          "REGION_MEMSTORE_REPLICATION");

  /**
   * @throws UsageException if the name is not one of a table, or a setting contradicts another one
   */
  TableDescriptor read(List<String> families) {
    if (Settings.PREFETCH_ON_OPEN.get(conf) && !Settings.BLOCK_CACHE.get(conf)) {
      throw Settings.PREFETCH_ON_OPEN.bad(
          true,
          "fills the block cache, and reads use it, whatever --block-cache says",
          "--block-cache false without --prefetch-on-open");
    }
    if (Settings.BLOOM_PREFIX.isSet(conf)
        && Settings.BLOOM_FILTER.get(conf) != BloomType.ROWPREFIX_FIXED_LENGTH) {
      throw Settings.BLOOM_PREFIX.bad(
          conf,
          "no effect with --bloom-filter " + Settings.BLOOM_FILTER.text(conf),
          "--bloom-filter rowprefix_fixed_length --bloom-prefix 8");
    }
    if (Settings.BULK.get(conf)
        && (Settings.ENCRYPTION.isSet(conf) || Settings.MOB_THRESHOLD.isSet(conf))) {
      throw Settings.BULK.bad(
          true, "HFiles are made without --encryption and --mob-threshold", "load --bulk alone");
    }
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name())
            .setSplitEnabled(Settings.REGION_SPLITS.get(conf))
            .setRegionReplication(Settings.REPLICAS.get(conf));
    Settings.SPLIT_POLICY.find(conf).ifPresent(table::setRegionSplitPolicyClassName);
    given(Settings.TABLE_CONFIG, FLAGS_OF_TABLE, ATTRIBUTES_OF_TABLE).forEach(table::setValue);
    families.forEach(family -> table.setColumnFamily(family(family)));
    return table.build();
  }

  /**
   * What a setting gives for the descriptor, by attribute or property.
   *
   * @param flags settings of other attributes
   */
  private Map<String, String> given(
      Setting<Map<String, String>> setting, Map<String, Setting<?>> flags, Set<String> attributes) {
    Map<String, String> given = setting.find(conf).orElse(Map.of());
    given.forEach(
        (key, value) -> {
          Setting<?> flag = flags.get(key);
          if (flag != null) {
            throw setting.bad(key + "=" + value, "has a flag", flag.flag());
          }
          if (!isProperty(key) && !attributes.contains(key)) {
            throw setting.bad(
                key + "=" + value,
                "neither an attribute of HBase nor a property with a dot",
                setting.flag() + " " + setting.kind().example());
          }
        });
    return given;
  }

  private static boolean isProperty(String key) {
    return key.contains(".");
  }

  private TableName name() {
    return SettingType.tableName(Settings.TABLE, Settings.TABLE.get(conf));
  }

  private ColumnFamilyDescriptor family(String name) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
            .setCompressionType(Settings.COMPRESSION.get(conf))
            .setDataBlockEncoding(Settings.BLOCK_ENCODING.get(conf))
            .setBloomFilterType(Settings.BLOOM_FILTER.get(conf))
            .setBlocksize(Settings.BLOCK_SIZE.get(conf))
            .setBlockCacheEnabled(Settings.BLOCK_CACHE.get(conf))
            .setInMemory(Settings.IN_MEMORY.get(conf))
            .setPrefetchBlocksOnOpen(Settings.PREFETCH_ON_OPEN.get(conf))
            .setInMemoryCompaction(Settings.IN_MEMORY_COMPACTION.get(conf))
            .setMaxVersions(Settings.VERSIONS.get(conf));
    Settings.BLOOM_PREFIX
        .find(conf)
        .map(bytes -> Integer.toString(bytes))
        .ifPresent(bytes -> family.setConfiguration(BloomFilterUtil.PREFIX_LENGTH_KEY, bytes));
    Settings.ENCRYPTION.find(conf).ifPresent(family::setEncryptionType);
    Settings.TTL
        .find(conf)
        .ifPresent(ttl -> family.setTimeToLive(Math.toIntExact(Math.max(1, ttl.toSeconds()))));
    Settings.MOB_THRESHOLD
        .find(conf)
        .ifPresent(bytes -> family.setMobEnabled(true).setMobThreshold(bytes));
    given(Settings.FAMILY_CONFIG, FLAGS_OF_FAMILY, ATTRIBUTES_OF_FAMILY)
        .forEach(
            (key, value) -> {
              if (isProperty(key)) {
                family.setConfiguration(key, value);
              } else {
                family.setValue(key, value);
              }
            });
    return family.build();
  }
}
