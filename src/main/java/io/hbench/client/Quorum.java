package io.hbench.client;

import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** The ZooKeeper quorum of an HBase cluster in its configuration. */
public final class Quorum {
  private Quorum() {}

  /**
   * Sets one such as {@code host1,host2:2182}, or HBase's cluster key with the znode: {@code
   * host1,host2:2182:/hbase}. The port of one host is that of the others; without a port, it is
   * ZooKeeper's default, not that of a site with another quorum.
   */
  public static void set(Configuration conf, String key) {
    int znode = key.indexOf(":/");
    String quorum = znode < 0 ? key : key.substring(0, znode);
    if (znode >= 0) {
      conf.set(HConstants.ZOOKEEPER_ZNODE_PARENT, key.substring(znode + 1));
    }
    conf.set(HConstants.ZOOKEEPER_QUORUM, quorum);
    // a site with another registry, or ZooKeepers for clients, would connect to its own cluster
    conf.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.ZKConnectionRegistry");
    conf.set(HConstants.CLIENT_ZOOKEEPER_QUORUM, quorum);
    String port =
        Stream.of(quorum.split(","))
            .filter(host -> host.contains(":"))
            .map(host -> host.substring(host.lastIndexOf(':') + 1))
            .findFirst()
            .orElse(Integer.toString(HConstants.DEFAULT_ZOOKEEPER_CLIENT_PORT));
    String[] sources = conf.getPropertySources(HConstants.ZOOKEEPER_CLIENT_PORT);
    boolean typed = sources != null && sources[sources.length - 1].equals("from command line");
    if (quorum.contains(":") || !typed) {
      conf.set(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    }
    conf.set(HConstants.CLIENT_ZOOKEEPER_CLIENT_PORT, conf.get(HConstants.ZOOKEEPER_CLIENT_PORT));
  }
}
