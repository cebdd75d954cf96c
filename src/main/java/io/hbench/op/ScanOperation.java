package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.data.RowKeys;
import org.apache.hadoop.hbase.client.Scan;

/** Opens a scanner at a row, reads up to {@code --scan-rows} rows in one go, and closes it. */
final class ScanOperation implements Operation {
  private final RowShape shape;

  ScanOperation(RowShape shape) {
    this.shape = shape;
  }

  @Override
  public Request next(KeySequence keys) {
    Scan scan =
        new Scan()
            .withStartRow(RowKeys.key(keys.next()))
            .setCaching(shape.scanRows())
            .setLimit(shape.scanRows());
    for (byte[] family : shape.families()) {
      for (byte[] column : shape.columns()) {
        scan.addColumn(family, column);
      }
    }
    return client -> client.scan(scan).thenApply(Outcomes::scanned);
  }
}
