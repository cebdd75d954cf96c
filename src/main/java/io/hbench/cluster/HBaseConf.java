package io.hbench.cluster;

import io.hbench.client.Quorum;
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

/** Finder of the configuration of the HBase cluster. */
public final class HBaseConf {
  private static final String SITE = "hbase-site.xml";

  /** Properties with addresses of a cluster: ZooKeeper, masters or bootstrap servers. */
  private static final List<String> ADDRESSES =
      List.of(HConstants.ZOOKEEPER_QUORUM, "hbase.masters", "hbase.client.bootstrap.servers");

  private HBaseConf() {}

  /**
   * A configuration with HBase's properties. Sources by precedence: {@code --quorum}; the given
   * configuration ({@code -D}, {@code -conf}); {@code hbase-site.xml} on the class path, in {@code
   * $HBASE_CONF_DIR}, in {@code /etc/hbase/conf}.
   *
   * @throws UsageException if no source names a cluster; HBase would try ZooKeeper on this machine
   *     for minutes
   */
  public static Configuration find(Configuration given, Map<String, String> environment) {
    Configuration conf = HBaseConfiguration.create();
    if (conf.getResource(SITE) == null) {
      site(environment).ifPresent(file -> conf.addResource(new Path(file.toURI())));
    }
    HBaseConfiguration.merge(conf, given);
    Settings.QUORUM.find(given).ifPresent(quorum -> Quorum.set(conf, quorum));
    if (ADDRESSES.stream().noneMatch(key -> isConfigured(conf, key))) {
      throw new UsageException(
          "no HBase configuration found; searched hbase-site.xml on the class path, in"
              + " $HBASE_CONF_DIR and in /etc/hbase/conf; try --quorum zk1,zk2,zk3 or -conf"
              + " /etc/hbase/conf/hbase-site.xml");
    }
    return conf;
  }

  /** Address of the cluster for messages. */
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

  private static boolean isConfigured(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return conf.get(key) != null
        && (sources == null || !sources[sources.length - 1].equals("hbase-default.xml"));
  }
}
