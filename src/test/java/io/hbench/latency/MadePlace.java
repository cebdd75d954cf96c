package io.hbench.latency;

/** A place of a test. */
public record MadePlace(String server, String region, String startKey) implements Place {
  /** A place of a region that is named like its first key. */
  public static Place of(String server, String region) {
    return new MadePlace(server, region, region);
  }
}
