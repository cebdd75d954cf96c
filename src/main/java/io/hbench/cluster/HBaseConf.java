package io.hbench.cluster;

import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;

/** Finds out which HBase is meant. */
public final class HBaseConf {
  private static final String SITE = "hbase-site.xml";

  /** Where a client can learn of a cluster: by ZooKeeper, or by its masters alone. */
  private static final List<String> ADDRESSES =
      List.of(HConstants.ZOOKEEPER_QUORUM, "hbase.masters", "hbase.client.bootstrap.servers");

  private HBaseConf() {}

  /**
   * A configuration with HBase's properties in it. The sources, the strongest first: {@code
   * --quorum}; what the given configuration says itself ({@code -D}, {@code -conf}); {@code
   * hbase-site.xml} on the class path; in {@code $HBASE_CONF_DIR}; in {@code /etc/hbase/conf}.
   *
   * @throws UsageException if none of them names a cluster: HBase's own default, ZooKeeper on this
   *     machine, would be tried for minutes
   */
  public static Configuration find(Configuration given, Map<String, String> environment) {
    Configuration conf = HBaseConfiguration.create();
    if (conf.getResource(SITE) == null) {
      site(environment).ifPresent(file -> conf.addResource(new Path(file.toURI())));
    }
    HBaseConfiguration.merge(conf, given);
    Settings.QUORUM.find(given).ifPresent(quorum -> setQuorum(conf, quorum));
    if (ADDRESSES.stream().noneMatch(key -> isConfigured(conf, key))) {
      throw new UsageException(
          "which HBase? there is no hbase-site.xml on the class path, in $HBASE_CONF_DIR or in"
              + " /etc/hbase/conf; try --quorum zk1,zk2,zk3 or -conf /path/to/hbase-site.xml");
    }
    return conf;
  }

  /** How to name the cluster in a message. */
  public static String describe(Configuration conf) {
    String key = ADDRESSES.stream().filter(k -> isConfigured(conf, k)).findFirst().orElseThrow();
    String port =
        key.equals(HConstants.ZOOKEEPER_QUORUM) && !conf.get(key, "").contains(":")
            ? ":" + conf.get(HConstants.ZOOKEEPER_CLIENT_PORT)
            : "";
    return key + " " + conf.get(key) + port;
  }

  private static Optional<File> site(Map<String, String> environment) {
    return Stream.of(environment.getOrDefault("HBASE_CONF_DIR", ""), "/etc/hbase/conf")
        .filter(dir -> !dir.isEmpty())
        .map(dir -> new File(dir, SITE))
        .filter(File::isFile)
        .findFirst();
  }

  /** {@code host1,host2:2182}: a port at any of them holds for those that have none. */
  private static void setQuorum(Configuration conf, String quorum) {
    conf.set(HConstants.ZOOKEEPER_QUORUM, quorum);
    // a site that finds its masters without ZooKeeper would find its own again
    conf.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.ZKConnectionRegistry");
    Stream.of(quorum.split(","))
        .filter(host -> host.contains(":"))
        .findFirst()
        .ifPresent(
            host ->
                conf.set(
                    HConstants.ZOOKEEPER_CLIENT_PORT, host.substring(host.lastIndexOf(':') + 1)));
  }

  private static boolean isConfigured(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return conf.get(key) != null
        && (sources == null || !sources[sources.length - 1].equals("hbase-default.xml"));
  }
}
