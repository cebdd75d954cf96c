package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.HBaseUser;
import io.hbench.kit.VirtualTime;
import io.hbench.report.Setups;
import io.hbench.rundir.Setup;
import io.hbench.rundir.SetupItem;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.http.HttpServer;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** By HBase's own pages, of this JVM. */
@Timeout(60)
class SetupPagesTest {
  private static final String SECRET = "hbase.zookeeper.ssl.keystore.password";

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  @SuppressWarnings("deprecation") // by HBase itself as well
  private static HttpServer pages(String handlers) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.http.max.threads", "8");
    conf.set(SetupItem.HANDLERS.key(), handlers);
    conf.set(SetupItem.QUOTA_PERIOD.key(), handlers + "000");
    conf.set(SetupItem.L2.key(), "16384");
    conf.set(SetupItem.WAL.key(), "\u001b[2Kasync\nfs\u202e");
    conf.set(SetupItem.WAL_CODEC.key(), "x".repeat(1_000));
    conf.set(SECRET, "opensesame");
    HttpServer server =
        new HttpServer.Builder()
            .setName("regionserver")
            .setAppDir("hbase-webapps")
            .addEndpoint(URI.create("http://localhost:0"))
            .setConf(conf)
            .build();
    server.start();
    for (String page : List.of("/jmx", "/conf")) { // the first answer takes longest
      try (InputStream in =
          URI.create("http://localhost:" + port(server) + page).toURL().openStream()) {
        in.readAllBytes();
      }
    }
    return server;
  }

  private static int port(HttpServer pages) {
    return pages.getConnectorAddress(0).getPort();
  }

  private static ServerName server(int number) {
    return ServerName.valueOf("localhost", 16020 + number, 1);
  }

  private List<Setup> read(Map<ServerName, Integer> ports) throws Exception {
    try (Cluster cluster =
        new Cluster(time, new FakeCluster(1, 0, 1).connection(), HBaseUser.SUBMITTER)) {
      return time.play(() -> SetupPages.read(cluster, ports));
    }
  }

  @Test
  void serversTellTheirJvmAndTheListedSettings() throws Exception {
    HttpServer usual = pages("30");
    HttpServer other = pages("60");
    List<Setup> setups;
    try {
      setups =
          read(
              Map.of(
                  server(0), port(usual),
                  server(1), port(usual),
                  server(2), port(other),
                  server(3), -1));
    } finally {
      usual.stop();
      other.stop();
    }
    assertThat(setups)
        .extracting(Setup::names)
        .containsExactly(
            List.of("localhost:16020", "localhost:16021"),
            List.of("localhost:16022"),
            List.of("localhost:16023"));
    Map<String, String> own = Setup.ofThisProcess();
    assertThat(setups.get(0).values())
        .containsAllEntriesOf(own)
        .containsEntry(SetupItem.HADOOP.key(), VersionInfo.getVersion())
        .containsEntry(SetupItem.L1.key(), "0.4")
        .containsEntry(SetupItem.L2.key(), "16384")
        .containsEntry(SetupItem.WAL.key(), "[2Kasyncfs")
        .containsEntry(SetupItem.WAL_CODEC.key(), "x".repeat(100))
        .containsEntry(SetupItem.L2_ENGINE.key(), SetupItem.DEFAULT)
        .containsKeys(SetupItem.PROCESSORS.key(), SetupItem.MEMORY.key());
    assertThat(setups.toString()).doesNotContain("opensesame").doesNotContain(SECRET);
    Setups report = new Setups(setups, List.of());
    assertThat(report.handlers("localhost:16021")).contains(30);
    assertThat(report.handlers("localhost:16022")).contains(60);
    assertThat(report.handlers("localhost:16023")).as("its pages are closed").isEmpty();
    assertThat(report.handlers("elsewhere:16020")).as("the others differ").isEmpty();
    assertThat(new Setups(setups.subList(0, 1), List.of()).handlers("elsewhere:16020"))
        .as("not asked, and the others are alike")
        .contains(30);
    assertThat(report.quotaLateSeconds()).as("two of the longest periods").contains(120.0);
    assertThat(new Setups(setups.subList(2, 3), List.of()).quotaLateSeconds())
        .as("its pages are closed")
        .isEmpty();
    Setup byDefault =
        new Setup(List.of("a:1"), Map.of(SetupItem.QUOTA_PERIOD.key(), SetupItem.DEFAULT));
    assertThat(new Setups(List.of(setups.get(0), byDefault), List.of()).quotaLateSeconds())
        .as("that of HBase is longer")
        .contains(600.0);
  }

  @Test
  void theVersionOfHadoopIsNotThatOfItsTests() {
    assertThat(
            SetupPages.hadoop(
                "/lib/hadoop-common-3.3.4-tests.jar:/lib/hadoop-common-3.3.5-SNAPSHOT.jar:/lib/a.jar"))
        .isEqualTo("3.3.5-SNAPSHOT");
    assertThat(SetupPages.hadoop("/lib/hadoop-common-3.3.4-tests.jar:/lib/a.jar")).isEmpty();
  }

  @Test
  void ofALargeClusterAFewServersAreAskedAtThePaceOfPages() throws Exception {
    Map<ServerName, Integer> ports = new TreeMap<>();
    for (int i = 0; i < 1_000; i++) {
      ports.put(server(i), 1); // refuses
    }
    List<Setup> setups = read(ports);
    assertThat(setups).hasSize(1);
    assertThat(setups.get(0).names()).hasSize(25);
    assertThat(setups.get(0).values()).isEmpty();
    assertThat(time.nanos()).isLessThan(Duration.ofSeconds(2).toNanos());
  }
}
