package io.hbench.client;

/**
 * The region that the next request of a thread is meant for. It is looked up when the request is
 * made, not when it is sent, so that no latency has the time that it takes; and once more if the
 * regions have changed since.
 */
public final class TargetRegion {
  private final TableRegions regions;
  private byte[] row;
  private RegionMap map;
  private RegionMap.Region region;

  public TargetRegion(TableRegions regions) {
    this.regions = regions;
  }

  /**
   * A request is made.
   *
   * @param newRow its row; null if it has none
   */
  public void made(byte[] newRow) {
    row = newRow;
    map = regions.map();
    region = row == null ? null : map.regionOf(row);
  }

  /** The region of the request that was made last; null if it has none, or it is not known. */
  public RegionMap.Region now() {
    if (map != regions.map()) {
      made(row);
    }
    return region;
  }
}
