package io.hbench.rundir;

import java.util.Locale;
import java.util.Map;

/**
 * What the servers say of themselves and of the table at one moment.
 *
 * @param regions of the table
 * @param readRequests of the table's regions, since they were opened
 * @param writeRequests likewise
 * @param storeFiles of the table
 * @param storeFileBytes of the table, in whole megabytes for each region, as HBase says it
 * @param memStoreBytes likewise
 * @param descriptor of the table, as HBase prints it; null if there is no such table
 * @param regionServers by name
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
    Map<String, OneServer> regionServers) {
  /** For people: how many servers there are, and regions of the table. */
  public String extent() {
    return String.format(
        Locale.ROOT,
        "%,d region server%s, %,d region%s of the table",
        regionServers.size(),
        regionServers.size() == 1 ? "" : "s",
        regions,
        regions == 1 ? "" : "s");
  }

  /**
   * One region server.
   *
   * @param startCode another one means that it was started again, and counts from 0 again
   * @param regions of the table, as the next two
   * @param blockCacheHits since it was started, for all tables; null if its metrics page is not to
   *     be had, as the next three
   */
  public record OneServer(
      long startCode,
      int regions,
      long readRequests,
      long writeRequests,
      Long blockCacheHits,
      Long blockCacheMisses,
      Long flushes,
      Long compactions) {}
}
