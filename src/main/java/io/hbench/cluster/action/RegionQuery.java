package io.hbench.cluster.action;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;

@FunctionalInterface
public interface RegionQuery {
  /** Regions by server; servers without an answer are left out. */
  Map<ServerName, List<RegionMetrics>> regions(Collection<ServerName> servers, TableName table)
      throws IOException;

  /** Bytes of a region's store files and its memstore, rounded to megabytes. */
  static double bytes(RegionMetrics region) {
    return region.getStoreFileSize().get(Size.Unit.BYTE)
        + region.getMemStoreSize().get(Size.Unit.BYTE);
  }

  /** Whether a region has files of its own: a secondary replica lists those of its primary. */
  static boolean isPrimary(RegionMetrics region) {
    return !isReplica(region.getRegionName());
  }

  /** Whether a full name is that of a secondary replica, whose fourth part is its number. */
  static boolean isReplica(byte[] region) {
    byte[][] parts = RegionInfo.parseRegionNameOrReturnNull(region);
    return parts != null && parts.length == 4;
  }
}
