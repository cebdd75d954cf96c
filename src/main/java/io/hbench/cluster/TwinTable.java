package io.hbench.cluster;

import io.hbench.twin.Twin.Family;
import io.hbench.twin.Twin.FamilySettings;
import io.hbench.twin.Twin.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reader of a table's schema for its twin.
 *
 * @param unknown takes the reasons of what is not known
 */
record TwinTable(Cluster cluster, TableName table, RowSample sample, Map<String, String> unknown) {
  /** Reads it. */
  Table read(boolean names) throws IOException {
    Optional<TableDescriptor> schema = cluster.schema(table);
    if (schema.isEmpty()) {
      unknown.put("table", "the user lacks the right C on the table, by which the schema is read");
    }
    sample
        .problem()
        .ifPresent(
            why -> List.of("rowKeys", "table.families").forEach(path -> unknown.put(path, why)));
    Set<String> all = new TreeSet<>(sample.families());
    schema.ifPresent(s -> s.getColumnFamilyNames().forEach(name -> all.add(Bytes.toString(name))));
    List<Family> families = new ArrayList<>();
    for (String name : all) {
      families.add(
          sample.family(
              name,
              names ? name : "f" + (families.size() + 1),
              schema
                  .map(s -> s.getColumnFamily(Bytes.toBytes(name)))
                  .map(TwinTable::settings)
                  .orElse(null)));
    }
    return new Table(
        names ? table.getNameAsString() : null,
        schema.map(TableDescriptor::getRegionReplication).orElse(null),
        schema.map(TableDescriptor::isSplitEnabled).orElse(null),
        families);
  }

  private static FamilySettings settings(ColumnFamilyDescriptor family) {
    String prefix = family.getConfigurationValue(BloomFilterUtil.PREFIX_LENGTH_KEY);
    return new FamilySettings(
        word(family.getCompressionType()),
        word(family.getDataBlockEncoding()),
        word(family.getBloomFilterType()),
        prefix == null ? null : Integer.valueOf(prefix),
        family.getBlocksize(),
        family.isBlockCacheEnabled(),
        family.isInMemory(),
        family.getInMemoryCompaction() == null ? null : word(family.getInMemoryCompaction()),
        family.getMaxVersions(),
        family.getTimeToLive() == HConstants.FOREVER ? null : family.getTimeToLive(),
        family.isMobEnabled() ? family.getMobThreshold() : null,
        family.isPrefetchBlocksOnOpen());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
