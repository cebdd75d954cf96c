package io.hbench.client;

import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;

/** Regions of a table that does not exist, for clients that ask no server. */
public final class MadeRegions {
  private static final TableName TABLE = TableName.valueOf("made");
  private static final int PORT = 16020;

  private MadeRegions() {}

  /**
   * Makes regions, which servers have in turn.
   *
   * @param boundaries between the regions, ascending
   */
  public static TableRegions of(List<byte[]> boundaries, int servers) {
    TableRegions regions = lookedUp(boundaries, servers);
    regions.refresh();
    return regions;
  }

  /** The same as a client has them before the first refresh: looked up, but not in its map. */
  public static TableRegions lookedUp(List<byte[]> boundaries, int servers) {
    TableRegions regions = new TableRegions(LocationCache.EMPTY);
    for (int i = 0; i <= boundaries.size(); i++) {
      RegionInfoBuilder region = RegionInfoBuilder.newBuilder(TABLE);
      if (i > 0) {
        region.setStartKey(boundaries.get(i - 1));
      }
      if (i < boundaries.size()) {
        region.setEndKey(boundaries.get(i));
      }
      ServerName server = ServerName.valueOf("rs" + i % servers, PORT, 1);
      regions.found(new RegionLocations(new HRegionLocation(region.build(), server)));
    }
    return regions;
  }
}
