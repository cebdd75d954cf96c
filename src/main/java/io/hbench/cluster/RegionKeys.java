package io.hbench.cluster;

import io.hbench.data.KeySampler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * The row keys of one region. Lookups bypass the servers' block caches, so that they do not warm
 * the blocks that the run will read.
 *
 * @param size size of the region in bytes; negative if unknown
 * @param found counter of found keys, for progress
 */
record RegionKeys(
    Connection connection, TableName table, RegionInfo region, long size, LongAdder found)
    implements KeySampler.Lookup {
  private static final int CACHING = 1_000;

  List<byte[]> firstKeys(int max) {
    return read(forwards(region.getStartKey()).setCaching(Math.min(max, CACHING)), max);
  }

  /** Samples keys of the whole region. */
  List<byte[]> pick(List<byte[]> first, int max, long seed, Executor threads) {
    byte[] last = before(region.getEndKey());
    return last == null
        ? first // the other rows were deleted meanwhile
        : new KeySampler(this, threads).sample(first, last, max, seed);
  }

  @Override
  public byte[] atOrAfter(byte[] key) {
    found.increment();
    return one(forwards(key));
  }

  @Override
  public byte[] before(byte[] key) {
    return one(
        new Scan()
            .setReversed(true)
            .withStartRow(key, key.length == 0) // the end of the table has no key
            .withStopRow(region.getStartKey(), true));
  }

  private Scan forwards(byte[] from) {
    return new Scan().withStartRow(from).withStopRow(region.getEndKey());
  }

  private byte[] one(Scan scan) {
    List<byte[]> keys = read(scan.setCaching(1).setReadType(Scan.ReadType.PREAD), 1);
    return keys.isEmpty() ? null : keys.get(0);
  }

  private List<byte[]> read(Scan scan, int limit) {
    scan.setLimit(limit)
        .setCacheBlocks(false)
        .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    List<byte[]> keys = new ArrayList<>();
    try (Table connected = connection.getTable(table);
        ResultScanner scanner = connected.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        keys.add(row.getRow());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return keys;
  }
}
