package io.hbench.cluster;

import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.hbase.util.Bytes;

/** Builder of the descriptor of a table that hbench creates. */
final class NewTable {
  private NewTable() {}

  static TableDescriptor descriptor(TableName name, RunSpec spec, TableMark mark) {
    Configuration options = new Configuration(false);
    spec.tableSpec().newTable().forEach((setting, text) -> setting.set(options, text));
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setValue(TableMark.KEY, mark.toString())
            .setSplitEnabled(Settings.REGION_SPLITS.get(options))
            .setRegionReplication(Settings.REPLICAS.get(options));
    Settings.SPLIT_POLICY.find(options).ifPresent(table::setRegionSplitPolicyClassName);
    spec.data().cells().families().forEach(f -> table.setColumnFamily(family(f, options)));
    return table.build();
  }

  private static ColumnFamilyDescriptor family(String name, Configuration options) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
            .setCompressionType(Settings.COMPRESSION.get(options))
            .setDataBlockEncoding(Settings.BLOCK_ENCODING.get(options))
            .setBloomFilterType(Settings.BLOOM_FILTER.get(options))
            .setBlocksize(Settings.BLOCK_SIZE.get(options))
            .setInMemory(Settings.IN_MEMORY.get(options))
            .setPrefetchBlocksOnOpen(Settings.PREFETCH_ON_OPEN.get(options))
            .setInMemoryCompaction(Settings.IN_MEMORY_COMPACTION.get(options))
            .setMaxVersions(Settings.VERSIONS.get(options));
    Settings.BLOOM_PREFIX
        .find(options)
        .ifPresent(
            bytes ->
                family.setConfiguration(
                    BloomFilterUtil.PREFIX_LENGTH_KEY, Integer.toString(bytes)));
    Settings.ENCRYPTION.find(options).ifPresent(family::setEncryptionType);
    Settings.TTL
        .find(options)
        .ifPresent(ttl -> family.setTimeToLive(Math.toIntExact(Math.max(1, ttl.toSeconds()))));
    Settings.MOB_THRESHOLD
        .find(options)
        .ifPresent(bytes -> family.setMobEnabled(true).setMobThreshold(bytes));
    return family.build();
  }
}
