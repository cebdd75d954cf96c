package io.hbench.latency;

/** Where a request is meant to go: a region of a table, and the server that has it. */
public interface ServerRegion {
  /** {@code host:port} of the region server. */
  String server();

  /** Encoded name of the region. */
  String region();

  /** First key of the region, as HBase's shell prints it. */
  String startKey();
}
