package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which HBase a command goes to, and what it says where there is none: one line. */
@Order(Turns.FROM_THE_END)
@HBaseFixture.Shared
class ClusterAddressIT {
  @TempDir static Path dir;
  private static Hbench hbench;
  private static String hosts;
  private static String port;
  private static String znode;

  @BeforeAll
  static void address() {
    Configuration site = HBaseFixture.conf();
    hosts = site.get("hbase.zookeeper.quorum");
    port = site.get("hbase.zookeeper.property.clientPort");
    znode = site.get("zookeeper.znode.parent");
    hbench = new Hbench(new Configuration(), dir); // knows no HBase
  }

  /**
   * Kind: rows that go elsewhere than the user thinks, which is said before the first is written.
   */
  @Test
  void theClusterIsNamedBeforeAnythingIsWritten() throws IOException {
    String key = hosts + ":" + port + ":" + znode;
    hbench.job("where", "load --table where --rows 10 --tasks 1 --quorum " + key);
    assertThat(hbench.last().exitCode()).as(hbench.last().err()).isZero();
    assertThat(hbench.last().err())
        .matches(
            "cluster: "
                + hosts
                + ":"
                + port
                + " "
                + znode
                + ", HBase 2[.]\\S+, 2 region servers\n(?s).*");
    hbench.run("run put --dry-run --table where --rows 10 --tasks 1 --quorum " + key);
    assertThat(hbench.last().out())
        .contains("\ncluster: " + hosts + ":" + port + " " + znode + ", HBase 2.");
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf())) {
      assertThat(connection.getAdmin().tableExists(TableName.valueOf("where"))).isTrue();
    }
  }

  /** Kind: case 10, the right ZooKeeper and another znode, as vendors name it. */
  @Test
  void aWrongZnodeIsNamedWithItsSource() throws IOException {
    Path site = dir.resolve("znode-site.xml");
    Files.writeString(
        site,
        """
        <configuration>
          <property><name>hbase.zookeeper.quorum</name><value>%s</value></property>
          <property><name>hbase.zookeeper.property.clientPort</name><value>%s</value></property>
          <property><name>zookeeper.znode.parent</name><value>/hbase-unsecure</value></property>
        </configuration>
        """
            .formatted(hosts, port));
    refused(
        2,
        "run put --rows 10 --tasks 1 -conf " + site,
        "zookeeper.znode.parent /hbase-unsecure (%s): no HBase there in ZooKeeper %s:%s; try"
                .formatted(site, hosts, port)
            + " -D zookeeper.znode.parent=/hbase");
    refused(
        2,
        "run put --rows 10 --tasks 1 --quorum " + hosts + ":" + port + ":/none",
        "zookeeper.znode.parent /none (programmatically): no HBase there in ZooKeeper %s:%s; try"
                .formatted(hosts, port)
            + " -D zookeeper.znode.parent=/hbase");
  }

  /** Kind: an answer that is no ZooKeeper's, here that of a master. */
  @Test
  void aPortOfAnotherServiceIsNoZooKeeper() throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf())) {
      int master = connection.getAdmin().getMaster().getPort();
      refused(
          1,
          "run put --rows 10 --tasks 1 --quorum localhost:" + master,
          "can't reach HBase at localhost:" + master + " /hbase: ");
    }
  }

  /** Kind: a port that takes connections and says nothing, such as that of a firewall. */
  @Test
  void aPortThatSaysNothingHasSecondsToDoSo() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      refused(
          1,
          "run put --rows 10 --tasks 1 --quorum 127.0.0.1:" + silent.getLocalPort(),
          "can't reach HBase at 127.0.0.1:%d /hbase: no answer in 8 s"
              .formatted(silent.getLocalPort()));
    }
  }

  @Test
  void aHostThatIsUnknownIsNamed() {
    String host = "z".repeat(64) + ".invalid"; // too long for DNS, which may take seconds to answer
    refused(
        1,
        "run put --rows 10 --tasks 1 --quorum " + host,
        "can't reach HBase at %s:2181 /hbase: UnknownHostException %s".formatted(host, host));
  }

  /** Kind: the registry of a site, whose servers are not HBase's. */
  @Test
  void aBootstrapServerThatIsNotThereIsNamed() {
    refused(
        1,
        "run put --rows 10 --tasks 1"
            + " -D hbase.client.registry.impl=org.apache.hadoop.hbase.client.RpcConnectionRegistry"
            + " -D hbase.client.bootstrap.servers=127.0.0.1:1",
        "can't reach HBase at hbase.client.bootstrap.servers 127.0.0.1:1: ");
  }

  private static void refused(int exitCode, String words, String message) {
    hbench.run(words);
    assertThat(hbench.last().err()).startsWith("hbench: " + message).hasLineCount(1);
    assertThat(hbench.last().exitCode()).isEqualTo(exitCode);
  }
}
