package io.hbench.cluster;

import io.hbench.rundir.ServerEvent;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;

/** Notices what changes at the servers of a table, from one call to the next. Not thread-safe. */
public final class TableWatch {
  private final Cluster cluster;
  private final TableName table;
  private ClusterSnapshot last;

  public TableWatch(Cluster cluster, String table) {
    this.cluster = cluster;
    this.table = TableName.valueOf(table);
  }

  /**
   * What has changed since the last call that went well; nothing at the first.
   *
   * @param atMs the time now, in milliseconds of whatever clock the events shall have
   */
  public List<ServerEvent> changes(double atMs) throws IOException {
    ClusterSnapshot before = last;
    last = ClusterSnapshot.at(cluster, table, before);
    return before == null ? List.of() : last.changesSince(before, atMs);
  }
}
