package io.hbench.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * HBase's output format, configured with the properties of a table. HBase's own {@code
 * configureIncrementalLoadMap} would ship all of the region server's libraries with the job; this
 * class writes the same properties in the same form as {@code HFileOutputFormat2} of HBase 2.6.
 */
final class HFileFormat extends HFileOutputFormat2 {
  private static final String TABLE = "hbase.mapreduce.hfileoutputformat.table.name";
  private static final String COMPRESSION = "hbase.hfileoutputformat.families.compression";
  private static final String BLOOM = "hbase.hfileoutputformat.families.bloomtype";
  private static final String BLOOM_PARAMETER = "hbase.hfileoutputformat.families.bloomparam";
  private static final String BLOCK_SIZE = "hbase.mapreduce.hfileoutputformat.blocksize";
  private static final String ENCODING =
      "hbase.mapreduce.hfileoutputformat.families.datablock.encoding";

  static void configure(Configuration conf, TableDescriptor table) {
    conf.set(TABLE, table.getTableName().getNameAsString());
    conf.set(COMPRESSION, each(table, family -> family.getCompressionType().getName()));
    conf.set(BLOOM, each(table, family -> family.getBloomFilterType().toString()));
    conf.set(
        BLOOM_PARAMETER,
        each(
            table,
            family ->
                Objects.requireNonNullElse(
                    family.getConfigurationValue(BloomFilterUtil.PREFIX_LENGTH_KEY), "")));
    conf.set(BLOCK_SIZE, each(table, family -> Integer.toString(family.getBlocksize())));
    conf.set(ENCODING, each(table, family -> family.getDataBlockEncoding().toString()));
  }

  private static String each(
      TableDescriptor table, Function<ColumnFamilyDescriptor, String> property) {
    return Arrays.stream(table.getColumnFamilies())
        .map(
            family ->
                encode(
                        Bytes.toString(
                            getTableNameSuffixedWithFamily(
                                table.getTableName().getName(), family.getName())))
                    + "="
                    + encode(property.apply(family)))
        .collect(Collectors.joining("&"));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
