package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Settings;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class NameNodePagesTest {
  private final Configuration conf = new Configuration(false);

  private void has(String... addresses) {
    assertThat(NameNodePages.of(conf).addresses())
        .extracting(at -> at.getHostString() + ":" + at.getPort())
        .containsExactly(addresses);
  }

  @Test
  void aNameNodeHasItsPageOnTheHostOfTheFileSystem() {
    conf.set("hbase.rootdir", "hdfs://nn7.example.org:8020/hbase");
    conf.set("dfs.namenode.http-address", "0.0.0.0:9870");
    has("nn7.example.org:9870");
  }

  @Test
  void aNameServiceHasThoseOfItsNameNodes() {
    conf.set("hbase.rootdir", "hdfs://ns1/hbase");
    conf.set("dfs.nameservices", "ns1,ns2");
    conf.set("dfs.ha.namenodes.ns1", "a,b");
    conf.set("dfs.namenode.http-address.ns1.a", "127.0.0.1:9870");
    conf.set("dfs.namenode.http-address.ns1.b", "127.0.0.2:9870");
    conf.set("dfs.namenode.http-address.ns2", "127.0.0.3:9870");
    has("127.0.0.1:9870", "127.0.0.2:9870");
    conf.set("hbase.rootdir", "hdfs://ns3/hbase");
    has();
  }

  @Test
  void httpsIsTakenWhereThereIsNoOther() {
    conf.set("fs.defaultFS", "hdfs://nn7");
    conf.set("hbase.rootdir", "/hbase");
    conf.set("dfs.namenode.https-address", "nn7:9871");
    conf.set("dfs.http.policy", "HTTPS_ONLY");
    has("nn7:9871");
    assertThat(NameNodePages.of(conf).isHttps()).isTrue();
  }

  @Test
  void thoseOfTheSiteAreNotThoseOfAnotherCluster() {
    conf.set("hbase.zookeeper.quorum", "zk1");
    conf.set("hbase.rootdir", "hdfs://nn7/hbase");
    conf.set("dfs.namenode.http-address", "nn7:9870");
    assertThat(NameNodePages.of(HBaseConf.find(conf, Map.of())).addresses()).hasSize(1);
    Settings.QUORUM.set(conf, "zk9");
    assertThat(NameNodePages.of(HBaseConf.find(conf, Map.of())).addresses()).isEmpty();
  }

  @Test
  void otherFileSystemsHaveNone() {
    conf.set("hbase.rootdir", "s3a://bucket/hbase");
    has();
    conf.set("hbase.rootdir", "file:///hbase");
    has();
    conf.set("hbase.rootdir", "hdfs://nn7/hbase");
    conf.set("dfs.namenode.http-address", "no port");
    has();
    for (int i = 0; i < 30; i++) { // more than Hadoop replaces
      conf.set("a" + i, "${a" + (i + 1) + "}");
    }
    conf.set("dfs.namenode.http-address", "${a0}");
    has();
  }
}
