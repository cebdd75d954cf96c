package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.client.Quorum;
import io.hbench.kit.Hbench;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which cluster a configuration leads to. */
class HBaseConfTest {
  private static final String QUORUM = "hbase.zookeeper.quorum";
  private static final String PORT = "hbase.zookeeper.property.clientPort";
  private static final String REGISTRY = "hbase.client.registry.impl";
  private static final String CLIENT = "org.apache.hadoop.hbase.client.";

  /** Kind: an address in the notation of HBase's own tools. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "zk1 zk1:2181 /hbase",
        "zk1,zk2,zk3 zk1,zk2,zk3:2181 /hbase",
        "zk1:2181,zk2:2182 zk1:2181,zk2:2182 /hbase",
        "zk1:2181:/hbase-unsecure zk1:2181 /hbase-unsecure",
        "zk1,zk2,zk3:2181:/a/b zk1,zk2,zk3:2181 /a/b"
      })
  void aQuorumMayBeAClusterKey(String typed, String hosts, String znode) {
    Configuration given = conf(QUORUM, "site", PORT, "24001");
    Settings.QUORUM.set(given, typed);
    assertThat(Settings.QUORUM.get(given)).isEqualTo(typed);
    assertThat(HBaseConf.describe(HBaseConf.find(given, Map.of()))).isEqualTo(hosts + " " + znode);
  }

  @Test
  void aPortThatWasTypedStays() {
    Configuration given = conf(QUORUM, "site");
    given.set(PORT, "24001", "from command line");
    Settings.QUORUM.set(given, "zk1,zk2");
    assertThat(describe(given)).isEqualTo("zk1,zk2:24001 /hbase");
    Settings.QUORUM.set(given, "zk1,zk2:2182");
    assertThat(describe(given)).isEqualTo("zk1,zk2:2182 /hbase");
  }

  /** A site's file system and name services are those of its own cluster. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "zk2,zk1 true",
        "zk1.example.org:2182 true",
        "zk1:2181:/hbase true",
        "zk3 false",
        "zk3,zk4:2181:/hbase false",
        "zk1:2181:/hbase2 false"
      })
  void theRootOfTheSiteIsNotThatOfAnotherQuorum(String typed, boolean isThere) {
    Configuration given = conf(QUORUM, "zk1:2181,zk2:2181", "hbase.rootdir", "hdfs://a/hbase");
    assertThat(Quorum.hasRoot(HBaseConf.find(given, Map.of()))).isTrue();
    Settings.QUORUM.set(given, typed);
    Configuration found = HBaseConf.find(given, Map.of());
    assertThat(Quorum.hasRoot(found)).isEqualTo(isThere);
    assertThat(Quorum.hasRoot(HBaseConf.find(found, Map.of()))).isEqualTo(isThere);
    given.set("hbase.rootdir", "hdfs://b/hbase", "from command line");
    assertThat(Quorum.hasRoot(HBaseConf.find(given, Map.of()))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"zk1:/hbase", "zk1/hbase", "zk1:2181:hbase", "zk1:2181:/a,zk2"})
  void aQuorumThatIsHalfAClusterKeyIsRefused(String typed) {
    assertThat(Settings.QUORUM.kind().find(typed)).isEmpty();
  }

  /** Kind: a site's own way to its cluster, which goes before what was typed. */
  @Test
  void aQuorumGoesBeforeTheSitesOtherWays() {
    Configuration given =
        conf(
            REGISTRY,
            CLIENT + "RpcConnectionRegistry",
            "hbase.client.bootstrap.servers",
            "rs1:16020",
            "hbase.client.zookeeper.quorum",
            "observer:2183");
    Settings.QUORUM.set(given, "zk1:2181");
    Configuration conf = HBaseConf.find(given, Map.of());
    assertThat(HBaseConf.describe(conf)).isEqualTo("zk1:2181 /hbase");
    assertThat(conf.get("hbase.client.zookeeper.quorum")).isEqualTo("zk1:2181");
  }

  @Test
  void theFirstSiteOfTheEnvironmentCounts(@TempDir Path dir) throws Exception {
    Path site = Files.createDirectory(dir.resolve("b")).resolve("hbase-site.xml");
    Files.writeString(
        site,
        "<configuration><property><name>hbase.zookeeper.quorum</name><value>zk7</value></property>"
            + "</configuration>");
    String both = dir.resolve("a") + ":" + dir.resolve("b");
    Configuration conf = HBaseConf.find(conf(), Map.of("HBASE_CONF_DIR", both));
    assertThat(conf.get("hbase.zookeeper.quorum")).isEqualTo("zk7");
  }

  @Test
  void theRegistryDecidesWhichAddressCounts() {
    Configuration given =
        conf(QUORUM, "zk1", "hbase.masters", "m1:16000", "hbase.client.bootstrap.servers", "rs1:1");
    assertThat(describe(given)).isEqualTo("zk1:2181 /hbase");
    given.set(REGISTRY, CLIENT + "MasterRegistry");
    assertThat(describe(given)).isEqualTo("hbase.masters m1:16000");
    given.set(REGISTRY, CLIENT + "RpcConnectionRegistry");
    assertThat(describe(given)).isEqualTo("hbase.client.bootstrap.servers rs1:1");
  }

  /** Kind: an address that the registry does not read leads to this machine. */
  @Test
  void anAddressOfAnotherRegistryIsNone() {
    assertThatThrownBy(() -> describe(conf("hbase.masters", "m1:16000")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("no HBase configuration found; searched hbase-site.xml on the ");
  }

  /** Kind: case 11, the site of a store that speaks HBase's API by a client of its own. */
  @Test
  void aClientOfAnotherStoreIsNamedWithItsSource(@TempDir Path dir) {
    Hbench hbench = new Hbench(dir);
    hbench.run("run get -conf src/test/resources/field/bigtable-site.xml");
    assertThat(hbench.last().exitCode()).isEqualTo(2);
    assertThat(hbench.last().err())
        .matches(
            "hbench: hbase.client.connection.impl"
                + " com.google.cloud.bigtable.hbase2_x.BigtableConnection"
                + " \\(.*bigtable-site.xml\\): not a class of HBase's own client, which hbench"
                + " needs; try -conf /etc/hbase/conf/hbase-site.xml\n");
  }

  @ParameterizedTest
  @CsvSource({
    REGISTRY + ", org.apache.hadoop.hbase.client.ZKAsyncRegistry", // of HBase 2.0
    "hbase.client.connection.impl,"
        + " org.apache.hadoop.hbase.client.ConnectionManager$HConnectionImplementation", // of 1
  })
  void aClassOfAnotherHBaseIsRefused(String property, String name) {
    assertThatThrownBy(() -> describe(conf(QUORUM, "zk1", property, name)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(
            property + " " + name + " (programmatically): not a class of HBase");
  }

  /** Kind: an hbase-site.xml that began as a copy of the defaults of another version. */
  @Test
  void aSiteWithTheDefaultsOfAnotherVersionIsRead(@TempDir Path dir) throws Exception {
    Files.writeString(
        dir.resolve("hbase-site.xml"),
        "<configuration><property><name>hbase.defaults.for.version</name><value>2.4.9</value>"
            + "</property><property><name>hbase.zookeeper.quorum</name><value>zk9</value>"
            + "</property></configuration>");
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader site = new URLClassLoader(new URL[] {dir.toUri().toURL()}, before)) {
      Thread.currentThread().setContextClassLoader(site);
      assertThat(describe(new Configuration(false))).isEqualTo("zk9:2181 /hbase");
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static String describe(Configuration given) {
    return HBaseConf.describe(HBaseConf.find(given, Map.of()));
  }

  private static Configuration conf(String... properties) {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < properties.length; i += 2) {
      conf.set(properties[i], properties[i + 1]);
    }
    return conf;
  }
}
