package io.hbench.latency;

/** A place of a test. */
public record MadeServerRegion(String server, String region, String startKey)
    implements ServerRegion {
  /** A place of a region that is named like its first key. */
  public static ServerRegion of(String server, String region) {
    return new MadeServerRegion(server, region, region);
  }
}
