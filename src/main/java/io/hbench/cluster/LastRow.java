package io.hbench.cluster;

import io.hbench.data.KeyFormat;
import io.hbench.settings.Settings;
import io.hbench.spec.KeySpec;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;

/**
 * Search for the last row that earlier runs inserted into a table. Where keys have the order of the
 * rows, which are no slice, one reversed scan finds it. Otherwise a galloping search does, with
 * about twice as many batches of gets as the number of inserted rows has binary digits.
 *
 * <p>Assumption of the galloping search: inserts left no gap of {@value #WINDOW} rows. New rows
 * alternate between all threads of a run, so a gap comes from threads that were ahead of others.
 */
record LastRow(Connection connection, TableName table, KeySpec keys) {
  private static final int WINDOW = 1_000;

  /**
   * Finds the place of the last row.
   *
   * @param end place behind the rows that were loaded
   * @return the last one in the table; {@code end - 1} if there is none from {@code end} on
   */
  long before(long end) throws IOException {
    try (Table rows = connection.getTable(table)) {
      return keys.format().isOrdered() && keys.sliceOf() == 0
          ? scanned(rows, end)
          : searched(rows, end);
    }
  }

  private long scanned(Table rows, long end) throws IOException {
    KeyFormat format = keys.format();
    Scan scan =
        new Scan()
            .setReversed(true)
            .withStartRow(format.end(), false)
            .withStopRow(format.bound(end), true)
            .setFilter(new FirstKeyOnlyFilter())
            .setLimit(1)
            .setCaching(1);
    try (ResultScanner found = rows.getScanner(scan)) {
      Result last = found.next();
      return last == null ? end - 1 : row(last.getRow(), end);
    }
  }

  private long row(byte[] key, long end) throws IOException {
    try {
      return keys.format().row(key);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "of the rows behind the loaded ones, the last has %s; try %s %d"
              .formatted(e.getMessage(), Settings.FIRST_INSERT.flag(), end),
          e);
    }
  }

  private long searched(Table rows, long end) throws IOException {
    if (lastIn(rows, end) < end) {
      return end - 1;
    }
    long low = end;
    long step = WINDOW;
    while (lastIn(rows, low + step) >= low + step) {
      low += step;
      step *= 2;
    }
    long high = low + step;
    while (high - low > WINDOW) {
      long middle = low + (high - low) / 2;
      if (lastIn(rows, middle) >= middle) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.max(lastIn(rows, low), lastIn(rows, high));
  }

  /** The last place of a window whose row is in the table; -1 if none is. */
  private long lastIn(Table rows, long first) throws IOException {
    List<Get> gets =
        LongStream.range(first, first + WINDOW)
            .map(keys::row)
            .filter(row -> row <= keys.format().maxRow())
            .mapToObj(keys.format()::key)
            .map(Get::new)
            .toList();
    boolean[] there = rows.exists(gets);
    for (int i = there.length - 1; i >= 0; i--) {
      if (there[i]) {
        return first + i;
      }
    }
    return -1;
  }
}
