package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.RowRequests;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Opens a scanner at a row, reads as many rows as {@code --scan-rows} and {@code --scan-lengths}
 * set, and closes it.
 */
record ScanOperation(RowRequests requests, boolean ranged) implements Operation {
  /** Scans that end after a number of rows. */
  static ScanOperation limited(RowRequests requests) {
    return new ScanOperation(requests, false);
  }

  /** Scans that end after a number of keys, however many of their rows exist. */
  static ScanOperation ranged(RowRequests requests) {
    return new ScanOperation(requests, true);
  }

  @Override
  public Request next(KeySequence keys) {
    long first = keys.next();
    int rows = requests.reads().scanRows();
    Scan scan = requests.reads().scan().withStartRow(requests.key(first)).setLimit(rows);
    if (ranged) {
      scan.withStopRow(requests.keys().bound(first + rows));
    }
    return Request.forRows(
        scan.getStartRow(),
        rows,
        client -> client.scan(scan).thenApply(requests.reads().outcomes()::scanned));
  }
}
