package io.hbench.rundir;

import com.google.gson.annotations.SerializedName;
import java.util.Locale;

/**
 * A change at the servers during a run.
 *
 * @param atMs time of detection, in milliseconds of the reference clock (the file system's)
 * @param count number of regions, store files or servers
 * @param description the change in words
 */
public record ServerEvent(double atMs, Kind kind, long count, String description) {
  /** Kind of change. */
  public enum Kind {
    @SerializedName("server-left")
    SERVER_LEFT,
    @SerializedName("server-joined")
    SERVER_JOINED,
    @SerializedName("region-moved")
    REGION_MOVED,
    @SerializedName("region-split")
    REGION_SPLIT,
    @SerializedName("region-merged")
    REGION_MERGED,
    /** More store files than before. */
    @SerializedName("flush")
    FLUSH,
    /** Fewer store files than before. */
    @SerializedName("compaction")
    COMPACTION,
    /** A shell command of the user, run by hbench. */
    @SerializedName("hook")
    HOOK;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
