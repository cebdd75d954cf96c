package io.hbench.op;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.data.RowKeys;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Walks the thread's own rows with one scanner: each request is {@code --caching} rows, which is
 * one answer of a server. Timing every single row, as PerformanceEvaluation does, would time the
 * client's cache 29 times out of 30.
 *
 * <p>The rows that it draws are only counted: it goes its own way, and starts anew at the end.
 */
final class WalkOperation implements Operation {
  private final RowShape shape;
  private final KeyRange own;
  private final boolean reversed;
  private long left;
  private Client.Scanner scanner;

  private WalkOperation(RowShape shape, KeyRange own, boolean reversed) {
    this.shape = shape;
    this.own = own;
    this.reversed = reversed;
    this.left = own.size();
  }

  static WalkOperation forwards(RowShape shape, KeyRange own) {
    return new WalkOperation(shape, own, false);
  }

  static WalkOperation backwards(RowShape shape, KeyRange own) {
    return new WalkOperation(shape, own, true);
  }

  @Override
  public Request next(KeySequence keys) {
    boolean first = left == own.size();
    int drawn = 0;
    while (left > 0 && drawn < shape.scans().caching() && keys.hasNext()) {
      keys.next();
      drawn++;
      left--;
    }
    int rows = drawn;
    if (left == 0) {
      left = own.size();
    }
    return client -> {
      if (first) {
        close();
        scanner = client.open(scan());
      }
      return scanner.next(rows).thenApply(scanned -> shape.outcomes().walked(scanned, rows));
    };
  }

  private Scan scan() {
    byte[] low = RowKeys.key(own.first());
    return reversed
        ? shape
            .scan()
            .setReversed(true)
            .withStartRow(RowKeys.key(own.end()), false)
            .withStopRow(low, true)
        : shape.scan().withStartRow(low).withStopRow(RowKeys.key(own.end()));
  }

  @Override
  public void close() {
    if (scanner != null) {
      scanner.close();
    }
  }
}
