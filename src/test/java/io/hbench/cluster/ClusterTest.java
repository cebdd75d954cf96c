package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterId;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The look-up of a cluster in a ZooKeeper in this process. */
class ClusterTest {
  private static final String SESSION = "zookeeper.session.timeout";

  /** Kind: a host that drops what it gets, beside others that answer. */
  @Test
  @Timeout(60)
  void aHostWithoutAnswerLeavesTimeForTheOthers(@TempDir File dir) throws Exception {
    ServerCnxnFactory factory = new NIOServerCnxnFactory();
    InetAddress here = InetAddress.getLoopbackAddress();
    factory.configure(new InetSocketAddress(here, 0), 20);
    factory.startup(new ZooKeeperServer(dir, dir, 2_000));
    try (ServerSocket silent = new ServerSocket(0, 50, here)) {
      String server = "127.0.0.1:" + factory.getLocalPort();
      ZooKeeper client = new ZooKeeper(server, 10_000, event -> {});
      create(client, "/hbase", new byte[0]);
      create(client, "/hbase/hbaseid", new ClusterId("c1").toByteArray());
      client.close();
      Configuration conf =
          conf(
              "hbase.zookeeper.quorum",
              "127.0.0.1:%d,%s,%2$s".formatted(silent.getLocalPort(), server));
      Configuration timeouts = Cluster.shortTimeouts(conf);
      assertThat(timeouts.getInt(SESSION, 0)).isEqualTo(6_000);
      assertThat(timeouts.getInt("zookeeper.recovery.retry", 0)).isEqualTo(3);
      assertThat(Cluster.find(timeouts)).isTrue();
    } finally {
      factory.shutdown();
    }
  }

  @Test
  void aSingleHostHasItsTime() {
    Configuration conf = conf("hbase.zookeeper.quorum", "zk1");
    assertThat(Cluster.shortTimeouts(conf).get(SESSION)).isNull();
  }

  /** Kind: ZooKeepers for clients, where those of the servers are unknown. */
  @Test
  void theZooKeepersOfClientsAreThoseThatAreLookedFor() {
    Configuration conf = conf("hbase.zookeeper.quorum", "localhost");
    conf.set("hbase.client.zookeeper.quorum", "zk-of-clients.invalid,zk2-of-clients.invalid");
    assertThat(Cluster.shortTimeouts(conf).getInt(SESSION, 0)).isEqualTo(4_000);
    assertThatThrownBy(() -> Cluster.find(conf))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("zk2-of-clients.invalid");
  }

  private static void create(ZooKeeper client, String path, byte[] data) throws Exception {
    client.create(path, data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
  }

  private static Configuration conf(String property, String value) {
    Configuration conf = new Configuration(false);
    conf.set(property, value);
    return conf;
  }
}
