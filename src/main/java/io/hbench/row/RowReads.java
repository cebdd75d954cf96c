package io.hbench.row;

import io.hbench.row.Columns.Column;
import io.hbench.verify.RowVerifier;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;

/**
 * Makes gets and scans, and checks the rows that they return. For one thread.
 *
 * @param outcomes counts the rows of an answer, and verifies a share of them with {@code
 *     --verify-reads}
 */
public record RowReads(
    LongFunction<byte[]> key,
    Columns columns,
    ReadOptions options,
    ScanOptions scans,
    OutcomeCounts outcomes) {
  RowReads with(LongFunction<byte[]> newKey, Columns newColumns) {
    return new RowReads(newKey, newColumns, options, scans, outcomes);
  }

  /** A get of the columns by name: cells that increments and appends add are not read. */
  public Get get(long row) {
    Get get = new Get(key.apply(row));
    if (options.wholeFamilies()) {
      columns.families().forEach(get::addFamily);
    } else if (!options.wholeRows()) {
      for (Column column : columns.choose(options.columns(), columns.families().size())) {
        get.addColumn(column.family(), column.qualifier());
      }
    }
    get.setCacheBlocks(scans.cacheBlocks());
    prepare(get);
    return get;
  }

  /** A scan of the same cells as {@link #get}; the caller sets its first and last row. */
  public Scan scan() {
    return scan(columns.families().size(), options.columns());
  }

  public Scan firstFamilyScan() {
    return scan(1, ColumnChoice.ALL);
  }

  private Scan scan(int familyCount, ColumnChoice choice) {
    Scan scan =
        new Scan()
            .setCaching(scans.caching())
            .setCacheBlocks(scans.cacheBlocks())
            .setAsyncPrefetch(scans.prefetch())
            .setReadType(scans.readType())
            .setScanMetricsEnabled(true);
    if (options.wholeFamilies()) {
      columns.families().subList(0, familyCount).forEach(scan::addFamily);
    } else if (!options.wholeRows()) {
      for (Column column : columns.choose(choice, familyCount)) {
        scan.addColumn(column.family(), column.qualifier());
      }
    }
    prepare(scan);
    return scan;
  }

  /** A scan of all cells of all families that puts nothing into the servers' block caches. */
  public Scan allCellsScan() {
    Scan scan =
        new Scan()
            .setCaching(scans.caching())
            .setCacheBlocks(false)
            .setReadType(Scan.ReadType.STREAM)
            .setScanMetricsEnabled(true);
    columns.families().forEach(scan::addFamily);
    consistency(scan);
    return scan;
  }

  private void prepare(Query query) {
    consistency(query);
    if (options.filterAll()) {
      // skips each cell, as PerformanceEvaluation's filter: one of rows would read a cell of each
      query.setFilter(new ValueFilter(CompareOperator.NO_OP, new NullComparator()));
    }
  }

  private void consistency(Query query) {
    query.setConsistency(options.consistency());
    if (options.replica() >= 0) {
      query.setReplicaId(options.replica());
    }
  }

  /** Number of rows that the next scan requests. */
  public int scanRows() {
    return scans.lengths().rows(scans.rows(), columns.random().nextLong());
  }

  /** Rows in each answer of a server to a scan. */
  public int caching() {
    return scans.caching();
  }

  /** The verifier, which compares rows with their expected values. */
  public RowVerifier verifier() {
    return outcomes.verifier();
  }
}
