package io.hbench.rundir;

import java.util.Map;

/**
 * What the servers say of themselves and of the table at one moment.
 *
 * @param regionServers by name, the number of the table's regions and requests they have served
 * @param regions of the table
 * @param readRequests of the table's regions, since they were opened
 * @param writeRequests likewise
 */
public record ServerFacts(
    String version,
    int regions,
    long readRequests,
    long writeRequests,
    long storeFileBytes,
    long memStoreBytes,
    Map<String, OneServer> regionServers) {
  /**
   * One region server.
   *
   * @param blockCacheHits since it was started, for all tables; null if its metrics page is not to
   *     be had
   * @param blockCacheMisses likewise
   */
  public record OneServer(
      int regions,
      long readRequests,
      long writeRequests,
      Long blockCacheHits,
      Long blockCacheMisses) {}
}
