package io.hbench.rundir;

import java.util.Locale;

/**
 * A change at the servers during a run.
 *
 * @param atMs time of detection, in milliseconds of the reference clock (the file system's)
 * @param count number of regions, store files or servers
 * @param description the change in words
 * @param stopped {@code host:port} of the region server, in the events of one that an action has
 *     stopped; null in all others
 */
public record ServerEvent(double atMs, Kind kind, long count, String description, String stopped) {

  /** A change that has nothing to do with a server that an action has stopped. */
  public ServerEvent(double atMs, Kind kind, long count, String description) {
    this(atMs, kind, count, description, null);
  }

  public enum Kind {
    SERVER_LEFT,
    SERVER_JOINED,
    REGION_MOVED,
    REGION_SPLIT,
    REGION_MERGED,
    /** More store files than before. */
    FLUSH,
    /** Fewer store files than before. */
    COMPACTION,
    /** A shell command of the user, or an action, run by hbench. */
    HOOK,
    /** An action is about to stop a server with so many regions of the table. */
    SERVER_STOPPED,
    /** All regions of the table that a stopped server had are open again. */
    REGIONS_OPEN;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
