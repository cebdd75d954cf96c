package io.hbench.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.hbase.HBaseIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.MetaTableAccessor;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * The regions of a span of keys, by scans of hbase:meta that read these rows and no other ones.
 * HBase's clients themselves would look them up one by one, or a few at once.
 */
public final class MetaPages implements RegionPages {
  /** Rows of a scan that are worth its call. */
  public static final int PAGE = 100;

  private final FailableFunction<byte[], List<HRegionLocation>, IOException> locator;
  private final FailableFunction<Scan, List<Result>, IOException> meta;
  private final TableName table;
  private final KeySpan keys;
  private final Consumer<RegionLocations> found;

  /** Row of hbase:meta from which the next page starts; null before the first and at the end. */
  private byte[] next;

  private boolean started;

  /**
   * @param found gets the locations of each region, replicas included
   */
  public MetaPages(
      Connection connection, TableName table, KeySpan keys, Consumer<RegionLocations> found) {
    this(
        key -> {
          try (RegionLocator locator = connection.getRegionLocator(table)) {
            return locator.getRegionLocations(key);
          }
        },
        scan -> {
          try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
              ResultScanner rows = meta.getScanner(scan)) {
            return List.of(rows.next(scan.getLimit()));
          }
        },
        table,
        keys,
        found);
  }

  /** The same by a connection of the asynchronous client. */
  MetaPages(
      AsyncConnection connection, TableName table, KeySpan keys, Consumer<RegionLocations> found) {
    this(
        key -> FutureUtils.get(connection.getRegionLocator(table).getRegionLocations(key)),
        scan -> FutureUtils.get(connection.getTable(TableName.META_TABLE_NAME).scanAll(scan)),
        table,
        keys,
        found);
  }

  MetaPages(
      FailableFunction<byte[], List<HRegionLocation>, IOException> locator,
      FailableFunction<Scan, List<Result>, IOException> meta,
      TableName table,
      KeySpan keys,
      Consumer<RegionLocations> found) {
    this.locator = locator;
    this.meta = meta;
    this.table = table;
    this.keys = keys;
    this.found = found;
  }

  @Override
  public int next(int most) throws IOException {
    if (!started) {
      started = true;
      return first();
    }
    return next == null ? 0 : page(most);
  }

  @Override
  public boolean isComplete() {
    return started && next == null;
  }

  /** The region of the first key, by the client: it says what is wrong with a table. */
  private int first() throws IOException {
    RegionLocations first;
    try {
      first = new RegionLocations(locator.apply(keys.first().get()));
    } catch (HBaseIOException e) {
      if (e.getClass() == HBaseIOException.class) {
        return 0; // no server has the region, which requests will meet, too
      }
      throw e;
    }
    RegionInfo region = first.getRegionLocation().getRegion();
    found.accept(first);
    if (!TableName.isMetaTableName(table) && keys.endsAfter(region)) {
      next = RegionInfo.createRegionName(table, region.getEndKey(), "", false);
    }
    return 1;
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
    List<Result> rows = meta.apply(scan);
    rows.forEach(row -> locations(row).ifPresent(found));
    byte[] last = rows.size() < most ? null : rows.get(most - 1).getRow();
    next = last == null ? null : Arrays.copyOf(last, last.length + 1);
    return rows.size();
  }

  /** What reads the row of the region that has a key; {@link #location} reads its answer. */
  static Scan lookUp(TableName table, byte[] key) {
    return new Scan()
        .withStartRow(RegionInfo.createRegionName(table, key, HConstants.NINES, false))
        .withStopRow(
            RegionInfo.createRegionName(table, HConstants.EMPTY_START_ROW, "", false), true)
        .addFamily(HConstants.CATALOG_FAMILY)
        .setReversed(true)
        .setCaching(1)
        .setLimit(1)
        .setReadType(Scan.ReadType.PREAD);
  }

  /**
   * The location that a look-up found.
   *
   * @throws UncheckedIOException if there is none
   */
  static HRegionLocation location(List<Result> rows) {
    return rows.stream()
        .flatMap(row -> locations(row).stream())
        .map(RegionLocations::getDefaultRegionLocation)
        .filter(location -> location.getServerName() != null)
        .findFirst()
        .orElseThrow(
            () ->
                new UncheckedIOException(
                    new NoServerForRegionException("hbase:meta has no region for the key")));
  }

  /** The locations in a row of hbase:meta, unless the region was split. */
  private static Optional<RegionLocations> locations(Result row) {
    return Optional.ofNullable(MetaTableAccessor.getRegionLocations(row))
        .filter(all -> all.getDefaultRegionLocation() != null)
        .filter(all -> !all.getDefaultRegionLocation().getRegion().isSplit());
  }
}
