package io.hbench.cluster;

import io.hbench.spec.NewTableOptions;
import io.hbench.spec.RunSpec;
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
    NewTableOptions options = spec.tableSpec().newTable();
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setValue(TableMark.KEY, mark.toString())
            .setSplitEnabled(options.regionSplits())
            .setRegionReplication(options.replicas());
    options.splitPolicy().ifPresent(table::setRegionSplitPolicyClassName);
    spec.data().cells().families().forEach(f -> table.setColumnFamily(family(f, options)));
    return table.build();
  }

  private static ColumnFamilyDescriptor family(String name, NewTableOptions options) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
            .setCompressionType(options.compression())
            .setDataBlockEncoding(options.blockEncoding())
            .setBloomFilterType(options.bloomFilter())
            .setBlocksize(options.blockSize())
            .setInMemory(options.inMemory())
            .setPrefetchBlocksOnOpen(options.prefetchOnOpen())
            .setInMemoryCompaction(options.inMemoryCompaction())
            .setMaxVersions(options.versions());
    options
        .bloomPrefix()
        .ifPresent(
            bytes ->
                family.setConfiguration(
                    BloomFilterUtil.PREFIX_LENGTH_KEY, Integer.toString(bytes)));
    options.encryption().ifPresent(family::setEncryptionType);
    options
        .timeToLive()
        .ifPresent(ttl -> family.setTimeToLive(Math.toIntExact(Math.max(1, ttl.toSeconds()))));
    options.mobThreshold().ifPresent(bytes -> family.setMobEnabled(true).setMobThreshold(bytes));
    return family.build();
  }
}
