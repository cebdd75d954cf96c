package io.hbench.spec;

import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.hbase.util.Bytes;

/** Reads the descriptor of a table that a run creates. */
record NewTableReader(Configuration conf) {
  /**
   * Reads it.
   *
   * @throws UsageException if the name is not one of a table, or a setting contradicts another one
   */
  TableDescriptor read(List<String> families) {
    if (Settings.PREFETCH_ON_OPEN.get(conf) && !Settings.BLOCK_CACHE.get(conf)) {
      throw Settings.PREFETCH_ON_OPEN.bad(
          true,
          "fills the block cache, and reads use it, whatever --block-cache says",
          "--block-cache false without --prefetch-on-open");
    }
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name())
            .setSplitEnabled(Settings.REGION_SPLITS.get(conf))
            .setRegionReplication(Settings.REPLICAS.get(conf));
    Settings.SPLIT_POLICY.find(conf).ifPresent(table::setRegionSplitPolicyClassName);
    families.forEach(family -> table.setColumnFamily(family(family)));
    return table.build();
  }

  private TableName name() {
    String name = Settings.TABLE.get(conf);
    try {
      return TableName.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw Settings.TABLE.bad(name, "not a table name", "--table t1");
    }
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
    return family.build();
  }
}
