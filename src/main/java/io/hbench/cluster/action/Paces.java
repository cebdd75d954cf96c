package io.hbench.cluster.action;

import io.hbench.time.Pace;
import io.hbench.time.Time;
import java.util.Collection;
import org.apache.hadoop.hbase.ServerName;

/**
 * How much this process asks of a cluster in a second, whatever for. What small clusters and tables
 * are asked for is below that; with others, the periods of all polls grow.
 *
 * @param rows of hbase:meta, which one server has
 * @param listed those of them that actions read: the watch on a run has the rest
 * @param masterBytes of the master's answers
 */
public record Paces(Pace rows, Pace listed, Pace calls, Pace pages, Pace masterBytes) {
  static final int ROWS_PER_SECOND = 500;

  /** As many as in the ten seconds between two snapshots of a run. */
  static final int ROWS_AT_ONCE = 10 * ROWS_PER_SECOND;

  private static final int CALLS_PER_SECOND = 500;

  /** With those at once, and a round of 200, 50 a second of every minute. */
  public static final int PAGES_PER_SECOND = 45;

  /** Half a megabyte a minute. The ports of new servers have the other half. */
  public static final double MASTER_BYTES_PER_SECOND = 500_000 / 60.0;

  private static final int MASTER_BYTES_AT_ONCE = 500_000;

  /** Port, start code and frame of a server's name in an answer. */
  private static final int BYTES_OF_NAME = 16;

  public static Paces of(Time time) {
    return new Paces(
        new Pace(time, ROWS_PER_SECOND, ROWS_AT_ONCE),
        new Pace(time, ROWS_PER_SECOND / 2.0, ROWS_AT_ONCE / 2.0),
        new Pace(time, CALLS_PER_SECOND, 2 * CALLS_PER_SECOND),
        new Pace(time, PAGES_PER_SECOND, 2 * PAGES_PER_SECOND),
        new Pace(time, MASTER_BYTES_PER_SECOND, MASTER_BYTES_AT_ONCE));
  }

  Time time() {
    return rows.time();
  }

  /** Counts rows of hbase:meta that an action has read. */
  void listed(int read) {
    rows.took(read);
    listed.took(read);
  }

  /** Counts an answer of the master with the names of servers. */
  public <T extends Collection<ServerName>> T named(T servers) {
    masterBytes.took(
        servers.stream().mapToInt(one -> one.getHostname().length() + BYTES_OF_NAME).sum());
    return servers;
  }
}
