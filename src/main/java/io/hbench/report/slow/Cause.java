package io.hbench.report.slow;

import com.google.gson.annotations.SerializedName;
import java.util.Locale;

/** What took at least half of the service time of a slow request. */
public enum Cause {
  /** Hiccups of the client: garbage collection, a busy machine, a stopped process. */
  @SerializedName("client")
  CLIENT,
  /** Neither the client's hiccups nor the server: the way between them, and HBase's client. */
  @SerializedName("network")
  NETWORK,
  /** The queue of the server, for a free handler. */
  @SerializedName("queue")
  QUEUE,
  /** Reading from the file system. */
  @SerializedName("file-system")
  FILE_SYSTEM,
  /** The handler, without reading from the file system: locks, the WAL, CPU, scanning in memory. */
  @SerializedName("handler")
  HANDLER;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
