package io.hbench.cluster;

import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.hbase.util.Bytes;

/** Builder of the descriptor of a table that hbench creates. */
final class NewTable {
  private NewTable() {}

  static TableDescriptor descriptor(
      TableName name, RunSpec spec, Configuration conf, String version) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setValue(Tables.MARKER, version)
            .setRegionReplication(Settings.REPLICAS.get(conf));
    Settings.SPLIT_POLICY.find(conf).ifPresent(table::setRegionSplitPolicyClassName);
    spec.cells().families().forEach(family -> table.setColumnFamily(family(family, conf)));
    return table.build();
  }

  private static ColumnFamilyDescriptor family(String name, Configuration conf) {
    BloomType bloom = Settings.BLOOM_FILTER.get(conf);
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
            .setCompressionType(Settings.COMPRESSION.get(conf))
            .setDataBlockEncoding(Settings.BLOCK_ENCODING.get(conf))
            .setBloomFilterType(bloom)
            .setBlocksize(Settings.BLOCK_SIZE.get(conf))
            .setInMemory(Settings.IN_MEMORY.get(conf))
            .setPrefetchBlocksOnOpen(Settings.PREFETCH_ON_OPEN.get(conf))
            .setInMemoryCompaction(Settings.IN_MEMORY_COMPACTION.get(conf))
            .setMaxVersions(Settings.VERSIONS.get(conf));
    Settings.BLOOM_PREFIX
        .find(conf)
        .ifPresent(
            bytes ->
                family.setConfiguration(
                    BloomFilterUtil.PREFIX_LENGTH_KEY, Integer.toString(bytes)));
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
