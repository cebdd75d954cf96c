package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.rundir.ServerEvent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/**
 * Detector of changes at the servers of a table between two calls: of servers at each call, of
 * regions as often as the pace of rows of hbase:meta allows, and at the last call.
 */
public final class TableWatch {
  private final Cluster cluster;
  private final TableName table;
  private ClusterSnapshot last;

  /** Times of the last read of the regions and of the last call, in milliseconds. */
  private double lookedAt;

  private double calledAt;
  private double longestMs;
  private boolean waits;
  private boolean isLast;

  public TableWatch(Cluster cluster, String table) {
    this.cluster = cluster;
    this.table = TableName.valueOf(table);
  }

  /** How often the regions were looked at, if that was less often than asked; in one line. */
  public synchronized Optional<String> note() {
    return waits
        ? Optional.of(
            format(
                "regions of table %s: %,d; moves, splits, flushes and compactions were looked for every %,.0f s, and %,.0f s before the end for the last time",
                table,
                last.regions().size(),
                Math.max(longestMs, calledAt - lookedAt) / 1e3,
                (calledAt - lookedAt) / 1e3))
        : Optional.empty();
  }

  /** Makes the next call the last one, which looks at the regions in any case. */
  public synchronized void ending() {
    isLast = true;
    cluster.paces().rows().leave(this);
  }

  /**
   * Changes since the last successful call; empty at the first call.
   *
   * @param atMs current time in milliseconds, by the clock of the events
   */
  public synchronized List<ServerEvent> changes(double atMs) throws IOException {
    ClusterSnapshot before = last;
    if (before == null || isLast || cluster.paces().rows().isDueFor(this)) {
      last = ClusterSnapshot.take(cluster, table, before);
      longestMs = before == null ? 0 : Math.max(longestMs, atMs - lookedAt);
      lookedAt = atMs;
    } else {
      last = before.withServersOf(cluster);
      waits = true;
    }
    calledAt = atMs;
    return before == null ? List.of() : last.changesSince(before, atMs);
  }
}
