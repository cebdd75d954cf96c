package io.hbench.client;

import io.hbench.rundir.HostName;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** The ZooKeeper quorum of an HBase cluster in its configuration. */
public final class Quorum {
  /** Set if hbase.rootdir, or the default file system in its place, is of another cluster. */
  private static final String OTHER_ROOT = "io.hbench.root.of.another.cluster";

  /** Source of the defaults. */
  public static final String DEFAULTS = "hbase-default.xml";

  private Quorum() {}

  /**
   * Sets one such as {@code host1,host2:2182}, or HBase's cluster key with the znode: {@code
   * host1,host2:2182:/hbase}. The port of one host is that of the others; without a port, it is
   * ZooKeeper's default, not that of a site with another quorum.
   */
  public static void set(Configuration conf, String key) {
    boolean isOfSite =
        isConfigured(conf, HConstants.ZOOKEEPER_QUORUM) || isConfigured(conf, HConstants.HBASE_DIR);
    List<String> hosts = hosts(conf);
    String root = znode(conf);
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
    if (quorum.contains(":") || !isTyped(conf, HConstants.ZOOKEEPER_CLIENT_PORT)) {
      conf.set(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    }
    conf.set(HConstants.CLIENT_ZOOKEEPER_CLIENT_PORT, conf.get(HConstants.ZOOKEEPER_CLIENT_PORT));
    boolean isSame = znode(conf).equals(root) && haveOneInCommon(hosts(conf), hosts);
    if (isOfSite && !isSame && !isTyped(conf, HConstants.HBASE_DIR)) {
      // unset, it would be back when Hadoop reads its files again
      conf.setBoolean(OTHER_ROOT, true);
    }
  }

  /**
   * Whether the file system of the configuration is that of its cluster, as far as is known: with
   * the quorum of another cluster than the site's, it is the site's.
   */
  public static boolean hasRoot(Configuration conf) {
    return !conf.getBoolean(OTHER_ROOT, false);
  }

  /** Hosts of the quorum, without ports. */
  private static List<String> hosts(Configuration conf) {
    return Stream.of(conf.getTrimmedStrings(HConstants.ZOOKEEPER_QUORUM))
        .map(host -> host.replaceFirst(":\\d+$", ""))
        .toList();
  }

  private static boolean haveOneInCommon(List<String> some, List<String> others) {
    return some.stream()
        .anyMatch(one -> others.stream().anyMatch(other -> HostName.isSame(one, other)));
  }

  /** Where HBase's entries are in ZooKeeper. */
  public static String znode(Configuration conf) {
    return conf.get(HConstants.ZOOKEEPER_ZNODE_PARENT, HConstants.DEFAULT_ZOOKEEPER_ZNODE_PARENT);
  }

  /** Whether a property has another value than the default of HBase's client. */
  public static boolean isConfigured(Configuration conf, String property) {
    String[] sources = conf.getPropertySources(property);
    return conf.get(property) != null
        && (sources == null || !sources[sources.length - 1].equals(DEFAULTS));
  }

  private static boolean isTyped(Configuration conf, String property) {
    String[] sources = conf.getPropertySources(property);
    return sources != null && sources[sources.length - 1].equals("from command line");
  }
}
