package io.hbench.it;

import java.io.IOException;
import java.net.ConnectException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Where the regions of a table are. */
final class Regions {
  private Regions() {}

  /** The servers of the regions that are open, as they say themselves; by encoded name. */
  static Map<String, ServerName> servers(Admin admin, TableName table) throws IOException {
    Map<String, ServerName> servers = new TreeMap<>();
    for (ServerName server : admin.getRegionServers()) {
      try {
        for (RegionInfo region : admin.getRegions(server)) {
          if (region.getTable().equals(table)) {
            servers.put(region.getEncodedName(), server);
          }
        }
      } catch (ConnectException e) {
        // killed, and still on the master's list
      }
    }
    return servers;
  }
}
