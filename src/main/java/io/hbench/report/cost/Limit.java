package io.hbench.report.cost;

import java.util.List;

/**
 * What kept a run from more requests a second, as far as its figures tell.
 *
 * @param where the host, region server or region; null if it has no place
 * @param sure false if it is only likely: a part of a request's time below 70 %, delays of the
 *     clients, their concurrency; or if nothing was found
 * @param text for people
 * @param uses how much of what the machines and servers have was used, the most used first
 * @param times parts of the mean service time of a request, the largest first; empty if unknown
 */
public record Limit(
    Kind kind, String where, boolean sure, String text, List<Part> uses, List<Part> times) {

  public enum Kind {
    /** All that was asked for was done. */
    RATE,
    /** A reason of the verdict: CPU, pauses or collections of the clients. */
    CLIENTS,
    /** Requests that were under way at a time: with more of them there would have been more. */
    CONCURRENCY,
    /** The processors that a region server may use. */
    SERVER_CPU,
    /** The processors of a machine on which more than region servers are busy. */
    HOST_CPU,
    /** A server or region that had more of the requests than the others. */
    HOT_SERVER,
    HANDLERS,
    WAL,
    FILE_READS,
    NETWORK,
    /** Nothing was used up. */
    NONE,
    /** Figures are missing. */
    UNKNOWN
  }

  /**
   * A part of something.
   *
   * @param where null if it has no place
   * @param share 0 to 1
   */
  public record Part(String what, String where, double share) {
    /** What and where. */
    public String name() {
      return where == null ? what : what + " of " + where;
    }
  }

  /** Whether it says something. */
  public boolean isKnown() {
    return kind != Kind.UNKNOWN;
  }
}
