package io.hbench.report.slow;

import java.util.Locale;

/** The largest part of the service time of a slow request. */
public enum Cause {
  /** Hiccups of the client: garbage collection, a busy machine, a stopped process. */
  CLIENT(true),
  /** Neither the client's hiccups nor the server: the way between them, and HBase's client. */
  NETWORK(false),
  /** A region that the server did not have: HBase's client waited, and sent the request again. */
  REGION_MOVED(true),
  /** A region whose memstore had to be flushed first: HBase's client waited, and sent it again. */
  REGION_BUSY(true),
  /** A quota: HBase's client waited for as long as the server told it to. */
  THROTTLED(true),
  /** The queue of the server, for a free handler. */
  QUEUE(true),
  /** Pauses of the server for garbage collections. */
  SERVER_GC(true),
  /** Syncing the WAL: the file system, as a write sees it. */
  WAL(true),
  /** Reading from the file system. */
  FILE_SYSTEM(false),
  /** The handler, for none of these: locks, CPU, scanning in memory. */
  HANDLER(false);

  private final boolean isWait;

  Cause(boolean isWait) {
    this.isWait = isWait;
  }

  /**
   * Whether it is waiting, which a request could do without. The others are the work of a request:
   * they only make it slow if other requests of its kind take far less.
   */
  boolean isWait() {
    return isWait;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
