package io.hbench.cluster;

import io.hbench.rundir.ServerEvent;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;

/** Detector of changes at the servers of a table between two calls. Not thread-safe. */
public final class TableWatch {
  private final Cluster cluster;
  private final TableName table;
  private ClusterSnapshot last;

  public TableWatch(Cluster cluster, String table) {
    this.cluster = cluster;
    this.table = TableName.valueOf(table);
  }

  /**
   * Changes since the last successful call; empty at the first call.
   *
   * @param atMs current time in milliseconds, by the clock of the events
   */
  public List<ServerEvent> changes(double atMs) throws IOException {
    ClusterSnapshot before = last;
    last = ClusterSnapshot.take(cluster, table, before);
    return before == null ? List.of() : last.changesSince(before, atMs);
  }
}
