package io.hbench.rundir;

import com.google.gson.annotations.SerializedName;
import java.util.Locale;

/**
 * Something that changed at the servers during a run, or was done to them.
 *
 * @param atMs when it was noticed, in milliseconds of the reference clock (the file system's)
 * @param count of regions, store files or servers
 * @param what the same for people
 */
public record ServerEvent(double atMs, Kind kind, long count, String what) {
  /** What can change. */
  public enum Kind {
    @SerializedName("server-gone")
    SERVER_GONE,
    @SerializedName("server-came")
    SERVER_CAME,
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
    /** A line for the shell; of the one who runs hbench. */
    @SerializedName("hook")
    HOOK;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
