package io.hbench.rundir;

import static io.hbench.figure.Format.counted;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * State of the region servers and of the table at one moment.
 *
 * @param version HBase's version
 * @param regions number of the table's regions
 * @param readRequests count of the table's regions since they were opened
 * @param writeRequests count of the table's regions since they were opened
 * @param storeFiles number of the table's store files
 * @param storeFileBytes size of the table's store files, in whole megabytes for each region, as
 *     HBase reports it
 * @param memStoreBytes size of the table's memstores, likewise
 * @param descriptor of the table, as HBase prints it; null if there is no such table, or if it is
 *     unknown
 * @param regionServers by name, {@code host:port}
 * @param unknown what the user has no right to see
 */
public record ServerFacts(
    String version,
    int regions,
    long readRequests,
    long writeRequests,
    long storeFiles,
    long storeFileBytes,
    long memStoreBytes,
    String descriptor,
    Map<String, RegionServer> regionServers,
    List<Unknown> unknown) {
  /** Refuses a file without the servers, and makes an absent list an empty one. */
  public ServerFacts {
    unknown = unknown == null ? List.of() : List.copyOf(unknown);
    regionServers.forEach((name, server) -> Objects.requireNonNull(server, "no region server"));
  }

  /** Numbers of region servers and of the table's regions, as text. */
  public String extent() {
    return counted(regionServers.size(), "region server")
        + ", "
        + counted(regions, "region")
        + " of the table";
  }

  /**
   * Something that is unknown because the user lacks a right.
   *
   * @param what in words
   * @param missing user, right and table, in words
   */
  public record Unknown(String what, String missing) {
    /** One line for people. */
    @Override
    public String toString() {
      return what + ": unknown, " + missing;
    }
  }

  /**
   * One region server.
   *
   * @param startCode changes when the server restarts, which resets its counts
   * @param regions number of the table's regions on this server
   * @param readRequests count of these regions
   * @param writeRequests count of these regions
   * @param blockCacheHits since the server's start, for all tables; null without its metrics page
   * @param blockCacheMisses likewise
   * @param flushes likewise
   * @param compactions likewise
   */
  public record RegionServer(
      long startCode,
      int regions,
      long readRequests,
      long writeRequests,
      Long blockCacheHits,
      Long blockCacheMisses,
      Long flushes,
      Long compactions) {}
}
