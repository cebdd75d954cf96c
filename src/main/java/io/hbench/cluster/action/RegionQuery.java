package io.hbench.cluster.action;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/** Query of servers for their open regions of a table. */
@FunctionalInterface
public interface RegionQuery {
  /** Regions by server; servers without an answer are left out. */
  Map<ServerName, List<RegionMetrics>> regions(Collection<ServerName> servers, TableName table)
      throws IOException;
}
