package io.hbench.rundir.server;

import java.util.List;

/**
 * What the region servers' slow and large logs have of a run's table: the file {@code
 * slowlog.json}.
 *
 * @param problem why it has no entries, or not those of all servers, in one line; null if it has
 *     them
 */
public record SlowLog(List<Entry> entries, String problem) {
  public static final String FILE = "slowlog.json";

  /** Makes an absent list an empty one. */
  public SlowLog {
    entries = entries == null ? List.of() : List.copyOf(entries);
  }

  /**
   * A call in a log.
   *
   * @param server {@code host:port}
   * @param region full name of the region; null if the log has none
   * @param call what was called for which row, as the server prints it
   * @param startMs when a handler took it, by the server's clock, in milliseconds since 1970
   * @param queueMs time in the queue before
   * @param processingMs time in the handler
   * @param fileSystemMs time of reading from the file system; null if the server does not tell
   * @param blockBytes bytes of blocks scanned, likewise
   * @param responseBytes size of the response
   */
  public record Entry(
      String server,
      String region,
      String call,
      long startMs,
      long queueMs,
      long processingMs,
      Long fileSystemMs,
      Long blockBytes,
      long responseBytes) {}
}
