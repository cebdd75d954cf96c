package io.hbench.client;

import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** The ZooKeeper quorum of an HBase cluster in its configuration. */
public final class Quorum {
  private Quorum() {}

  /** Sets one such as {@code host1,host2:2182}; the port of one host is that of the others. */
  public static void set(Configuration conf, String quorum) {
    conf.set(HConstants.ZOOKEEPER_QUORUM, quorum);
    // a site with another registry would connect to its own cluster
    conf.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.ZKConnectionRegistry");
    Stream.of(quorum.split(","))
        .filter(host -> host.contains(":"))
        .findFirst()
        .ifPresent(
            host ->
                conf.set(
                    HConstants.ZOOKEEPER_CLIENT_PORT, host.substring(host.lastIndexOf(':') + 1)));
  }
}
