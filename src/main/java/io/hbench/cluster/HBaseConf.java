package io.hbench.cluster;

import io.hbench.client.Quorum;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ConnectionFactory;

public final class HBaseConf {
  private static final String SITE = "hbase-site.xml";

  private static final String REGISTRY = "hbase.client.registry.impl";
  private static final String ZOOKEEPER = "ZKConnectionRegistry";

  /** Of each registry of HBase's client, the properties with addresses: the first that is set. */
  private static final Map<String, List<String>> ADDRESSES =
      Map.of(
          ZOOKEEPER,
          List.of(HConstants.CLIENT_ZOOKEEPER_QUORUM, HConstants.ZOOKEEPER_QUORUM),
          "MasterRegistry",
          List.of("hbase.masters", "hbase.master.hostname"),
          "RpcConnectionRegistry",
          List.of("hbase.client.bootstrap.servers", "hbase.masters", "hbase.master.hostname"));

  private HBaseConf() {}

  /**
   * A configuration with HBase's properties. Sources by precedence: {@code --quorum}; the given
   * configuration ({@code -D}, {@code -conf}); {@code hbase-site.xml} on the class path, in {@code
   * $HBASE_CONF_DIR}, or if that is not set in {@code /etc/hbase/conf}.
   *
   * @throws UsageException if no source names a cluster; HBase would try ZooKeeper on this machine
   *     for minutes. Or if the client is not HBase's
   */
  public static Configuration find(Configuration given, Map<String, String> environment) {
    Configuration conf = new Configuration();
    // a site that began as a copy of another version's defaults would be refused by a stack trace
    conf.setBoolean("hbase.defaults.for.version.skip", true);
    HBaseConfiguration.addHbaseResources(conf);
    if (conf.getResource(SITE) == null || addresses(conf).isEmpty()) {
      site(environment).ifPresent(file -> conf.addResource(new Path(file.toURI())));
    }
    for (Map.Entry<String, String> one : given) { // with its source, for messages
      String[] sources = given.getPropertySources(one.getKey());
      String source = sources == null ? Quorum.DEFAULTS : sources[sources.length - 1];
      conf.set(one.getKey(), one.getValue(), source.equals(Quorum.DEFAULTS) ? null : source);
    }
    Settings.QUORUM.find(given).ifPresent(quorum -> Quorum.set(conf, quorum));
    checkClient(conf);
    if (addresses(conf).isEmpty()) {
      throw new UsageException(
          "no HBase configuration found; searched hbase-site.xml on the class path, in"
              + " $HBASE_CONF_DIR, or if that is not set in /etc/hbase/conf; try --quorum zk1,zk2,zk3 or -conf"
              + " /etc/hbase/conf/hbase-site.xml");
    }
    return conf;
  }

  /** Which cluster a configuration leads to: {@code zk1,zk2,zk3:2181 /hbase}. */
  public static String describe(Configuration conf) {
    String key = addresses(conf).orElseThrow();
    String hosts = conf.get(key);
    if (!isZooKeeper(conf)) {
      return key + " " + hosts;
    }
    String clients = HConstants.CLIENT_ZOOKEEPER_CLIENT_PORT;
    boolean ofClients = key.equals(HConstants.CLIENT_ZOOKEEPER_QUORUM) && conf.get(clients) != null;
    String port = conf.get(ofClients ? clients : HConstants.ZOOKEEPER_CLIENT_PORT, "2181");
    return hosts + (hosts.contains(":") ? " " : ":" + port + " ") + Quorum.znode(conf);
  }

  static boolean isZooKeeper(Configuration conf) {
    return registry(conf).equals(ZOOKEEPER);
  }

  private static String registry(Configuration conf) {
    return StringUtils.substringAfterLast("." + conf.get(REGISTRY, ZOOKEEPER), ".");
  }

  /** The property with the addresses of the cluster. */
  public static Optional<String> addresses(Configuration conf) {
    return ADDRESSES.getOrDefault(registry(conf), List.of()).stream()
        .filter(k -> Quorum.isConfigured(conf, k))
        .findFirst();
  }

  /** Refuses the client of another store, or of another HBase. */
  private static void checkClient(Configuration conf) {
    for (String impl :
        List.of(
            "hbase.client.connection.impl",
            ConnectionFactory.HBASE_CLIENT_ASYNC_CONNECTION_IMPL,
            REGISTRY)) {
      String name = conf.get(impl);
      if (name != null
          && (!name.startsWith("org.apache.hadoop.hbase.")
              || conf.getClassByNameOrNull(name) == null
              || !ADDRESSES.containsKey(registry(conf)))) {
        throw UsageException.badProperty(
            conf,
            impl,
            "not a class of HBase's own client, which hbench needs",
            "-conf /etc/hbase/conf/hbase-site.xml");
      }
    }
  }

  /** The usual place only if no other one is given, which may be of another cluster. */
  private static Optional<File> site(Map<String, String> environment) {
    return Stream.of(
            StringUtils.defaultIfEmpty(environment.get("HBASE_CONF_DIR"), "/etc/hbase/conf")
                .split(File.pathSeparator, -1))
        .filter(dir -> !dir.isEmpty())
        .map(dir -> new File(dir, SITE))
        .filter(File::isFile)
        .findFirst();
  }
}
