package io.hbench.latency;

/** Requests of one region: how many, how many of them failed, and the slowest one. */
public final class RegionCounts {
  private ServerRegion place;
  private long requests;
  private long errors;
  private long slowest;

  RegionCounts(ServerRegion place) {
    this.place = place;
  }

  void add(ServerRegion at, long nanos, boolean failed) {
    if (!place.equals(at)) { // writing a reference is work for the garbage collector
      place = at;
    }
    requests++;
    errors += failed ? 1 : 0;
    slowest = Math.max(slowest, nanos);
  }

  /** The region, and the server that had it last. */
  public ServerRegion place() {
    return place;
  }

  public long requests() {
    return requests;
  }

  public long errors() {
    return errors;
  }

  /** Longest service time in nanoseconds. */
  public long slowest() {
    return slowest;
  }
}
