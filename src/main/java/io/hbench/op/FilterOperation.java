package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.RowRequests;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/**
 * Scans the first family of the whole table for one value in its first column: the servers read all
 * rows and return few or none. The value is that of a row of the key distribution.
 */
record FilterOperation(RowRequests requests) implements Operation {
  @Override
  public Request next(KeySequence keys) {
    Scan scan = requests.reads().firstFamilyScan();
    Filter value =
        new SingleColumnValueFilter(
            requests.families().get(0),
            requests.columns().get(0),
            CompareOperator.EQUAL,
            requests.writes().firstValue(keys.next()));
    scan.setFilter(scan.getFilter() == null ? value : new FilterList(scan.getFilter(), value));
    return client -> client.scan(scan).thenApply(requests.reads().outcomes()::found);
  }
}
