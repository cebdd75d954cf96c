package io.hbench.client;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.MetaTableAccessor;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * The regions of a span of keys, by scans of hbase:meta that read these rows and no other ones. The
 * blocking client itself would look them up one by one.
 */
public final class MetaPages implements RegionPages {
  /** Rows of a scan that are worth its call. */
  public static final int PAGE = 100;

  private final Connection connection;
  private final TableName table;
  private final KeySpan keys;
  private final Consumer<RegionLocations> found;

  /** Row of hbase:meta from which the next page starts. */
  private byte[] next;

  private boolean started;

  /**
   * @param found gets the locations of each region, replicas included
   */
  public MetaPages(
      Connection connection, TableName table, KeySpan keys, Consumer<RegionLocations> found) {
    this.connection = connection;
    this.table = table;
    this.keys = keys;
    this.found = found;
  }

  @Override
  public synchronized int next(int most) throws IOException {
    if (!started) {
      return first();
    }
    return isComplete() ? 0 : page(most);
  }

  @Override
  public synchronized boolean isComplete() {
    return started && next == null;
  }

  @Override
  public synchronized void end() {
    started = true;
    next = null;
  }

  private int first() throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      byte[] first = keys.first().get();
      RegionInfo region = locator.getRegionLocation(first).getRegion();
      found.accept(new RegionLocations(locator.getRegionLocations(first)));
      if (!TableName.isMetaTableName(table) && keys.endsAfter(region)) {
        next = RegionInfo.createRegionName(table, region.getEndKey(), "", false);
      }
      started = true;
      return 1;
    }
  }

  private int page(int most) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(next)
            .withStopRow(
                RegionInfo.createRegionName(table, keys.last().get(), HConstants.NINES, false),
                true)
            .addFamily(HConstants.CATALOG_FAMILY)
            .setCaching(most) // one call of a region server
            .setLimit(most)
            .setReadType(Scan.ReadType.PREAD);
    int rows = 0;
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
        ResultScanner scanner = meta.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows++;
        locations(row).ifPresent(found);
        next = Arrays.copyOf(row.getRow(), row.getRow().length + 1);
      }
    }
    if (rows < most) {
      next = null;
    }
    return rows;
  }

  /** The locations in a row of hbase:meta, unless the region was split. */
  private static Optional<RegionLocations> locations(Result row) {
    return Optional.ofNullable(MetaTableAccessor.getRegionLocations(row))
        .filter(all -> all.getDefaultRegionLocation() != null)
        .filter(all -> !all.getDefaultRegionLocation().getRegion().isSplit());
  }
}
