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
  /** One region server. */
  public record OneServer(int regions, long readRequests, long writeRequests) {}
}
